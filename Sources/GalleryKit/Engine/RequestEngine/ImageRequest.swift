/// Options of an image request, apart from the size.
public struct ImageRequestOptions: Hashable, Sendable {
  /// A request's importance beside others.
  public enum Priority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// After all else, prefetches included.
    case low
    /// The priority of cells on screen: the manager's ``RequestOrder`` ranks them, usually before prefetches.
    case normal
    /// Before all else, such as the one photo that the user has opened.
    case high

    /// Orders by importance.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
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
  /// It then gives one image, of high quality, whatever ``deliveryMode`` says. The calling thread waits, and decodes meanwhile if
  /// all decoders wait for it.
  public var isSynchronous: Bool
  /// Whether an original that is not at hand may be downloaded; false by default.
  ///
  /// If false, the request ends with the images at hand and reports that the original is in the cloud.
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

  /// The effective delivery mode: a synchronous request delivers only the final image.
  var effectiveDeliveryMode: DeliveryMode { isSynchronous ? .highQualityFormat : deliveryMode }
}

/// Names a request for as long as its ``ImageManager`` lives; never used twice.
public struct ImageRequestID: Hashable, Sendable, Comparable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Orders by the time of the request.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
