public import Foundation
internal import GalleryEngine

/// What a library holds, and what it would cost.
///
/// All but ``hidden`` and ``missing`` is about the photos that a default fetch finds: hidden and missing ones are left out.
public struct LibrarySummary: Sendable {
  /// The spread of picture sizes, in millions of pixels.
  public struct Megapixels: Hashable, Sendable {
    /// The smallest.
    public let min: Double
    /// The middle one, or halfway between the two middle ones.
    public let median: Double
    /// The largest.
    public let max: Double
  }

  /// Photos.
  public let photos: Int
  /// Photos whose original was not found when the folder was last indexed, and which are kept for when it returns.
  public let missing: Int
  /// Photos that are hidden, and not counted otherwise.
  public let hidden: Int
  /// Photos whose original cannot be read.
  public let failed: Int
  /// Originals on disk; fewer than photos in a synthetic library.
  public let distinctFiles: Int
  /// What the originals weigh on disk, each counted once.
  public let bytes: Int
  /// Photos by the format of their original.
  public let formats: [ImageFormat: Int]
  /// The spread of sizes, or `nil` if no photo can be read.
  public let megapixels: Megapixels?
  /// What all photos would take in memory, decoded at full size.
  public let decodedBytes: Int
  /// The earliest creation date, or `nil` without photos.
  public let firstCreationDate: Date?
  /// The latest creation date, or `nil` without photos.
  public let lastCreationDate: Date?
  /// Originals that cannot be read, in the order of their paths; the first hundred.
  public let failures: [LibraryFailure]
  /// Fingerprint of the photos' identifiers, sizes and weights in the order of a default fetch, in 64 hexadecimal
  /// digits; the same wherever the library's folder lies.
  public let sha256: String
}
