public import Foundation

/// An object of a library: a light, immutable value whose name lasts as long as the library exists.
public protocol LibraryObject: Hashable, Sendable, Identifiable where ID == String {
  /// The object's name within its library.
  var localIdentifier: String { get }
}

extension LibraryObject {
  /// See ``localIdentifier``.
  public var id: String { localIdentifier }
}

/// One photo of a library: a value with its name and the facts that are known without opening its file.
///
/// An asset never holds pixels. Fetch it from a ``PhotoLibrary`` and ask an ``ImageManager`` for its image.
public struct Asset: LibraryObject {
  /// The asset's name, for as long as its library exists.
  ///
  /// At most 15 bytes of ASCII, so that it is stored without an allocation and hashed quickly.
  public package(set) var localIdentifier: String
  /// The size in pixels of the upright original, before ``adjustments``, or an empty size if the file could not be read.
  public let pixelSize: PixelSize
  /// The orientation of the stored picture.
  public let orientation: ImageOrientation
  /// The capture date, or, if the file does not state it, the date of the file's last change.
  ///
  /// A camera's clock without a time zone counts as one at the photo's place, or else in the library's time zone.
  public package(set) var creationDate: Date
  /// The seconds by which clocks at the photo's place are ahead of UTC; they decide its day.
  package let secondsEast: Int
  /// The date of the last change of the original's file.
  public let modificationDate: Date
  /// The place of capture, if the photo states it.
  public let location: Location?
  /// Whether the user hid it; fetches leave hidden assets out unless told otherwise.
  public let isHidden: Bool
  /// Whether the user marked it as a favourite.
  public let isFavorite: Bool
  /// The photo's kinds.
  public let mediaSubtypes: Asset.MediaSubtypes
  /// The identifier that the photos of one burst share; `nil` for a single photo.
  public let burstIdentifier: String?
  /// Whether it represents its burst where only one photo of the burst is shown.
  public let representsBurst: Bool
  /// The ways in which it was chosen from its burst.
  public let burstSelectionTypes: Asset.BurstSelectionTypes
  /// The user's edits, which leave the original alone.
  public private(set) var adjustments: Adjustments?
  /// The reason why the catalogue's record of the edits cannot be read, or `nil` if it can, or if there are none.
  private var adjustmentsFailure: String?
  /// The number of times that the asset's look has changed.
  public package(set) var contentRevision: Int
  /// The asset's row in its catalogue, which no other asset of the catalogue ever has; 0 if it is in none.
  package let row: UInt32
  package let grant: AssetGrant?
  package var original: Original

  /// The asset as it looks in a version.
  ///
  /// The unedited look has separate revisions, below zero, so that the two are never confused.
  package func version(_ version: ImageVersion) -> Asset {
    guard version != .current, hasAdjustments else { return self }
    var asset = self
    asset.adjustments = nil
    asset.adjustmentsFailure = nil
    asset.contentRevision = -1 - contentRevision
    return asset
  }

  /// The name of the original's file, without its folder, such as `IMG_0042.HEIC`.
  public var fileName: String { original.fileName }

  /// The type of the original's file, such as `public.heic`; `public.data` if it could not be read.
  public var uniformTypeIdentifier: String { original.format.typeIdentifier }

  /// The size of the original's file in bytes, when it was indexed.
  public var byteCount: Int { original.byteCount }

  /// The location of the original's file; `nil` if it is in the cloud, or if the client has lost access to the photo.
  ///
  /// Use it only for reading: the file lacks the photo's edits, and a library learns of changes there only when it is indexed
  /// again. For all else use ``ImageRequesting/imageData(for:options:progressHandler:)``.
  public var fileURL: URL? {
    refusal == nil && !isRemote ? URL(fileURLWithPath: original.path, isDirectory: false) : nil
  }

  /// Whether the original has to be downloaded before it can be decoded.
  public var isRemote: Bool { original.remoteURL != nil }

  /// Whether the photo was edited.
  public var hasAdjustments: Bool { adjustments != nil || adjustmentsFailure != nil }

  /// The reason why the original could not be read when it was indexed, or why its edits cannot be; `nil` if both can.
  public var failure: String? { original.failure ?? adjustmentsFailure }

  package init(
    localIdentifier: String, pixelSize: PixelSize, orientation: ImageOrientation = .up, creationDate: Date,
    secondsEast: Int = 0, modificationDate: Date, location: Location? = nil, isHidden: Bool = false,
    isFavorite: Bool = false, mediaSubtypes: Asset.MediaSubtypes = [], burstIdentifier: String? = nil,
    representsBurst: Bool = false, burstSelectionTypes: Asset.BurstSelectionTypes = [],
    adjustments: Adjustments? = nil, adjustmentsFailure: String? = nil, contentRevision: Int = 0,
    row: UInt32 = 0, grant: AssetGrant? = nil, original: Original
  ) {
    self.localIdentifier = localIdentifier
    self.pixelSize = pixelSize
    self.orientation = orientation
    self.creationDate = creationDate
    self.secondsEast = secondsEast
    self.modificationDate = modificationDate
    self.location = location
    self.isHidden = isHidden
    self.isFavorite = isFavorite
    self.mediaSubtypes = mediaSubtypes
    self.burstIdentifier = burstIdentifier
    self.representsBurst = representsBurst
    self.burstSelectionTypes = burstSelectionTypes
    self.adjustments = adjustments
    self.adjustmentsFailure = adjustmentsFailure
    self.contentRevision = contentRevision
    self.row = row
    self.grant = grant
    self.original = original
  }
}

/// The reason why images of an asset are refused.
package enum AssetRefusal: Hashable, Sendable {
  /// The user has revoked, or never granted, access to the asset.
  case denied
  /// The catalogue, which records the access, could not be read, for this reason.
  case unknown(String)
}

/// The access under which a client fetched an asset; comparisons of assets ignore it.
package struct AssetGrant: Hashable, Sendable {
  fileprivate let refusal: @Sendable (_ row: UInt32) -> AssetRefusal?

  /// Makes a grant; `refusal` says at any moment why the client may not get images of the asset in a row of the catalogue, or
  /// returns `nil` if it may.
  package init(_ refusal: @escaping @Sendable (_ row: UInt32) -> AssetRefusal?) { self.refusal = refusal }

  package static let everything = AssetGrant { _ in nil }

  package static func == (left: Self, right: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

extension Asset {
  /// The reason why the client may not get images of the asset now; `nil` if it may.
  package var refusal: AssetRefusal? { grant?.refusal(row) }

  /// The special kinds of a photo; the catalogue stores the bits, so their meaning never changes.
  public struct MediaSubtypes: OptionSet, Hashable, Sendable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A wide view, usually put together from several pictures.
    public static let photoPanorama = Asset.MediaSubtypes(rawValue: 1 << 0)
    /// Holds a gain map, with which a screen of high dynamic range shows it brighter.
    public static let photoHDR = Asset.MediaSubtypes(rawValue: 1 << 1)
    /// A screenshot.
    public static let photoScreenshot = Asset.MediaSubtypes(rawValue: 1 << 2)
    /// Holds a depth map, as portraits with a blurred background do.
    public static let photoDepthEffect = Asset.MediaSubtypes(rawValue: 1 << 4)
  }

  /// The ways in which a photo of a burst was chosen; empty if it was not chosen.
  public struct BurstSelectionTypes: OptionSet, Hashable, Sendable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The camera considers it the best of the burst.
    public static let autoPick = Asset.BurstSelectionTypes(rawValue: 1 << 0)
    /// The user chose it.
    public static let userPick = Asset.BurstSelectionTypes(rawValue: 1 << 1)
  }
}
