internal import GRDB
internal import GalleryEngine

/// A client's access to a library.
public enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
  /// The user has not been asked yet; nothing can be read.
  case notDetermined
  /// No user may decide; nothing can be read.
  case restricted
  /// The user denied access; nothing can be read.
  case denied
  /// The client sees everything.
  case authorized
  /// The client sees the assets that the user chose, and no others.
  case limited

  /// The user's answer to a client's request for access.
  public enum Decision: Hashable, Sendable {
    /// No user may decide.
    case restricted
    /// No access.
    case denied
    /// Access to everything.
    case authorized
    /// Access to the assets of these identifiers; unknown identifiers are ignored.
    case limited(Set<String>)
  }
}

/// Asks the user: a dialogue in an app, an option on a command line, an answer known beforehand in a test.
public protocol LibraryPrompting: Sendable {
  /// Asks whether the client of that name may use a library; the prompt may read all of it, to let the user choose.
  func authorize(_ client: String, toUse library: PhotoLibrary) async -> AuthorizationStatus.Decision

  /// Asks whether these assets may be deleted, with the originals that the library keeps; they are all that a change would
  /// delete, at least one.
  func confirmDeletion(of assets: [Asset]) async -> Bool
}

/// A prompt that always gives the same answers, without asking.
public struct FixedAnswers: LibraryPrompting {
  /// The granted access.
  public var decision: AuthorizationStatus.Decision
  /// Whether assets may be deleted.
  public var allowsDeletion: Bool

  /// Makes answers.
  public init(_ decision: AuthorizationStatus.Decision, allowsDeletion: Bool) {
    self.decision = decision
    self.allowsDeletion = allowsDeletion
  }

  /// See ``LibraryPrompting``.
  public func authorize(_ client: String, toUse library: PhotoLibrary) async -> AuthorizationStatus.Decision {
    decision
  }

  /// See ``LibraryPrompting``.
  public func confirmDeletion(of assets: [Asset]) async -> Bool { allowsDeletion }
}

extension PhotoLibrary {
  /// This client's access, as the catalogue records it.
  public func authorizationStatus() throws(LibraryError) -> AuthorizationStatus {
    try database.read { try access.status($0) }
  }

  /// Asks for access, unless the user has decided before, and returns the current access.
  ///
  /// Fetch after access is granted: until then every fetch throws ``LibraryError/accessDenied(_:)``.
  @discardableResult
  public func requestAuthorization() async throws(LibraryError) -> AuthorizationStatus {
    let known = try authorizationStatus()
    guard case .client(let name, let prompt, _) = access, known == .notDetermined else { return known }
    let decision = await prompt.authorize(name, toUse: ownersView)
    try database.write { db in
      // Another request may have been answered meanwhile.
      guard try access.status(db) == .notDetermined else { return }
      try ClientAccess.save(decision, of: name, db)
    }
    return try authorizationStatus()
  }

  /// Asks again, and replaces the earlier decision, so that the user can change the chosen assets or withdraw access.
  @discardableResult
  public func reviewAuthorization() async throws(LibraryError) -> AuthorizationStatus {
    guard case .client(let name, let prompt, _) = access else { return .authorized }
    let decision = await prompt.authorize(name, toUse: ownersView)
    try database.write { db in try ClientAccess.save(decision, of: name, db) }
    return decision.status
  }
}
