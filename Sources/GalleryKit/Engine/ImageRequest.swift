/// How an image is wanted, apart from its size.
public struct ImageRequestOptions: Hashable, Sendable {
  /// How closely the image must match the target; ``ResizeMode/fast`` by default.
  public var resizeMode: ResizeMode
  /// The part that is wanted of the upright picture; all of it by default.
  ///
  /// Less than all implies ``ResizeMode/exact``.
  public var cropRect: NormalizedRect
  /// Which colours the pixels mean; ``ColorMode/sRGB`` by default.
  public var colorMode: ColorMode
  /// Which images may be delivered; ``DeliveryMode/opportunistic`` by default.
  public var deliveryMode: DeliveryMode
  /// Which state of the photo is wanted; ``ImageVersion/current`` by default.
  public var version: ImageVersion
  /// Whether the request ends before `requestImage` returns; false by default.
  ///
  /// It then gives one image, of high quality, whatever ``deliveryMode`` says. The calling thread waits, and decodes meanwhile if all decoders wait for it.
  public var isSynchronous: Bool
  /// Whether an original that is not at hand may be downloaded; false by default, and the request then ends with what
  /// there is, and says that the rest is in the cloud.
  public var isNetworkAccessAllowed: Bool
  /// Whether a damaged picture is refused rather than delivered as far as it goes; false by default.
  ///
  /// Counted is damage that decoding met: rows that no image needs are not read for it.
  public var isStrict: Bool
  /// Where the photo stands in its grid, by which an order knows when its cell is on screen; `nil`, the default, where
  /// that means nothing.
  ///
  /// It goes with ``CachingImageManager/follow(_:)``.
  public var position: Int?

  /// Makes options.
  public init(
    resizeMode: ResizeMode = .fast, cropRect: NormalizedRect = .whole, colorMode: ColorMode = .sRGB,
    deliveryMode: DeliveryMode = .opportunistic,
    version: ImageVersion = .current, isSynchronous: Bool = false, isNetworkAccessAllowed: Bool = false,
    isStrict: Bool = false, position: Int? = nil
  ) {
    self.resizeMode = resizeMode
    self.cropRect = cropRect
    self.colorMode = colorMode
    self.deliveryMode = deliveryMode
    self.version = version
    self.isSynchronous = isSynchronous
    self.isNetworkAccessAllowed = isNetworkAccessAllowed
    self.isStrict = isStrict
    self.position = position
  }

  /// The delivery mode that holds: a synchronous request gives one image, the final one.
  var effectiveDeliveryMode: DeliveryMode { isSynchronous ? .highQualityFormat : deliveryMode }
}

/// Names a request for as long as its ``ImageManager`` lives; never used twice.
public struct ImageRequestID: Hashable, Sendable, Comparable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Orders by when the requests were made.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What a request gives its handler, and what is known about it.
///
/// A request gives perhaps one degraded image, and then exactly one final result: the image, an error, or the word that
/// it was cancelled. With ``DeliveryMode/fastFormat`` a degraded image may be the final result.
public struct ImageResponse: Sendable {
  /// The request that this answers.
  public let requestID: ImageRequestID
  /// What there is to show, or why there is nothing.
  public let result: ImageResult
  /// Whether no other response follows.
  public let isFinal: Bool
  /// Whether the full image is, or would be, to be had at once: its original is at hand and not behind a network.
  public let isFullImageAvailable: Bool

  package init(
    requestID: ImageRequestID, result: ImageResult, isFinal: Bool, isFullImageAvailable: Bool = true
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
    case .failure, .cancelled: nil
    }
  }

  /// Whether the image is a degraded one, shown until or instead of the one that was asked for.
  public var isDegraded: Bool {
    if case .degraded = result { true } else { false }
  }

  /// Whether the request was cancelled before its image was there.
  public var isCancelled: Bool {
    if case .cancelled = result { true } else { false }
  }

  /// Whether the original is in the cloud and was not downloaded: not yet, or because the request did not allow it.
  public var isInCloud: Bool { !isFullImageAvailable || error?.kind == .inCloud }

  /// Why there is no image.
  public var error: ImageError? {
    if case .failure(let error) = result { error } else { nil }
  }
}

/// What a response holds.
public enum ImageResult: Sendable {
  /// An image to show until the final one is there, or in its place.
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
