/// Names a request for as long as its ``ImageManager`` lives; never used twice.
public struct ImageRequestID: Hashable, Sendable, Comparable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Orders by when the requests were made.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// How an image is wanted, apart from its size.
public struct ImageRequestOptions: Hashable, Sendable {
  /// How closely the image must match the target; ``ResizeMode/fast`` by default.
  public var resizeMode: ResizeMode
  /// Which images may be delivered; ``DeliveryMode/opportunistic`` by default.
  public var deliveryMode: DeliveryMode

  /// Makes options.
  public init(resizeMode: ResizeMode = .fast, deliveryMode: DeliveryMode = .opportunistic) {
    self.resizeMode = resizeMode
    self.deliveryMode = deliveryMode
  }
}

/// What a request gives its handler: perhaps one degraded image, then exactly one of the others.
public enum ImageResult: Sendable {
  /// An image to show until the final one is there. Another result follows, unless the request was made with
  /// ``DeliveryMode/fastFormat``.
  case degraded(DecodedImage)
  /// The image as it was asked for.
  case image(DecodedImage)
  /// There will be no image.
  case failure(ImageError)
  /// The request was cancelled before its image was there.
  case cancelled
}

/// Why there is no image of an asset.
public struct ImageError: Error, Hashable, CustomStringConvertible {
  /// The asset's ``Asset/localIdentifier``.
  public let asset: String
  /// What was wrong with which file, in words.
  public let reason: String
  /// Whether it was memory that ran out, and not the file that is bad.
  public let isOutOfMemory: Bool

  /// Makes an error.
  public init(asset: String, reason: String, isOutOfMemory: Bool = false) {
    self.asset = asset
    self.reason = reason
    self.isOutOfMemory = isOutOfMemory
  }

  /// The asset and the reason.
  public var description: String { "asset \(asset): \(reason)" }
}
