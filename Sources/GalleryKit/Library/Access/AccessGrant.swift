internal import GRDB
internal import GalleryEngine
internal import Locking

/// What a client may see at this moment: shared by all assets that it was given, so that taking access back, through
/// whichever object or process, holds for images of assets that it still has.
final class AccessGrant: AssetGranting {
  private enum Extent {
    case everything
    case nothing
    case rows(Set<UInt32>)
  }

  private struct State {
    var extent = Extent.nothing
    /// The state of the catalogue that says so, as SQLite counts them; `nil` before it was read.
    var version: Int64?
  }

  private let client: String
  /// A connection of its own, to which every change of the catalogue is another's; `nil` where it cannot be opened.
  private let catalogue: DatabaseQueue?
  private let state = Locked(State())

  /// - Parameters:
  ///   - client: the client's name.
  ///   - path: of the catalogue, which is there.
  init(to client: String, catalogue path: String) {
    self.client = client
    catalogue = try? DatabaseQueue(path: CatalogueFile(path: path).readOnlyPath, configuration: .reading)
  }

  /// Whether images of the asset in that row may be had; none may where the catalogue cannot be read.
  ///
  /// - Complexity: a look at memory that SQLite shares between processes; O(assets that the client may see) once after
  ///   each change of the catalogue.
  func allows(_ row: UInt32) -> Bool {
    guard let catalogue, (try? catalogue.read(refresh)) != nil else { return false }
    return state.withLock { state in
      switch state.extent {
      case .everything: true
      case .nothing: false
      case .rows(let rows): rows.contains(row)
      }
    }
  }

  private func refresh(_ db: Database) throws {
    let version = try Int64.fetchOne(db, sql: "PRAGMA data_version")
    guard version != state.withLock({ $0.version }) else { return }
    let extent: Extent =
      switch try AuthorizationStatus.of(client, db) {
      case .authorized: .everything
      case .limited:
        .rows(
          try Set(
            UInt32.fetchAll(db, sql: "SELECT asset FROM permitted WHERE client = ?", arguments: [client])))
      case .notDetermined, .restricted, .denied: .nothing
      }
    state.withLock { $0 = State(extent: extent, version: version) }
  }
}
