package import Foundation
package import GalleryEngine
public import GalleryRequests

/// Decodes and encodes by the C libraries, the same on every platform.
package struct PortableCodec: ImageCodec {
  /// Makes the codec.
  package init() {}

  package func decode(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    try ImageDecoder.decode(path: path, as: specification, adjustments: adjustments, ledger: ledger)
  }

  package func degradedImage(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    try ImageDecoder.degradedImage(path: path, as: specification, adjustments: adjustments, ledger: ledger)
  }

  package func file(
    of image: DecodedImage, isLossless: Bool, captureDate: Date
  ) throws(CodecError) -> Data {
    let exif = EXIFWriter(captureDate: captureDate)
    return Data(
      isLossless
        ? try PNGWriter(keepsAlpha: true, exif: exif, colorProfile: image.colorProfile).encode(image.pixels)
        : try JPEGWriter(quality: 95, exif: exif, colorProfile: image.colorProfile).encode(image.pixels))
  }
}

extension DecodeThreads {
  /// Starts threads that decode by the C libraries.
  package convenience init(workers: Int, ledger: MemoryLedger, store: ThumbnailStore? = nil) {
    self.init(workers: workers, codec: PortableCodec(), ledger: ledger, store: store)
  }
}

extension ImageManager {
  /// Makes a manager that decodes by the C libraries, on threads of its own.
  ///
  /// - Parameters:
  ///   - configuration: how the manager works.
  ///   - thumbnailStore: keeps thumbnails; none by default.
  ///   - originals: downloads originals that are in the cloud; without it they stay there.
  public convenience init(
    configuration: Configuration = Configuration(), thumbnailStore: ThumbnailStore? = nil,
    originals: RemoteOriginals? = nil
  ) {
    self.init(
      configuration: configuration, codec: PortableCodec(), thumbnailStore: thumbnailStore,
      originals: originals)
  }

  /// Makes a manager with an executor and an observer, which edits by the C libraries; see the form with a codec.
  package convenience init(
    configuration: Configuration, ledger: MemoryLedger, executor: any DecodeExecuting,
    originals: (any OriginalFetching)? = nil, observer: (any ImageManagerObserving)? = nil
  ) {
    self.init(
      configuration: configuration, ledger: ledger, executor: executor, codec: PortableCodec(),
      originals: originals, observer: observer)
  }
}
