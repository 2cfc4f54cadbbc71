/// Whether a run keeps thumbnails on disk, and for how long.
package enum ThumbnailStoreKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Not at all.
  case off = "none"
  /// As long as the process lives.
  case volatile
  /// From visit to visit.
  case persistent
}
