package import Foundation

/// Decodes originals, and makes files of edited ones: by C libraries that are the same everywhere, or by the system's codecs.
///
/// Images are upright, and have the size of their ``DecodePlan``, whichever codec makes them. Any thread may call.
package protocol ImageCodec: Sendable {
  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - path: a picture's path.
  ///   - specification: the wanted image.
  ///   - adjustments: edits to apply.
  ///   - ledger: books the image (as ``MemoryOwner/inFlight``) and working memory.
  /// - Throws: ``CodecError``, which names the file.
  func decode(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage

  /// Decodes the file's cheapest degraded image; `nil` if it has none.
  func degradedImage(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage?

  /// Makes a file of a whole picture: a PNG if it must be lossless, else a JPEG of quality 95.
  func file(of image: DecodedImage, isLossless: Bool, captureDate: Date) throws(CodecError) -> Data
}
