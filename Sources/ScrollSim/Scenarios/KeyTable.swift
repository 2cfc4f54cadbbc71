/// The keys of an object, each with the property that it sets in the value read from the object.
///
/// The reader, the JSON Schema and the page of keys are made from it. Each form of an object is recognised by
/// its first key.
struct KeyTable<Value: Sendable>: Sendable {
  struct Entry: Sendable {
    let name: String
    let shape: Shape
    var isRequired = false
    /// The property's value as JSON, where it has one without the key.
    var initial: @Sendable (Value) -> String? = { _ in nil }
    let about: String
    let read: @Sendable (Field, inout Value, inout ScenarioReader) -> Void
  }

  /// The value of an object without keys; required keys have stand-ins.
  let initial: Value
  let forms: [[Entry]]

  init(_ initial: Value, _ keys: Entry...) { self.init(initial, forms: keys) }

  init(_ initial: Value, forms: [Entry]...) { (self.initial, self.forms) = (initial, forms) }

  var shape: Shape {
    let names = forms.map { $0.map(\.name).joined(separator: ", ") }
    return Shape(
      expectation: "an object with \(names.joined(separator: "; or with "))", words: "an object",
      forms: forms.map { form in
        form.map {
          Shape.Key(
            name: $0.name, shape: $0.shape, isRequired: $0.isRequired,
            initial: $0.isRequired ? nil : $0.initial(initial), about: $0.about)
        }
      })
  }

  /// The keys that tell the forms apart.
  var tags: [String] { forms.map { $0[0].name } }

  /// Reads an object into a value, in the form that it has or else in the first one; missing keys leave the
  /// value as it is.
  func read(_ field: Field, into value: inout Value, _ scenario: inout ScenarioReader) {
    let found = forms.filter { field[$0[0].name] != nil }
    let form = found.last ?? forms[0]
    let others = (found.isEmpty ? forms.dropFirst() : found.dropLast()).map { $0[0].name }
    for further in others where !found.isEmpty {
      scenario.report(
        field.position(of: further), field.keyPath(of: further),
        "expected one of \(tags.joined(separator: ", ")), found \(form[0].name) as well")
    }
    // A misspelt key may stand for one of another form.
    guard let fields = scenario.members(of: field, keys: form.map(\.name) + others) else { return }
    for entry in form {
      if let field = fields[entry.name] {
        entry.read(field, &value, &scenario)
      } else if entry.isRequired {
        scenario.report(
          field.node.position, field.keyPath(of: entry.name),
          "expected \(entry.shape.expectation), found nothing")
      }
    }
  }
}

extension KeyTable.Entry {
  typealias Path<Property> = any WritableKeyPath<Value, Property> & Sendable

  var required: Self {
    var entry = self
    entry.isRequired = true
    return entry
  }

  static func key<Property>(
    _ name: String, _ path: Path<Property>, _ kind: ValueKind<Property>, _ about: String
  ) -> Self {
    var entry = key(name, kind, about) { $1[keyPath: path] = $0 }
    entry.initial = { kind.text($0[keyPath: path]) }
    return entry
  }

  static func key<Property>(
    _ name: String, _ path: Path<Property?>, _ kind: ValueKind<Property>, _ about: String
  ) -> Self {
    var entry = key(name, kind, about) { $1[keyPath: path] = $0 }
    entry.initial = { $0[keyPath: path].flatMap(kind.text) }
    return entry
  }

  /// A key whose value decides more than a property; `initial` is the value without it, as JSON.
  static func key<Property>(
    _ name: String, _ kind: ValueKind<Property>, _ about: String, initial: String? = nil,
    set: @escaping @Sendable (Property, inout Value) -> Void
  ) -> Self {
    Self(
      name: name, shape: kind.shape, initial: { _ in initial }, about: about,
      read: {
        if let value = kind.read($0, &$2) { set(value, &$1) }
      })
  }
}
