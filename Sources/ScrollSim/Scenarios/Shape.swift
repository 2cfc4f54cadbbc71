/// What a value of a scenario file may be: said once, for errors, for the JSON Schema and for the page of keys.
package indirect enum Shape: Sendable {
  case text(String)
  case name
  case seed
  case flag
  case number(String, ClosedRange<Double>)
  case integer(String, ClosedRange<Int>)
  case memory
  case bandwidth
  case word([String])
  /// A list of values, each of which may be required to differ from the others.
  case list(Shape, of: String, count: ClosedRange<Int>, isSet: Bool)
  /// An object in one of several forms, each with its keys.
  case object([[Key]])
  /// One of several shapes.
  case either([Shape])
  /// A strategy by name, or with parameters.
  case strategy
  /// Numbers and words by metric.
  case limits
  /// A shape that the schema defines once, under a name.
  case named(String, Shape)

  /// A key of an object.
  package struct Key: Sendable {
    package let name: String
    package let shape: Shape
    package let isRequired: Bool
    /// The value where the key is missing, as JSON; `nil` if there is none.
    package let initial: String?
    package let about: String
  }

  /// A list of different words.
  static func words(_ words: [String]) -> Shape {
    .list(
      .word(words), of: words.map { "\"\($0)\"" }.joined(separator: ", "), count: 1...Int.max, isSet: true)
  }

  /// What it may be in a few words, for the page of keys.
  var words: String {
    switch self {
    case .text(let what): what
    case .name: "letters, digits and hyphens, at most 64"
    case .seed: "0 to 2⁶⁴ − 1"
    case .number(_, let range):
      "\(FieldReader.text(range.lowerBound)) to \(FieldReader.text(range.upperBound))"
    case .integer(_, let range): "\(range.lowerBound) to \(range.upperBound), whole"
    case .memory: "memory"
    case .bandwidth: "\"20 Mbit/s\" (bit/s, kbit/s, Mbit/s, Gbit/s), or bits a second"
    case .word(let words): FieldReader.list(words)
    case .list(.word(let words), _, _, _): "a list of: \(FieldReader.list(words))"
    case .list(_, let what, _, _): "a list of \(what)"
    case .object: "an object"
    case .either(let shapes): shapes.map(\.words).joined(separator: "; or ")
    case .strategy, .limits, .flag: expectation
    case .named(_, let shape): shape.words
    }
  }

  /// The expectation in an error.
  var expectation: String {
    switch self {
    case .text(let what): "\(what), text of one line in quotes"
    case .name: "a name of at most 64 letters, digits and hyphens"
    case .seed: "a seed, a whole number from 0 to \(UInt64.max)"
    case .flag: "true or false"
    case .number(let unit, let range):
      "\(unit), a number from \(FieldReader.text(range.lowerBound)) to \(FieldReader.text(range.upperBound))"
    case .integer(let unit, let range):
      "\(unit), a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .memory: ByteCount.example
    case .bandwidth: Bandwidth.example
    case .word(let words): "one of \(FieldReader.list(words.map { "\"\($0)\"" }))"
    case .list(_, let what, let count, _):
      count.lowerBound > 0 ? "a list with at least one of: \(what)" : "a list of \(what)"
    case .object(let forms):
      "an object with \(forms.map { FieldReader.list($0.map(\.name)) }.joined(separator: "; or with "))"
    case .either(let shapes): shapes.map(\.expectation).joined(separator: ", or ")
    case .strategy: "a strategy's name, or its name with parameters as in { \"screens\": { \"leading\": 2 } }"
    case .limits: "limits by metric"
    case .named(_, let shape): shape.expectation
    }
  }
}
