public import Foundation

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
  public let mediaSubtypes: MediaSubtypes
  /// What the photos of one burst have in common; `nil` of a single photo.
  public let burstIdentifier: String?
  /// Whether it stands for its burst where only one photo of it is shown.
  public let representsBurst: Bool
  /// Who chose it from its burst.
  public let burstSelectionTypes: BurstSelectionTypes
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

  /// Whether the original comes over the network before it can be decoded.
  public var isRemote: Bool { original.remoteURL != nil }

  /// Whether the photo was edited.
  public var hasAdjustments: Bool { adjustments != nil }

  /// Why the original could not be read when it was indexed, or `nil` if it could.
  public var failure: String? { original.failure }

  package init(
    localIdentifier: String, pixelSize: PixelSize, orientation: ImageOrientation = .up,
    creationDate: Date, modificationDate: Date, location: Location? = nil, isHidden: Bool = false,
    isFavorite: Bool = false, mediaSubtypes: MediaSubtypes = [], burstIdentifier: String? = nil,
    representsBurst: Bool = false, burstSelectionTypes: BurstSelectionTypes = [],
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

/// The encoded file behind an asset, as the index found it.
package struct Original: Hashable, Sendable {
  /// Where the file is; of one that is remote, where a download puts it.
  package var path: String
  /// Where the file comes from, if it is not on this machine from the beginning.
  package var remoteURL: URL?
  /// How it is encoded.
  package var format: ImageFormat
  /// Its weight in bytes.
  package var byteCount: Int
  /// Whether it carries a small picture of itself, in EXIF data or as the Multi-Picture Format has it, that can stand in
  /// until it is decoded.
  package var hasEmbeddedThumbnail: Bool
  /// Why it cannot be decoded, as the index learned, or `nil`.
  package var failure: String?

  /// Whether it begins with scans that tell the whole picture coarsely.
  package var hasFirstScans: Bool { format == .jpegProgressive }

  package init(
    path: String, remoteURL: URL? = nil, format: ImageFormat, byteCount: Int,
    hasEmbeddedThumbnail: Bool = false,
    failure: String? = nil
  ) {
    self.path = path
    self.remoteURL = remoteURL
    self.format = format
    self.byteCount = byteCount
    self.hasEmbeddedThumbnail = hasEmbeddedThumbnail
    self.failure = failure
  }
}

/// How an original is encoded.
public enum ImageFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// JPEG with one scan, or several non-progressive ones.
  case jpegBaseline
  /// Progressive JPEG, whose coefficients are all held until the last scan.
  case jpegProgressive
  /// PNG in rows from top to bottom.
  case png
  /// Adam7 interlaced PNG, which needs the whole picture.
  case pngInterlaced
  /// Neither, or unreadable.
  case unknown

  /// The uniform type identifier of the encoded bytes: `public.jpeg`, `public.png`, or `public.data` of what is neither.
  public var typeIdentifier: String {
    switch self {
    case .jpegBaseline, .jpegProgressive: "public.jpeg"
    case .png, .pngInterlaced: "public.png"
    case .unknown: "public.data"
    }
  }
}
