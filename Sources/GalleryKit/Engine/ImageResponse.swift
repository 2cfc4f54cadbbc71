public import Foundation

/// What a request gives its handler, and what is known about it.
///
/// A request for an image gives perhaps one degraded image, and then exactly one final result: the image, an error, or the
/// word that it was cancelled. With ``DeliveryMode/fastFormat`` a degraded image may be the final result. A request for
/// an original's bytes gives one final result.
public struct ImageResponse: Sendable {
  /// The request that this answers.
  public let requestID: ImageRequestID
  /// What there is to show, or why there is nothing.
  public let result: Content
  /// Whether no other response follows.
  public let isFinal: Bool
  /// Whether the full image is, or would be, to be had at once: its original is at hand and not behind a network.
  public let isFullImageAvailable: Bool

  package init(
    requestID: ImageRequestID, result: Content, isFinal: Bool, isFullImageAvailable: Bool = true
  ) {
    self.requestID = requestID
    self.result = result
    self.isFinal = isFinal
    self.isFullImageAvailable = isFullImageAvailable
  }

  /// The image to show, degraded or not.
  public var image: DecodedImage? {
    switch result {
    case .degraded(let image), .image(let image): image
    case .data, .failure, .cancelled: nil
    }
  }

  /// The original, where its bytes were asked for.
  public var data: OriginalData? {
    if case .data(let data) = result { data } else { nil }
  }

  /// Whether the image is a degraded one, shown until or instead of the one that was asked for.
  public var isDegraded: Bool {
    if case .degraded = result { true } else { false }
  }

  /// Whether the request was cancelled before what it asked for was there.
  public var isCancelled: Bool {
    if case .cancelled = result { true } else { false }
  }

  /// Whether the original is in the cloud and was not downloaded: not yet, or because the request did not allow it.
  public var isInCloud: Bool { !isFullImageAvailable || error?.kind == .inCloud }

  /// Why there is no image, or no original.
  public var error: ImageError? {
    if case .failure(let error) = result { error } else { nil }
  }
}

extension ImageResponse {
  /// What a response holds.
  public enum Content: Sendable {
    /// An image to show until the final one is there, or in its place.
    case degraded(DecodedImage)
    /// The image as it was asked for.
    case image(DecodedImage)
    /// The original, where its bytes were asked for.
    case data(OriginalData)
    /// There will be neither.
    case failure(ImageError)
    /// The request was cancelled before what it asked for was there.
    case cancelled
  }
}

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

/// Why there is no image of an asset, or no original.
public struct ImageError: Error, Hashable, CustomStringConvertible {
  /// What went wrong.
  public enum Kind: Hashable, Sendable {
    /// The original's file is not there: it was moved or removed, or its disk is away.
    case missing
    /// The original cannot be read, or is no picture.
    case unreadable
    /// The picture is damaged, and the request was strict.
    case damaged
    /// Memory ran out; the file is not to blame.
    case outOfMemory
    /// The original is not at hand, and the request allowed no network.
    case inCloud
    /// The user has taken back, or never given, access to the asset.
    case accessDenied
    /// The original could not be downloaded.
    case network
  }

  /// The asset's ``Asset/localIdentifier``.
  public let asset: String
  /// What was wrong with which file, in words.
  public let reason: String
  /// What went wrong.
  public let kind: Kind

  /// Makes an error.
  public init(asset: String, reason: String, kind: Kind = .unreadable) {
    self.asset = asset
    self.reason = reason
    self.kind = kind
  }

  /// The asset and the reason.
  public var description: String { "asset \(asset): \(reason)" }
}
