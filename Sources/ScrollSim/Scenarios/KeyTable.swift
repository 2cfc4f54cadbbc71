/// The keys of an object, each with the property that it sets of the value that the object becomes.
///
/// The reader, the JSON Schema and the page of keys are made from it.
struct KeyTable<Value: Sendable>: Sendable {
  /// A key of the object.
  struct Entry: Sendable {
    let name: String
    let shape: Shape
    var isRequired = false
    /// The property's value as JSON, where it has one without the key.
    var initial: @Sendable (Value) -> String? = { _ in nil }
    let about: String
    let read: @Sendable (Field, inout Value, inout ScenarioReader) -> Void
  }

  /// The value of an object without keys; required ones stand in for theirs.
  let initial: Value
  let entries: [Entry]

  init(_ initial: Value, _ entries: [Entry]) {
    self.initial = initial
    self.entries = entries
  }

  var keys: [Shape.Key] {
    entries.map {
      Shape.Key(
        name: $0.name, shape: $0.shape, isRequired: $0.isRequired,
        initial: $0.isRequired ? nil : $0.initial(initial), about: $0.about)
    }
  }

  /// Reads an object.
  func read(_ field: Field, _ scenario: inout ScenarioReader) -> Value {
    var value = initial
    read(field, into: &value, &scenario)
    return value
  }

  /// Reads an object into a value, of which missing keys change nothing.
  ///
  /// - Parameter others: keys of other forms, for which a misspelt one may stand.
  func read(
    _ field: Field, into value: inout Value, or others: [String] = [], _ scenario: inout ScenarioReader
  ) {
    let fields = scenario.reader.object(field, keys: entries.map(\.name) + others)
    for entry in entries {
      if let field = fields[entry.name] {
        entry.read(field, &value, &scenario)
      } else if entry.isRequired {
        _ = scenario.reader.require(entry.name, in: fields, expected: entry.shape.expectation)
      }
    }
  }
}

/// An object of several forms, each told by a key that only it has.
struct FormTable<Value: Sendable>: Sendable {
  let forms: [(tag: String, table: KeyTable<Value>)]

  var shape: Shape { .object(forms.map(\.table.keys)) }

  /// Reads an object in the form that it has, or as far as the first one goes.
  func read(_ field: Field, _ scenario: inout ScenarioReader) -> Value {
    let found = forms.filter { field[$0.tag] != nil }
    let form = found.last ?? forms[0]
    for further in found.dropLast() {
      guard case .object(let members) = field.node.value else { break }
      let position = members.first { $0.key == further.tag }?.position ?? field.node.position
      scenario.reader.report(
        position, "\(field.keyPath).\(further.tag)",
        "expected one of \(FieldReader.list(forms.map(\.tag))), found \(form.tag) as well")
    }
    var value = form.table.initial
    let others = found.isEmpty ? forms.dropFirst().map(\.tag) : found.dropLast().map(\.tag)
    form.table.read(field, into: &value, or: others, &scenario)
    return value
  }
}

extension KeyTable.Entry {
  typealias Path<Property> = any WritableKeyPath<Value, Property> & Sendable

  var required: Self {
    var entry = self
    entry.isRequired = true
    return entry
  }

  static func number(
    _ name: String, _ path: Path<Double>, _ unit: String, _ range: ClosedRange<Double>, _ about: String
  ) -> Self {
    Self(
      name: name, shape: .number(unit, range), initial: { FieldReader.text($0[keyPath: path]) }, about: about,
      read: { $1[keyPath: path] = $2.reader.number($0, unit, in: range) })
  }

  static func integer(
    _ name: String, _ path: Path<Int>, _ unit: String, _ range: ClosedRange<Int>, _ about: String
  ) -> Self {
    Self(
      name: name, shape: .integer(unit, range), initial: { "\($0[keyPath: path])" }, about: about,
      read: {
        $1[keyPath: path] = $2.reader.integer($0, unit, in: range)
      })
  }

  static func integer(
    _ name: String, _ path: Path<Int?>, _ unit: String, _ range: ClosedRange<Int>, _ about: String
  ) -> Self {
    Self(name: name, shape: .integer(unit, range), about: about) {
      $1[keyPath: path] = $2.reader.integer($0, unit, in: range)
    }
  }

  static func flag(_ name: String, _ path: Path<Bool>, _ about: String) -> Self {
    Self(
      name: name, shape: .flag, initial: { "\($0[keyPath: path])" }, about: about,
      read: {
        $1[keyPath: path] = $2.reader.flag($0)
      })
  }

  static func text(_ name: String, _ path: Path<String>, _ what: String, _ about: String) -> Self {
    Self(
      name: name, shape: .text(what), initial: { "\"\($0[keyPath: path])\"" }, about: about,
      read: {
        $1[keyPath: path] = $2.reader.text($0, what)
      })
  }

  /// - Parameter initial: the bytes without the key as people write them.
  static func memory(_ name: String, _ path: Path<Int>, _ initial: String?, _ about: String) -> Self {
    Self(
      name: name, shape: .named("memory", .memory), initial: { _ in initial }, about: about,
      read: {
        $1[keyPath: path] = $2.reader.memory($0)
      })
  }

  static func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Word>, _ about: String
  ) -> Self {
    let words = Word.allCases.map(\.rawValue)
    return Self(
      name: name, shape: .word(words), initial: { "\"\($0[keyPath: path].rawValue)\"" }, about: about,
      read: { field, value, scenario in
        guard let word = Word(rawValue: scenario.reader.word(field, among: words)) else { return }
        value[keyPath: path] = word
      })
  }

  /// An object of its own table.
  static func object<Part>(
    _ name: String, _ path: Path<Part>, _ table: KeyTable<Part>, _ about: String
  ) -> Self {
    Self(name: name, shape: .object([table.keys]), about: about) {
      $1[keyPath: path] = table.read($0, &$2)
    }
  }

  static func object<Part>(
    _ name: String, _ path: Path<Part?>, _ table: KeyTable<Part>, _ about: String
  ) -> Self {
    Self(name: name, shape: .object([table.keys]), about: about) {
      $1[keyPath: path] = table.read($0, &$2)
    }
  }
}
