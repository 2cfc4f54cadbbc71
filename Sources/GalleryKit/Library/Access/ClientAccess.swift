internal import GRDB
internal import GalleryEngine
internal import Locking

/// Who uses a library, and what the catalogue says that they may see.
enum ClientAccess: Sendable {
  /// The catalogue's owner: everything, without being asked.
  case owner
  /// A client, known by its name, who has to be let in.
  case client(String, prompt: any LibraryPrompting, grant: AccessGrant)

  /// What the assets that are given out are to be held to.
  var grant: AccessGrant? {
    if case .client(_, _, let grant) = self { grant } else { nil }
  }

  /// The condition that an asset is there, and may be seen by a client whose access is limited; all may be by `nil`.
  static func mayBeSeen(by client: String?) -> SQL {
    client == nil ? "asset.isMissing = 0" : "asset.isMissing = 0 AND \(literal: isPermitted(to: client))"
  }

  /// The condition that an asset, there or missing, is none of those that are kept from such a client.
  static func isPermitted(to client: String?) -> SQL {
    client.map { "asset.id IN (SELECT asset FROM permitted WHERE client = \($0))" } ?? "TRUE"
  }

  /// What the catalogue has of the client's status.
  func status(_ db: Database) throws -> AuthorizationStatus {
    guard case .client(let name, _, _) = self else { return .authorized }
    return try .of(name, db)
  }

  /// The client's row, by which the log names it.
  func row(_ db: Database) throws -> UInt32? {
    guard case .client(let name, _, _) = self else { return nil }
    return try UInt32.fetchOne(
      db.cachedStatement(sql: "SELECT rowid FROM client WHERE name = ?"), arguments: [name])
  }

  /// Whose assets a query has to be limited to, or `nil` if it may find all.
  ///
  /// - Throws: ``LibraryError/accessDenied(_:)`` if nothing may be found at all.
  func limit(_ db: Database) throws -> String? {
    guard case .client(let name, _, _) = self else { return nil }
    let status = try status(db)
    switch status {
    case .authorized: return nil
    case .limited: return name
    case .notDetermined, .restricted, .denied: throw LibraryError.accessDenied(status)
    }
  }

  /// Writes down what was decided, in place of what was before.
  static func save(_ decision: AuthorizationStatus.Decision, of client: String, _ db: Database) throws {
    try db.execute(
      sql:
        "INSERT INTO client (name, status) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET status = excluded.status",
      arguments: [client, decision.status.rawValue])
    try db.execute(sql: "DELETE FROM permitted WHERE client = ?", arguments: [client])
    if case .limited(let identifiers) = decision {
      try db.execute(
        literal: """
          INSERT INTO permitted (client, asset)
          SELECT \(client), id FROM asset WHERE identifier IN (\(literal: SQLList.of(Array(identifiers))))
          """)
    }
    try LoggedChange.accessChanged(of: client, db)
  }
}

extension AuthorizationStatus {
  /// What the catalogue has of a client's status.
  static func of(_ client: String, _ db: Database) throws -> AuthorizationStatus {
    let text = try String.fetchOne(
      db.cachedStatement(sql: "SELECT status FROM client WHERE name = ?"), arguments: [client])
    return text.flatMap(AuthorizationStatus.init) ?? .notDetermined
  }
}

extension AuthorizationStatus.Decision {
  var status: AuthorizationStatus {
    switch self {
    case .restricted: .restricted
    case .denied: .denied
    case .authorized: .authorized
    case .limited: .limited
    }
  }
}

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
