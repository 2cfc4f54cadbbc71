internal import Foundation
internal import GalleryEngine

extension Asset {
  /// Reads the original, or makes a file of the edited picture; fails where neither can be had.
  func readData(ledger: MemoryLedger) -> Result<OriginalData, ImageError> {
    Result { () throws(ImageError) in
      do {
        if let adjustments, !adjustments.isEmpty {
          return try edited(adjustments, ledger: ledger)
        }
        return OriginalData(
          bytes: try Data(contentsOf: URL(fileURLWithPath: original.path)),
          uniformTypeIdentifier: original.format.typeIdentifier,
          orientation: orientation)
      } catch let error as CodecError {
        throw ImageError(error, of: self)
      } catch {
        throw ImageError(
          asset: localIdentifier, reason: "\(original.path): cannot be read: \(error.localizedDescription)",
          kind: OriginalFile.exists(original.path) ? .unreadable : .missing)
      }
    }
  }

  /// A file of the original's kind with the whole edited picture in its own colours: a JPEG of quality 95, or a PNG.
  private func edited(_ adjustments: Adjustments, ledger: MemoryLedger) throws(CodecError) -> OriginalData {
    let whole = ImageSpecification(targetSize: .maximum, resizeMode: .none, colorMode: .asTagged)
    let image = try ImageDecoder.decode(
      path: original.path, as: whole, adjustments: adjustments, ledger: ledger)
    let exif = EXIFWriter(captureDate: creationDate)
    let bytes: [UInt8]
    switch original.format {
    case .png, .pngInterlaced:
      let writer = PNGWriter(keepsAlpha: true, exif: exif, colorProfile: image.colorProfile)
      bytes = try writer.encode(image.pixels)
    case .jpegBaseline, .jpegProgressive, .unknown:
      let writer = JPEGWriter(quality: 95, exif: exif, colorProfile: image.colorProfile)
      bytes = try writer.encode(image.pixels)
    }
    return OriginalData(
      bytes: Data(bytes), uniformTypeIdentifier: original.format.typeIdentifier, orientation: .up,
      damage: image.damage)
  }
}
