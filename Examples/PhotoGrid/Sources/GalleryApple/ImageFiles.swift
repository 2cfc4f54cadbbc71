#if canImport(ImageIO)
  public import Foundation
  public import GalleryEngine
  public import GalleryRequests
  internal import Support

  extension Asset {
    /// Reads an asset from a picture's file; the asset is in no library.
    ///
    ///     let manager = ImageManager(systemDecoders: .init(memoryBudget: 100_000_000))
    ///     let photo = try Asset(imageAt: url)
    ///     let image = try await manager.image(for: photo, targetSize: PixelSize(width: 390, height: 390))
    ///
    /// Its name is a hash of the file's path, so that a moved file is another asset. It has none of a library's edits,
    /// albums and flags.
    ///
    /// - Throws: ``ImageError`` if ImageIO reads no picture there.
    /// - Complexity: that of reading the header, and the embedded thumbnail if there is one.
    public init(imageAt url: URL) throws(ImageError) {
      let path = url.path(percentEncoded: false)
      // In base 36 a name has at most 13 bytes.
      let name = String(XXHash64.hash(path.utf8), radix: 36)
      let file: SystemFile
      do { file = try SystemFile(path) } catch {
        throw ImageError(
          asset: name, reason: error.description, kind: error.code == .missing ? .missing : .unreadable)
      }
      guard let status = try? FileStatus(of: path) else {
        throw ImageError(asset: name, reason: "\(path): it is gone again", kind: .missing)
      }
      let modified = Date(timeIntervalSince1970: status.modified.seconds)
      self.init(
        localIdentifier: name, pixelSize: file.uprightSize, orientation: file.orientation,
        creationDate: file.captureDate ?? modified, modificationDate: modified, location: file.location,
        original: Original(
          path: path, format: file.format, byteCount: status.byteCount,
          hasEmbeddedThumbnail: file.thumbnail != nil))
    }
  }

  extension ImageManager {
    /// Makes a manager that decodes by ImageIO, on its own threads.
    ///
    /// - Parameters:
    ///   - configuration: the manager's configuration.
    ///   - thumbnailStore: keeps thumbnails; none by default.
    ///   - originals: downloads originals from the cloud; without it they stay there.
    public convenience init(
      systemDecoders configuration: Configuration, thumbnailStore: ThumbnailStore? = nil,
      originals: RemoteOriginals? = nil
    ) {
      self.init(
        configuration: configuration, codec: SystemCodec(), thumbnailStore: thumbnailStore,
        originals: originals)
    }
  }
#endif
