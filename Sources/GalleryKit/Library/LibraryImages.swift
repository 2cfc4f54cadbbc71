internal import GalleryImages
public import GalleryRequests

extension ImageManager {
  /// Makes a manager for a library's photos that stores their thumbnails and downloads originals from the cloud.
  ///
  ///     let manager = try ImageManager(library: library)
  ///     let image = try await manager.image(for: photos[0], targetSize: PixelSize(width: 390, height: 390))
  ///
  /// The folder of thumbnails lies beside the catalogue, with `.thumbnails` behind its name; downloaded originals are in the
  /// library's ``PhotoLibrary/downloads``. Both folders may be deleted while not in use.
  ///
  /// - Parameter thumbnailBytes: the limit of stored thumbnails in bytes; 500 MB by default, and 0 stores none.
  /// - Throws: ``ThumbnailStore/Failure`` if the folder of thumbnails can neither be made nor read, as beside a read-only
  ///   catalogue: pass 0 bytes there.
  public convenience init(
    library: PhotoLibrary, configuration: Configuration = Configuration(), thumbnailBytes: Int = 500_000_000
  ) throws(ThumbnailStore.Failure) {
    let store =
      thumbnailBytes > 0
      ? try ThumbnailStore(.persistent(folder: library.catalogue + ".thumbnails"), byteLimit: thumbnailBytes)
      : nil
    self.init(
      configuration: configuration, thumbnailStore: store,
      originals: RemoteOriginals(configuration: .init(folder: library.downloads)))
  }
}

extension CachingImageManager {
  /// Makes a manager for the photos of a library; see ``ImageManager/init(library:configuration:thumbnailBytes:)``.
  public convenience init(
    library: PhotoLibrary, configuration: ImageManager.Configuration = .init(),
    thumbnailBytes: Int = 500_000_000
  ) throws(ThumbnailStore.Failure) {
    self.init(
      imageManager: try ImageManager(
        library: library, configuration: configuration, thumbnailBytes: thumbnailBytes))
  }
}
