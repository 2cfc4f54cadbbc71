/// A number that cannot stand for what it was given as.
public struct ValueError: Error, Hashable, CustomStringConvertible {
  /// What it was given as, such as `latitude`.
  public let name: String
  /// What can be given, such as `-90 to 90 degrees`.
  public let expected: String
  /// What was given.
  public let found: Double

  /// The name, what was expected and what was found.
  public var description: String { "\(name): expected \(expected), found \(found)" }
}
