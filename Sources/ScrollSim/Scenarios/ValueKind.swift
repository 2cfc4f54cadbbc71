/// What a value of a scenario file may be, declared once for errors, the JSON Schema and the page of keys.
package struct Shape: Sendable {
  package struct Key: Sendable {
    package let name: String
    package let shape: Shape
    package var isRequired: Bool
    /// The value where the key is missing, as JSON; `nil` if there is none.
    package let initial: String?
    package let about: String
  }

  /// The expectation in an error.
  var expectation: String
  /// The same in a few words, for the page of keys.
  package internal(set) var words: String
  /// Makes its rules in the schema, which reading a scenario does not need; `nil` for an object, whose keys say all.
  var rules: (@Sendable () -> JSON)?
  /// The keys of an object, or of the objects in a list, in each of their forms.
  var forms: [[Key]] = []
  var isList = false
}

/// A kind of value in scenario files: what it may be, and how it is read.
struct ValueKind<Value: Sendable>: Sendable {
  var shape: Shape
  /// A value as JSON; `nil` for one that stands for a key that is not there.
  var text: @Sendable (Value) -> String? = { _ in nil }
  /// Reads a value; a wrong one is reported, and replaced by a stand-in if that helps to find other problems.
  let read: @Sendable (Field, inout ScenarioReader) -> Value?

  /// The kind of object that a table describes.
  static func object(_ table: KeyTable<Value>) -> Self {
    Self(shape: table.shape) { field, scenario in
      var value = table.initial
      table.read(field, into: &value, &scenario)
      return value
    }
  }

  /// The kind with a further look at each value, which may change or refuse it.
  func then(_ look: @escaping @Sendable (Value, Field, inout ScenarioReader) -> Value?) -> Self {
    Self(shape: shape, text: text) { field, scenario in
      read(field, &scenario).flatMap { look($0, field, &scenario) }
    }
  }
}

extension ValueKind {
  /// - Parameters:
  ///   - standIn: the value that replaces a wrong one.
  ///   - meaning: a value's meaning; `nil` if it is wrong.
  init(
    _ shape: Shape, standIn: Value? = nil, text: @escaping @Sendable (Value) -> String? = { _ in nil },
    hint: @escaping @Sendable (JSONNode.Value) -> String = { _ in "" },
    meaning: @escaping @Sendable (JSONNode.Value) -> Value?
  ) {
    self.init(shape: shape, text: text) { field, scenario in
      if let value = meaning(field.node.value) { return value }
      scenario.report(field, expected: shape.expectation, hint: hint(field.node.value))
      return standIn
    }
  }

  /// - Parameters:
  ///   - count: the permitted number of values; reading checks only the least.
  ///   - twice: the expectation and the finding if a value occurs twice; `nil` if values may repeat.
  static func list<Element: Sendable & Equatable>(
    of kind: ValueKind<Element>, _ what: String, count: ClosedRange<Int> = 1...Int.max,
    twice: (@Sendable (JSONNode) -> String)? = nil
  ) -> Self where Value == [Element] {
    let shape = Shape(
      expectation: count.lowerBound > 0 ? "a list with at least one of: \(what)" : "a list of \(what)",
      words: "a list of \(what)",
      rules: {
        var rules: JSON = ["type": "array"]
        if count.lowerBound > 0 { rules = rules + ["minItems": JSON(integerLiteral: count.lowerBound)] }
        if count.upperBound < .max { rules = rules + ["maxItems": JSON(integerLiteral: count.upperBound)] }
        if twice != nil { rules = rules + ["uniqueItems": true] }
        return rules + ["items": kind.shape.schema]
      }, forms: kind.shape.forms, isList: true)
    return Self(shape: shape) { field, scenario in
      guard let elements = field.elements, elements.count >= count.lowerBound else {
        scenario.report(field, expected: shape.expectation)
        return nil
      }
      var values: [Element] = []
      for element in elements {
        guard let value = kind.read(element, &scenario) else { continue }
        if let twice, values.contains(value) { scenario.report(element, "expected \(twice(element.node))") }
        values.append(value)
      }
      return values
    }
  }
}

extension ValueKind where Value == Double {
  static func number(_ unit: String, _ range: ClosedRange<Double>) -> Self {
    let (least, most) = (Figure.plain(range.lowerBound), Figure.plain(range.upperBound))
    let shape = Shape(
      expectation: "\(unit), a number from \(least) to \(most)", words: "\(least) to \(most)",
      rules: { ["type": "number", "minimum": .literal(least), "maximum": .literal(most)] })
    return Self(
      shape, standIn: range.lowerBound, text: { Figure.plain($0) },
      meaning: {
        guard case .number(let literal) = $0, let number = Double(literal), range.contains(number) else {
          return nil
        }
        return number
      })
  }
}

extension ValueKind where Value == Int {
  static func integer(_ unit: String, _ range: ClosedRange<Int>) -> Self {
    let (least, most) = ("\(range.lowerBound)", "\(range.upperBound)")
    let shape = Shape(
      expectation: "\(unit), a whole number from \(least) to \(most)", words: "\(least) to \(most), whole",
      rules: { ["type": "integer", "minimum": .literal(least), "maximum": .literal(most)] })
    return Self(
      shape, standIn: range.lowerBound, text: { "\($0)" },
      meaning: {
        guard let integer: Int = $0.whole(), range.contains(integer) else { return nil }
        return integer
      })
  }

  /// An amount of memory in bytes: a text with its unit, or a number of at least a million.
  static var memory: Self {
    let shape = Shape(
      expectation: ByteCount.example, words: "memory", rules: { ["$ref": "#/$defs/memory"] })
    return Self(
      shape: shape, text: { "\"\(Figure.exact(Double($0), unit: "bytes"))\"" },
      read: { field, scenario in
        let text: String? =
          switch field.node.value {
          // Digits in quotes lack a unit that was meant: no device has a budget of "150" bytes.
          case .string(let text): text.contains(where: \.isLetter) ? text : nil
          case let value: (value.whole() as Int?).map { "\($0)" }
          }
        guard let text, let bytes = ByteCount.bytes(in: text), bytes > 0 else {
          scenario.report(field, expected: shape.expectation)
          return nil
        }
        if let remedy = ByteCount.remedy(for: text) {
          scenario.report(field, expected: "memory with its unit", hint: ": \(remedy)")
        }
        return bytes
      })
  }
}

extension ValueKind where Value == Bool {
  static var flag: Self {
    Self(
      Shape(expectation: "true or false", words: "true or false", rules: { ["type": "boolean"] }),
      text: { "\($0)" }, meaning: { if case .bool(let flag) = $0 { flag } else { nil } })
  }
}

extension ValueKind where Value == String {
  /// A text of one line that is not empty.
  static func text(_ what: String) -> Self {
    let shape = Shape(
      expectation: "\(what), text of one line in quotes", words: what,
      rules: { ["type": "string", "minLength": 1] })
    return Self(
      shape, text: { "\"\($0)\"" },
      meaning: {
        guard case .string(let text) = $0, text.contains(where: { !$0.isWhitespace }),
          !text.contains(where: \.isNewline)
        else { return nil }
        return text
      })
  }

  static func word(among words: [String]) -> Self {
    let shape = Shape(
      expectation: "one of \(words.map { "\"\($0)\"" }.joined(separator: ", "))",
      words: words.joined(separator: ", "), rules: { ["enum": .list(words.map(JSON.text))] })
    return Self(
      shape, text: { "\"\($0)\"" },
      hint: { if case .string(let word) = $0 { Spelling.hint(for: word, among: words) } else { "" } },
      meaning: { if case .string(let word) = $0, words.contains(word) { word } else { nil } })
  }
}

extension ValueKind where Value: RawRepresentable<String> & CaseIterable {
  static var word: Self {
    let word = ValueKind<String>.word(among: Value.allCases.map(\.rawValue))
    return Self(
      shape: word.shape, text: { "\"\($0.rawValue)\"" },
      read: { word.read($0, &$1).flatMap(Value.init) })
  }
}

extension ValueKind where Value == [String] {
  /// A list of words, each once.
  static func words(among words: [String]) -> Self {
    var kind = list(of: .word(among: words), words.map { "\"\($0)\"" }.joined(separator: ", ")) {
      "each word once, found \($0) again"
    }
    kind.shape.words = "a list of: \(words.joined(separator: ", "))"
    kind.text = { $0.isEmpty ? nil : "[\"\($0.joined(separator: "\", \""))\"]" }
    return kind
  }
}
