internal import GRDB
internal import GalleryEngine

/// One state of the catalogue, which stays as it is for as long as somebody holds it.
final class CatalogueSnapshot: Sendable {
  /// Tells the state from others; see ``LoggedChange``.
  let revision: Int64
  private let snapshot: DatabaseSnapshot
  private let path: String

  init(_ snapshot: DatabaseSnapshot, path: String) throws {
    self.snapshot = snapshot
    self.path = path
    revision = try snapshot.read(LoggedChange.revision)
  }

  /// Runs `body` on that state; one reader at a time.
  func read<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    do { return try snapshot.read(body) } catch { throw LibraryError(error, catalogue: path) }
  }
}
