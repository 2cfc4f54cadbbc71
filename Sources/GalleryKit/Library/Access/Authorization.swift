internal import GRDB
internal import GalleryEngine

/// What a client may see of a library.
public enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
  /// The user was not asked yet; nothing can be read.
  case notDetermined
  /// No user may decide; nothing can be read.
  case restricted
  /// The user said no; nothing can be read.
  case denied
  /// Everything.
  case authorized
  /// The assets that the user chose; all others are as if they were not there.
  case limited
}

extension AuthorizationStatus {
  /// What the user answers when a client asks for access.
  public enum Decision: Hashable, Sendable {
    /// No user may decide.
    case restricted
    /// No.
    case denied
    /// To everything.
    case authorized
    /// To the assets of these identifiers; those that are not in the library are passed over.
    case limited(Set<String>)
  }
}

/// Asks the user: a dialogue in an app, an option on a command line, an answer known beforehand in a test.
public protocol LibraryPrompting: Sendable {
  /// Asks whether a client may use a library.
  ///
  /// - Parameters:
  ///   - client: who wants to.
  ///   - library: the library, of which the prompt, unlike the client, may read everything, to let the user choose.
  func authorize(_ client: String, toUse library: PhotoLibrary) async -> AuthorizationStatus.Decision

  /// Asks whether these assets may be deleted, with the originals that the library keeps.
  ///
  /// - Parameter assets: all that a change would delete; at least one.
  func confirmDeletion(of assets: [Asset]) async -> Bool
}

/// Answers every question alike, without asking.
public struct FixedAnswers: LibraryPrompting {
  /// What access is granted.
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
      // Another request may have been answered meanwhile.
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
