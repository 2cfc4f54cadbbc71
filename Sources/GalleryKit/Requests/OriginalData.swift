public import Foundation

/// An original as it is stored: its bytes, what they are, and how the picture in them must be turned.
public struct OriginalData: Sendable {
  /// The file.
  public let bytes: Data
  /// What the file is, as a uniform type identifier: `public.jpeg`, `public.png`.
  public let uniformTypeIdentifier: String
  /// How the stored picture must be turned.
  public let orientation: ImageOrientation
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
  /// Reads the original.
  ///
  /// - Throws: ``ImageError`` if it cannot be read, or is no picture.
  func readOriginal() throws(ImageError) -> OriginalData {
    if let failure { throw ImageError(asset: localIdentifier, reason: failure) }
    if original.remoteURL != nil, !OriginalFile.exists(original.path) {
      throw ImageError(
        asset: localIdentifier,
        reason: "its original is in the cloud; ask for an image with network access allowed first",
        kind: .inCloud)
    }
    do {
      return OriginalData(
        bytes: try Data(contentsOf: URL(fileURLWithPath: original.path)),
        uniformTypeIdentifier: original.format.typeIdentifier,
        orientation: orientation)
    } catch {
      throw ImageError(
        asset: localIdentifier, reason: "\(original.path): cannot be read: \(error.localizedDescription)")
    }
  }
}
