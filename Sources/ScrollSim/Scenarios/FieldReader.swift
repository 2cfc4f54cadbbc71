/// A value of a scenario and its key path, as in `trace.gestures[2].fling`.
struct Field {
  let keyPath: String
  let node: JSONNode

  /// The member of an object by its key; `nil` if there is none.
  subscript(key: String) -> Field? {
    guard case .object(let members) = node.value, let member = members.first(where: { $0.key == key }) else {
      return nil
    }
    return Field(keyPath: keyPath.isEmpty ? key : "\(keyPath).\(key)", node: member.value)
  }
}

/// The members of an object by key.
///
/// If the object is missing or of another kind, that has been reported: all its members are then missing without another report.
struct Fields {
  let keyPath: String
  let position: JSONNode.Position
  let members: [String: Field]
  let isReported: Bool

  subscript(key: String) -> Field? { members[key] }

  func keyPath(of key: String) -> String { keyPath.isEmpty ? key : "\(keyPath).\(key)" }
}

/// Reads typed values from JSON and collects all problems.
///
/// A value that is missing or wrong is reported and replaced by a stand-in, so that reading finds the other problems; if
/// there are any, callers discard the result.
struct FieldReader {
  private(set) var problems: [ScenarioError.Problem] = []

  /// Notes a problem.
  mutating func report(_ position: JSONNode.Position, _ keyPath: String, _ message: String) {
    problems.append(
      ScenarioError.Problem(
        line: position.line, column: position.column, keyPath: keyPath, message: message))
  }

  /// Notes that a field does not hold the expected value.
  mutating func report(_ field: Field, expected: String, hint: String = "") {
    report(field.node.position, field.keyPath, "expected \(expected), found \(field.node)\(hint)")
  }

  /// The field, or `nil` after noting that it is missing.
  mutating func require(_ key: String, in fields: Fields, expected: String) -> Field? {
    if let field = fields[key] { return field }
    if !fields.isReported {
      report(fields.position, fields.keyPath(of: key), "expected \(expected), found nothing")
    }
    return nil
  }

  /// The members of an object; keys other than `keys` are reported.
  mutating func object(_ field: Field?, keys: [String]) -> Fields {
    guard let field else {
      return Fields(keyPath: "", position: .init(line: 1, column: 1), members: [:], isReported: true)
    }
    guard case .object(let members) = field.node.value else {
      report(field, expected: "an object with \(Self.list(keys))")
      return Fields(keyPath: field.keyPath, position: field.node.position, members: [:], isReported: true)
    }
    let prefix = field.keyPath.isEmpty ? "" : field.keyPath + "."
    var result: [String: Field] = [:]
    for member in members {
      let keyPath = prefix + member.key
      result[member.key] = Field(keyPath: keyPath, node: member.value)
      if !keys.contains(member.key) {
        let hint = Spelling.hint(for: member.key, among: keys)
        report(member.position, keyPath, "unknown key; expected one of \(Self.list(keys))\(hint)")
      }
    }
    return Fields(
      keyPath: field.keyPath, position: field.node.position, members: result, isReported: false)
  }

  /// The elements of a list with at least `minimum` of them.
  mutating func list(_ field: Field?, of expected: String, minimum: Int = 1) -> [Field] {
    guard let field else { return [] }
    guard case .array(let nodes) = field.node.value, nodes.count >= minimum else {
      report(
        field, expected: minimum > 0 ? "a list with at least one of: \(expected)" : "a list of \(expected)")
      return []
    }
    return nodes.enumerated().map { Field(keyPath: "\(field.keyPath)[\($0)]", node: $1) }
  }

  /// A number within a range.
  mutating func number(_ field: Field?, _ what: String, in range: ClosedRange<Double>) -> Double {
    guard let field else { return range.lowerBound }
    guard case .number(let literal) = field.node.value, let number = Double(literal), range.contains(number)
    else {
      report(field, expected: Shape.number(what, range).expectation)
      return range.lowerBound
    }
    return number
  }

  /// A whole number within a range.
  mutating func integer(_ field: Field?, _ what: String, in range: ClosedRange<Int>) -> Int {
    guard let field else { return range.lowerBound }
    guard case .number(let literal) = field.node.value, let number = Double(literal),
      let integer = Int(literal) ?? Int(exactly: number), range.contains(integer)
    else {
      report(field, expected: Shape.integer(what, range).expectation)
      return range.lowerBound
    }
    return integer
  }

  /// A text of one line that is not empty.
  mutating func text(_ field: Field?, _ what: String) -> String {
    guard let field else { return "" }
    guard case .string(let text) = field.node.value, text.contains(where: { !$0.isWhitespace }),
      !text.contains(where: \.isNewline)
    else {
      report(field, expected: Shape.text(what).expectation)
      return ""
    }
    return text
  }

  /// `true` or `false`.
  mutating func flag(_ field: Field?) -> Bool {
    guard let field else { return false }
    guard case .bool(let flag) = field.node.value else {
      report(field, expected: Shape.flag.expectation)
      return false
    }
    return flag
  }

  /// One of several words.
  mutating func word(_ field: Field?, among words: [String]) -> String {
    guard let field else { return "" }
    guard case .string(let word) = field.node.value, words.contains(word) else {
      var hint = ""
      if case .string(let word) = field.node.value { hint = Spelling.hint(for: word, among: words) }
      report(field, expected: Shape.word(words).expectation, hint: hint)
      return ""
    }
    return word
  }

  /// A list of words, each once.
  mutating func words(_ field: Field, among words: [String]) -> [String] {
    let elements = list(field, of: words.map { "\"\($0)\"" }.joined(separator: ", "))
    var result: [String] = []
    for element in elements {
      let word = word(element, among: words)
      if !word.isEmpty, result.contains(word) {
        report(element, expected: "each word once", hint: " again")
      }
      result.append(word)
    }
    return result
  }

  /// An amount of memory in bytes: a text with its unit, or a number of at least a million.
  mutating func memory(_ field: Field?) -> Int {
    guard let field else { return 0 }
    let text: String? =
      switch field.node.value {
      // Digits in quotes lack a unit that was meant: no device has a budget of "150" bytes.
      case .string(let text): text.contains(where: \.isLetter) ? text : nil
      case .number(let literal): literal
      default: nil
      }
    guard let text, let bytes = ByteCount.bytes(in: text), bytes > 0 else {
      report(field, expected: ByteCount.example)
      return 0
    }
    if let remedy = ByteCount.remedy(for: text) {
      report(field, expected: "memory with its unit", hint: ": \(remedy)")
    }
    return bytes
  }

  /// The words with commas between them.
  static func list(_ words: [String]) -> String { words.joined(separator: ", ") }

  /// The number without a fraction where it has none.
  static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
