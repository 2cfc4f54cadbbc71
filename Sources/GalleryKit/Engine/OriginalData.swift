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
  /// it is stored, which was not decoded.
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
  public let result: OriginalDataResponse.Content

  package init(requestID: ImageRequestID, result: OriginalDataResponse.Content) {
    (self.requestID, self.result) = (requestID, result)
  }
}

extension OriginalDataResponse {
  /// What a response for an original's bytes holds.
  public enum Content: Sendable {
    /// The original.
    case data(OriginalData)
    /// There will be none.
    case failure(ImageError)
    /// The request was cancelled before.
    case cancelled
  }
}
