#if canImport(ImageIO)
  internal import CoreGraphics
  package import Foundation
  package import GalleryEngine
  internal import ImageIO

  /// Decodes by ImageIO, and draws by Core Graphics: every kind of picture that the system reads.
  ///
  /// The decoded part, its scale and its treatment follow the same ``DecodePlan`` as in all codecs. ImageIO reports
  /// neither the unreadable parts of a damaged file nor the number of bytes that it has read.
  package struct SystemCodec: ImageCodec {
    /// Makes the codec.
    package init() {}

    package func decode(
      path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
    ) throws(CodecError) -> DecodedImage {
      let file = try SystemFile(path)
      let order = DecodeOrder(
        orientation: file.orientation, specification: specification, adjustments: adjustments, ledger: ledger)
      let plan = order.plan(file.size, isJPEG: file.format == .jpegBaseline)
      return try SystemDrawing(plan, order, file: path).draw(file.image(ofSize: plan.scaledSize))
    }

    package func degradedImage(
      path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
    ) throws(CodecError) -> DecodedImage? {
      let file = try SystemFile(path)
      let degraded = DecodePlan.Degraded(pictureSize: file.size)
      guard let thumbnail = file.thumbnail else { return nil }
      let size = PixelSize(width: thumbnail.width, height: thumbnail.height)
      guard degraded.isServed(by: size) else { return nil }
      let order = DecodeOrder(
        orientation: file.orientation, specification: specification, adjustments: adjustments,
        degraded: degraded, ledger: ledger)
      return try SystemDrawing(order.plan(size, isJPEG: false), order, file: path).draw(thumbnail)
    }

    package func file(
      of image: DecodedImage, isLossless: Bool, captureDate: Date
    ) throws(CodecError) -> Data {
      let format = isLossless ? ImageFormat.png : .jpegBaseline
      let bytes = NSMutableData()
      guard let picture = image.cgImage,
        let destination = CGImageDestinationCreateWithData(
          bytes as CFMutableData, format.typeIdentifier as CFString, 1, nil)
      else {
        throw CodecError(file: "an edited picture", code: .outOfMemory, message: "no memory for its file")
      }
      let exif: [CFString: Any] = [kCGImagePropertyExifDateTimeOriginal: WrittenDate.exif(captureDate)]
      let properties: [CFString: Any] = [
        kCGImageDestinationLossyCompressionQuality: 0.95, kCGImagePropertyExifDictionary: exif,
      ]
      CGImageDestinationAddImage(destination, picture, properties as CFDictionary)
      guard CGImageDestinationFinalize(destination) else {
        throw CodecError(
          file: "an edited picture", code: .unreadable,
          message: "ImageIO writes no picture of \(image.pixels.size)")
      }
      return Data(referencing: bytes)
    }
  }
#endif
