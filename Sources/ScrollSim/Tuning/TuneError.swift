/// Why a search cannot be made, or its parts cannot be joined.
package struct TuneError: Error, Hashable, CustomStringConvertible {
  /// What kind of error it is.
  package enum Kind: Hashable, Sendable {
    /// What was asked for makes no sense.
    case usage
    /// Parts are not of one search.
    case notComparable
    /// A part is not there.
    case missing
  }

  package let kind: Kind
  /// What was expected, what was found, and what to do.
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  static func unknown(_ key: String, _ word: String) -> TuneError {
    TuneError(
      .notComparable,
      "options.\(key): expected what this program has, found '\(word)'; "
        + "use the version of scrollsim that wrote the part")
  }
}
