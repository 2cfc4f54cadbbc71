internal import GRDB
internal import GalleryEngine

/// Who uses a library, and what the catalogue says that they may see.
enum ClientAccess: Sendable {
  /// Whoever owns the catalogue: everything, without being asked.
  case owner
  /// A client, known by its name, who has to be let in.
  case client(String, prompt: any LibraryPrompting, grant: AccessGrant)

  /// What the assets that are given out are to be held to.
  var grant: AccessGrant? {
    if case .client(_, _, let grant) = self { grant } else { nil }
  }

  /// The condition that an asset is there, and may be seen by a client whose access is limited; all may be by `nil`.
  static func mayBeSeen(by client: String?) -> SQL {
    guard let client else { return "asset.isMissing = 0" }
    return "asset.isMissing = 0 AND asset.id IN (SELECT asset FROM permitted WHERE client = \(client))"
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
  static func save(_ decision: AuthorizationDecision, of client: String, _ db: Database) throws {
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

extension AuthorizationDecision {
  var status: AuthorizationStatus {
    switch self {
    case .restricted: .restricted
    case .denied: .denied
    case .authorized: .authorized
    case .limited: .limited
    }
  }
}
