public import Foundation

/// Options of an image request, apart from the size.
public struct ImageRequestOptions: Hashable, Sendable {
  /// A request's importance compared with others, the least first.
  public enum Priority: Hashable, Sendable, Comparable, CaseIterable {
    /// After all else, prefetches included; a prefetch of the same image keeps its place.
    case low
    /// The priority of cells on screen: the manager's ``RequestOrder`` ranks them, usually before prefetches.
    case normal
    /// Before all else, such as the one photo that the user has opened.
    case high
  }

  /// How closely the image must match the target; ``ResizeMode/fast`` by default.
  public var resizeMode: ResizeMode
  /// The wanted part of the upright picture; all of it by default.
  ///
  /// Anything less implies ``ResizeMode/exact``.
  public var cropRect: NormalizedRect
  /// The pixels' colour mode; ``ColorMode/sRGB`` by default.
  public var colorMode: ColorMode
  /// The images that may be delivered; ``DeliveryMode/opportunistic`` by default.
  public var deliveryMode: DeliveryMode
  /// The wanted version of the photo; ``ImageVersion/current`` by default.
  public var version: ImageVersion
  /// Whether the request ends before `requestImage` returns; false by default.
  ///
  /// It then gives one image, of high quality, whatever ``deliveryMode`` says. The calling thread waits, and meanwhile does work
  /// that no decoder has begun; other requests' handlers may run on it, so it must hold no lock that a handler takes.
  public var isSynchronous: Bool
  /// Whether an original that is not on this machine may be downloaded; false by default.
  ///
  /// If false, the request ends with the available images and reports that the original is in the cloud.
  public var isNetworkAccessAllowed: Bool
  /// Whether a damaged picture is refused rather than delivered as far as it goes; false by default.
  ///
  /// Only damage that decoding meets counts: rows that no image needs are not read.
  public var isStrict: Bool
  /// The photo's position in its grid, which tells an order when its cell is on screen; `nil`, the default, if it has none.
  ///
  /// Use it with ``CachingImageManager/follow(_:)``.
  public var position: Int?
  /// The request's priority; ``Priority/normal`` by default.
  ///
  /// ``ImageRequesting/setPriority(_:for:)`` changes it while the request waits. An image for which several requests wait has the
  /// highest of their priorities.
  public var priority: Priority

  /// Makes options.
  public init(
    resizeMode: ResizeMode = .fast, cropRect: NormalizedRect = .whole, colorMode: ColorMode = .sRGB,
    deliveryMode: DeliveryMode = .opportunistic,
    version: ImageVersion = .current, isSynchronous: Bool = false, isNetworkAccessAllowed: Bool = false,
    isStrict: Bool = false, position: Int? = nil, priority: Priority = .normal
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
    self.priority = priority
  }
}

/// Names a request for as long as its ``ImageManager`` lives; never used twice.
public struct ImageRequestID: Hashable, Sendable, Comparable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Orders by the time of the request.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A response to a request, as its handler receives it.
///
/// A request for an image delivers at most one degraded image, and then exactly one final result: the image, an error, or its
/// cancellation. With ``DeliveryMode/fastFormat`` a degraded image may be the final result. A request for an original's bytes
/// delivers one final result.
public struct ImageResponse: Sendable {
  /// The request that this answers.
  public let requestID: ImageRequestID
  /// The response's content.
  public let result: Content
  /// Whether no other response follows.
  public let isFinal: Bool
  /// Whether the full image is, or would be, available at once: its original is on this machine and need not be downloaded.
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

  /// The original, if its bytes were requested.
  public var data: OriginalData? {
    if case .data(let data) = result { data } else { nil }
  }

  /// Whether the image is degraded, shown until or instead of the requested one.
  public var isDegraded: Bool {
    if case .degraded = result { true } else { false }
  }

  /// Whether the request was cancelled before its result was ready.
  public var isCancelled: Bool {
    if case .cancelled = result { true } else { false }
  }

  /// Whether the original is in the cloud and was not downloaded: not yet, because the request did not allow a download, or
  /// because the download failed.
  public var isInCloud: Bool {
    error.map { [.inCloud, .network].contains($0.kind) } ?? !isFullImageAvailable
  }

  /// The error, if there is no image or original.
  public var error: ImageError? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// The content of a response.
  public enum Content: Sendable {
    /// An image to show until, or instead of, the final one.
    case degraded(DecodedImage)
    /// The image as requested.
    case image(DecodedImage)
    /// The original, if its bytes were requested.
    case data(OriginalData)
    /// No image or original follows.
    case failure(ImageError)
    /// The request was cancelled before its result was ready.
    case cancelled
  }
}

/// A photo as a file: its bytes, their type, and the orientation of the picture.
///
/// It is the original as stored, or, if the current version of an edited photo is wanted, a new file of that picture.
public struct OriginalData: Sendable {
  /// The file.
  public let bytes: Data
  /// The file's uniform type identifier: `public.jpeg`, `public.png`.
  public let uniformTypeIdentifier: String
  /// The turn that brings the picture upright.
  public let orientation: ImageOrientation
  /// The damage of the edited picture, in the decoder's words; `nil` if it was sound, and for an original as stored, which is not
  /// decoded.
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

/// The reason for an asset's missing image or original.
public struct ImageError: Error, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Hashable, Sendable {
    /// The original's file is missing: it was moved or removed, or its disk is not connected.
    case missing
    /// The original cannot be read, or is no picture.
    case unreadable
    /// The picture is damaged, and the request was strict.
    case damaged
    /// Memory ran out; the file is not to blame.
    case outOfMemory
    /// The original is not on this machine, and the request allowed no network.
    case inCloud
    /// The user has revoked, or never granted, access to the asset.
    case accessDenied
    /// The original could not be downloaded.
    case network
  }

  /// The asset's ``Asset/localIdentifier``.
  public let asset: String
  /// The failure in words, with the file unless access to it was refused.
  public let reason: String
  /// The kind of failure.
  public let kind: Kind

  /// Makes an error.
  public init(asset: String, reason: String, kind: Kind = .unreadable) {
    self.asset = asset
    self.reason = reason
    self.kind = kind
  }

  /// Makes the error of an asset; adds its file to a reason that does not name it.
  package init(_ reason: String, of asset: Asset, kind: Kind = .unreadable) {
    let file = asset.original.remoteURL?.absoluteString ?? asset.original.path
    let isNamed = file.isEmpty || reason.contains(file)
    self.init(asset: asset.localIdentifier, reason: isNamed ? reason : "\(file): \(reason)", kind: kind)
  }

  /// The asset and the reason.
  public var description: String { "asset \(asset): \(reason)" }
}
