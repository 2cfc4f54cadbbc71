public import Foundation

/// A photo as a file: its bytes, what they are, and how the picture in them must be turned.
///
/// It is the original as it is stored, or, of an edited photo whose current version is wanted, a new file of that picture.
public struct OriginalData: Sendable {
  /// The file.
  public let bytes: Data
  /// What the file is, as a uniform type identifier: `public.jpeg`, `public.png`.
  public let uniformTypeIdentifier: String
  /// How the stored picture must be turned.
  public let orientation: ImageOrientation
  /// What was wrong with the picture that was edited, in the decoder's words; `nil` if it was sound, and of an original as
  /// it is stored, which nobody has decoded.
  public let damage: String?

  package init(
    bytes: Data, uniformTypeIdentifier: String, orientation: ImageOrientation, damage: String? = nil
  ) {
    self.bytes = bytes
    self.uniformTypeIdentifier = uniformTypeIdentifier
    self.orientation = orientation
    self.damage = damage
  }
}

/// What a request for an original's bytes gives its handler, once.
public struct OriginalDataResponse: Sendable {
  /// The request that this answers.
  public let requestID: ImageRequestID
  /// The bytes, or why there are none.
  public let result: OriginalDataResult
}

/// What a response for an original's bytes holds.
public enum OriginalDataResult: Sendable {
  /// The original.
  case data(OriginalData)
  /// There will be none.
  case failure(ImageError)
  /// The request was cancelled before.
  case cancelled
}

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
