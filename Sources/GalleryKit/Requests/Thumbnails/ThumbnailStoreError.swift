internal import GalleryEngine

/// What is wrong with a thumbnail store, or with an entry of it.
///
/// None of these keeps an image from being delivered: what the store does not have is decoded.
public struct ThumbnailStoreError: Error, Hashable {
  /// What kind of failure it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The folder cannot be made, opened or listed.
    case folder
    /// Another process, or another store of this one, writes to the folder; this one only reads.
    case inUse
    /// An entry was not what had been written; it was dropped.
    case damaged
    /// An entry cannot be read.
    case unreadable
    /// A thumbnail cannot be written: the disk is full, read only, or gone.
    case unwritable
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// The file or folder.
  public let path: String
  /// What was expected and found, in words.
  public let reason: String
}

extension ThumbnailStoreError: CustomStringConvertible {
  /// The file, and what is wrong with it.
  public var description: String { "\(path): \(reason)" }
}
