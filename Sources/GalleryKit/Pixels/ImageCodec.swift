package import Foundation

/// Decodes originals, and makes files of edited ones: by C libraries that are the same everywhere, or by what the system has.
///
/// Images stand upright, and have the size that a ``DecodePlan`` says, whichever codec made them. Any thread may call.
package protocol ImageCodec: Sendable {
  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - path: of a picture.
  ///   - specification: what is wanted of it.
  ///   - adjustments: edits that are made on the way.
  ///   - ledger: where the image (as ``MemoryOwner/inFlight``) and working memory are booked.
  /// - Throws: ``CodecError``, which names the file.
  func decode(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage

  /// Decodes the cheapest degraded image that a file has of its picture; `nil` if it has none.
  func degradedImage(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage?

  /// Makes a file of a whole picture: a PNG where nothing may be lost, or else a JPEG of quality 95.
  func file(of image: DecodedImage, isLossless: Bool, captureDate: Date) throws(CodecError) -> Data
}
