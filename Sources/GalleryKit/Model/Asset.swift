public import Foundation

/// What a library gives out: a light, immutable value that is named for as long as the library exists.
public protocol LibraryObject: Hashable, Sendable, Identifiable where ID == String {
  /// Names the object within its library.
  var localIdentifier: String { get }
}

extension LibraryObject {
  /// See ``localIdentifier``.
  public var id: String { localIdentifier }
}

/// One photo of a library: a value that names it and says what is known without opening its file.
///
/// An asset never holds pixels. Fetch it from a ``PhotoLibrary`` and ask an ``ImageManager`` for its image.
public struct Asset: LibraryObject {
  /// Names the asset for as long as its library exists.
  ///
  /// At most 15 bytes of ASCII, so that it is stored without an allocation and hashed quickly.
  public package(set) var localIdentifier: String
  /// The size in pixels of the upright original, before ``adjustments``, or an empty size if the file could not be read.
  public let pixelSize: PixelSize
  /// How the stored picture must be turned.
  public let orientation: ImageOrientation
  /// When the photo was taken, or, where the file does not say, when its file was last changed.
  public package(set) var creationDate: Date
  /// When the original's file was last changed.
  public let modificationDate: Date
  /// Where the photo was taken, if it says.
  public let location: Location?
  /// Whether the user hid it; fetches leave hidden assets out unless told otherwise.
  public let isHidden: Bool
  /// Whether the user marked it as a favourite.
  public let isFavorite: Bool
  /// What kinds of photo it is.
  public let mediaSubtypes: Asset.MediaSubtypes
  /// What the photos of one burst have in common; `nil` of a single photo.
  public let burstIdentifier: String?
  /// Whether it stands for its burst where only one photo of it is shown.
  public let representsBurst: Bool
  /// Who chose it from its burst.
  public let burstSelectionTypes: Asset.BurstSelectionTypes
  /// The user's edits, which leave the original alone.
  public private(set) var adjustments: Adjustments?
  /// Counts how often what the asset looks like has changed.
  public package(set) var contentRevision: Int
  /// The asset's row in its catalogue, 0 of one that is in none; no other asset of it ever has the same.
  package let row: UInt32
  /// What it was given out under.
  package let grant: AssetGrant?
  /// The encoded file behind the asset.
  package var original: Original

  /// The asset as that version of it looks.
  ///
  /// What it looked like before its edits has revisions of its own, below zero, so that neither version is taken for the
  /// other.
  package func version(_ version: ImageVersion) -> Asset {
    guard version != .current, adjustments != nil else { return self }
    var asset = self
    asset.adjustments = nil
    asset.contentRevision = -1 - contentRevision
    return asset
  }

  /// The name of the original's file, without its folder, such as `IMG_0042.HEIC`.
  public var fileName: String { original.fileName }

  /// The type of the original's file, such as `public.heic`; `public.data` of one that could not be read.
  public var uniformTypeIdentifier: String { original.format.typeIdentifier }

  /// The weight of the original's file, in bytes, when it was indexed.
  public var byteCount: Int { original.byteCount }

  /// Where the original's file is; `nil` of one that is in the cloud, and for a client from which the photo was taken back.
  ///
  /// It is there to be read: the photo's edits are not in it, and what is changed there, no library learns of before it is
  /// indexed again. For all else there is ``ImageRequesting/imageData(for:options:progressHandler:)``.
  public var fileURL: URL? {
    isGranted && !isRemote ? URL(fileURLWithPath: original.path, isDirectory: false) : nil
  }

  /// Whether the original comes over the network before it can be decoded.
  public var isRemote: Bool { original.remoteURL != nil }

  /// Whether the photo was edited.
  public var hasAdjustments: Bool { adjustments != nil }

  /// Why the original could not be read when it was indexed, or `nil` if it could.
  public var failure: String? { original.failure }

  package init(
    localIdentifier: String, pixelSize: PixelSize, orientation: ImageOrientation = .up,
    creationDate: Date, modificationDate: Date, location: Location? = nil, isHidden: Bool = false,
    isFavorite: Bool = false, mediaSubtypes: Asset.MediaSubtypes = [], burstIdentifier: String? = nil,
    representsBurst: Bool = false, burstSelectionTypes: Asset.BurstSelectionTypes = [],
    adjustments: Adjustments? = nil, contentRevision: Int = 0, row: UInt32 = 0, grant: AssetGrant? = nil,
    original: Original
  ) {
    self.localIdentifier = localIdentifier
    self.pixelSize = pixelSize
    self.orientation = orientation
    self.creationDate = creationDate
    self.modificationDate = modificationDate
    self.location = location
    self.isHidden = isHidden
    self.isFavorite = isFavorite
    self.mediaSubtypes = mediaSubtypes
    self.burstIdentifier = burstIdentifier
    self.representsBurst = representsBurst
    self.burstSelectionTypes = burstSelectionTypes
    self.adjustments = adjustments
    self.contentRevision = contentRevision
    self.row = row
    self.grant = grant
    self.original = original
  }
}

/// Says at any moment which assets a client may see.
package protocol AssetGranting: AnyObject, Sendable {
  /// Whether images of the asset in that row of the catalogue may be had.
  func allows(_ row: UInt32) -> Bool
}

/// The grant that an asset was given under, if any; it does not count when assets are compared.
package struct AssetGrant: Hashable, Sendable {
  private let source: (any AssetGranting)?

  /// Makes a grant; without a source it allows everything.
  package init(_ source: (any AssetGranting)?) { self.source = source }

  /// Whether the source allows images of the asset in that row.
  fileprivate func allows(_ row: UInt32) -> Bool { source?.allows(row) ?? true }

  /// True.
  package static func == (left: Self, right: Self) -> Bool { true }
  /// Adds nothing.
  package func hash(into hasher: inout Hasher) {}
}

extension Asset {
  /// Whether images of the asset may still be had.
  package var isGranted: Bool { grant?.allows(row) ?? true }
}
