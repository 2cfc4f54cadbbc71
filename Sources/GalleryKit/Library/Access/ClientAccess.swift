internal import GRDB
internal import GalleryEngine
internal import Support

/// The owner or a client of a library, with its access.
enum ClientAccess: Sendable {
  /// The catalogue's owner, who sees everything without authorization.
  case owner
  /// A client, known by its name, that needs authorization.
  case client(String, prompt: any LibraryPrompting, grant: AccessGrant)

  var grant: AssetGrant {
    if case .client(_, _, let grant) = self { AssetGrant { grant.refusal(of: $0) } } else { .everything }
  }

  /// The condition for an asset that is not missing and that a client of limited access may see; `nil` may see all.
  static func mayBeSeen(by client: String?) -> SQL {
    client == nil ? "asset.isMissing = 0" : "asset.isMissing = 0 AND \(literal: isPermitted(to: client))"
  }

  /// The condition for an asset, missing or not, that a client of limited access may see; `nil` may see all.
  static func isPermitted(to client: String?) -> SQL {
    client.map { "asset.id IN (SELECT asset FROM permitted WHERE client = \($0))" } ?? "TRUE"
  }

  func status(_ db: Database) throws -> AuthorizationStatus {
    guard case .client(let name, _, _) = self else { return .authorized }
    return try Self.status(of: name, db)
  }

  static func status(of client: String, _ db: Database) throws -> AuthorizationStatus {
    let text = try String.fetchOne(
      db.cachedStatement(sql: "SELECT status FROM client WHERE name = ?"), arguments: [client])
    return text.flatMap(AuthorizationStatus.init) ?? .notDetermined
  }

  /// The client's row, which names it in the log.
  func row(_ db: Database) throws -> UInt32? {
    guard case .client(let name, _, _) = self else { return nil }
    return try UInt32.fetchOne(
      db.cachedStatement(sql: "SELECT rowid FROM client WHERE name = ?"), arguments: [name])
  }

  /// The client to whose assets a query is limited, or `nil` if it may find all.
  ///
  /// - Throws: ``LibraryError/accessDenied(_:)`` if the client has no access.
  func limit(_ db: Database) throws -> String? {
    guard case .client(let name, _, _) = self else { return nil }
    let status = try status(db)
    switch status {
    case .authorized: return nil
    case .limited: return name
    case .notDetermined, .restricted, .denied: throw LibraryError.accessDenied(status)
    }
  }

  static func save(_ decision: AuthorizationStatus.Decision, of client: String, _ db: Database) throws {
    try db.execute(
      sql:
        "INSERT INTO client (name, status) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET status = excluded.status",
      arguments: [client, decision.status.rawValue])
    try db.execute(sql: "DELETE FROM permitted WHERE client = ?", arguments: [client])
    if case .limited(let identifiers) = decision { try permit(Array(identifiers), to: client, db) }
    try LoggedChange.accessChanged(of: client, db)
  }

  /// Lets a client of limited access see the assets of these identifiers.
  static func permit(_ identifiers: [String], to client: String, _ db: Database) throws {
    try db.execute(
      literal: """
        INSERT INTO permitted (client, asset)
        SELECT \(client), id FROM asset WHERE identifier IN (\(literal: SQLList.of(identifiers)))
        """)
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

/// A client's access at this moment.
///
/// All assets that the client fetched share it, so that withdrawing access, by any object or process, also affects images of
/// assets that the client still has.
final class AccessGrant: Sendable {
  private struct State {
    /// The rows of the assets that the client may see; `nil` for all.
    var rows: Set<UInt32>? = []
    /// SQLite's number for the state of the catalogue that `rows` reflects; `nil` before the first read.
    var version: Int64?
  }

  private let client: String
  private let path: String
  /// A separate connection, to which every change comes from another connection.
  private let catalogue: Result<DatabaseQueue, any Error>
  private let state = Locked(State())

  init(to client: String, catalogue path: String) {
    self.client = client
    self.path = path
    catalogue = Result { try CatalogueFile(path: path).reader() }
  }

  /// The reason why the client may not get images of the asset in that row; `nil` if it may.
  ///
  /// - Complexity: one read of memory that SQLite shares between processes; O(assets that the client may see) once after each
  ///   change of the catalogue.
  func refusal(of row: UInt32) -> AssetRefusal? {
    do { try catalogue.get().read(refresh) } catch {
      return .unknown("\(LibraryError(error, catalogue: path))")
    }
    return state.withLock { $0.rows?.contains(row) == false ? .denied : nil }
  }

  private func refresh(_ db: Database) throws {
    let version = try Int64.fetchOne(db, sql: "PRAGMA data_version")
    guard version != state.withLock({ $0.version }) else { return }
    let rows: Set<UInt32>? =
      switch try ClientAccess.status(of: client, db) {
      case .authorized: nil
      case .limited:
        try UInt32.fetchSet(db, sql: "SELECT asset FROM permitted WHERE client = ?", arguments: [client])
      case .notDetermined, .restricted, .denied: []
      }
    state.withLock { $0 = State(rows: rows, version: version) }
  }
}
