/// How an image is wanted, apart from its size.
public struct ImageRequestOptions: Hashable, Sendable {
  /// How important a request is beside others.
  public enum Priority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// After all else, also what is only to be cached.
    case low
    /// As cells on screen are: before what is only to be cached, and in the manager's ``RequestOrder`` among others.
    case normal
    /// Before all else, such as the one photo that the user has opened.
    case high

    /// Orders by importance.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

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
  /// How important the request is; ``Priority/normal`` by default, and to be changed while it waits by
  /// ``ImageRequesting/setPriority(_:for:)``.
  ///
  /// An image for which several requests wait has the highest of their priorities.
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
