internal import GRDB
internal import GalleryEngine

extension PhotoLibrary {
  /// What this client may see, as the catalogue has it.
  ///
  /// - Throws: `LibraryError` if the catalogue cannot be read.
  public func authorizationStatus() throws(LibraryError) -> AuthorizationStatus {
    try database.read { try access.status($0) }
  }

  /// Asks for access, unless the user has decided before.
  ///
  /// Fetch after it is granted: until then every fetch throws ``LibraryError/accessDenied(_:)``.
  ///
  /// - Returns: what the client may see now.
  /// - Throws: `LibraryError` if the catalogue cannot be read or written.
  @discardableResult
  public func requestAuthorization() async throws(LibraryError) -> AuthorizationStatus {
    let known = try authorizationStatus()
    guard case .client(let name, let prompt, _) = access, known == .notDetermined else { return known }
    let decision = await prompt.authorize(name, toUse: ownersView)
    try database.write { db in
      // Whoever asked at the same time may have had an answer first.
      guard try access.status(db) == .notDetermined else { return }
      try ClientAccess.save(decision, of: name, db)
    }
    return try authorizationStatus()
  }

  /// Asks once more, and puts what is decided in place of what was: how a user changes the chosen assets, or takes access
  /// back.
  ///
  /// - Returns: what the client may see now.
  /// - Throws: `LibraryError` if the catalogue cannot be read or written.
  @discardableResult
  public func reviewAuthorization() async throws(LibraryError) -> AuthorizationStatus {
    guard case .client(let name, let prompt, _) = access else { return .authorized }
    let decision = await prompt.authorize(name, toUse: ownersView)
    try database.write { db in try ClientAccess.save(decision, of: name, db) }
    return decision.status
  }
}
