/// What a library gives out: a light, immutable value that is named for as long as the library exists.
public protocol LibraryObject: Hashable, Sendable, Identifiable where ID == String {
  /// Names the object within its library.
  var localIdentifier: String { get }
}

extension LibraryObject {
  /// See ``localIdentifier``.
  public var id: String { localIdentifier }
}
