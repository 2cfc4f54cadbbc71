/// The JSON Schema of scenario files, and a list of their keys, made from the tables that read them.
package enum ScenarioSchema {
  /// A key with its path from the top of the file, as in `library.remote.share`.
  package struct KeyPath: Sendable {
    package let path: String
    package let key: Shape.Key
    /// What its value may be, in words.
    package var values: String { key.shape.words }
  }

  /// All keys in the order of the tables, those of objects after them; a key that several forms of an object have comes once.
  package static var keys: [KeyPath] { paths(of: KeyTable.scenario.keys, under: "") }

  private static func paths(of keys: [Shape.Key], under parent: String) -> [KeyPath] {
    keys.flatMap { key in
      let path = parent.isEmpty ? key.name : "\(parent).\(key.name)"
      return [KeyPath(path: path, key: key)] + nested(in: key.shape, path)
    }
  }

  private static func nested(in shape: Shape, _ path: String) -> [KeyPath] {
    switch shape {
    case .object(let forms):
      var seen: Set<String> = []
      let keys = forms.flatMap(\.self).filter { seen.insert($0.name).inserted }
      // A key that tells one form from the others is not required of the object.
      return paths(
        of: keys.map { key in
          let isCommon = forms.allSatisfy { $0.contains { $0.name == key.name } }
          return Shape.Key(
            name: key.name, shape: key.shape, isRequired: key.isRequired && isCommon, initial: key.initial,
            about: key.about)
        }, under: path)
    case .list(let element, _, _, _): return nested(in: element, "\(path)[]")
    case .either(let shapes): return shapes.flatMap { nested(in: $0, path) }
    // What is said once under a name has its keys in one place.
    case .named(_, let shape): return path.hasSuffix("before[]") ? [] : nested(in: shape, path)
    default: return []
    }
  }

  /// The schema as JSON (draft 2020-12), ending with a line end.
  package static var text: String {
    var named: [(String, JSON)] = []
    var members: [(String, JSON)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("A scrollsim scenario")),
      (
        "description",
        .text(
          "Lengths in points, times in seconds, velocities in points a second; positive is towards the end.")
      ),
    ]
    members += Self.members(of: .object([KeyTable.scenario.keys]), &named)
    members.append(("$defs", .object(named)))
    return JSON.object(members).text(indent: "") + "\n"
  }

  private static func members(of shape: Shape, _ named: inout [(String, JSON)]) -> [(String, JSON)] {
    func type(_ name: String, _ more: [(String, JSON)] = []) -> [(String, JSON)] {
      [("type", .text(name))] + more
    }
    func any(_ members: [[(String, JSON)]]) -> [(String, JSON)] {
      [("anyOf", .list(members.map(JSON.object)))]
    }
    switch shape {
    case .text: return type("string", [("minLength", .number("1"))])
    case .name: return type("string", [("pattern", .text("^[A-Za-z0-9-]{1,64}$"))])
    case .seed: return type("integer", [("minimum", .number("0")), ("maximum", .number("\(UInt64.max)"))])
    case .flag: return type("boolean")
    case .number(_, let range):
      return type(
        "number",
        [
          ("minimum", .number(FieldReader.text(range.lowerBound))),
          ("maximum", .number(FieldReader.text(range.upperBound))),
        ])
    case .integer(_, let range):
      return type(
        "integer", [("minimum", .number("\(range.lowerBound)")), ("maximum", .number("\(range.upperBound)"))])
    case .memory:
      let text = "^[0-9]+([.][0-9]+)? *([bB]|[kKmMgG][bB]?|[kKmMgG][iI][bB])$"
      return any([
        type("string", [("pattern", .text(text))]), type("integer", [("minimum", .number("1000000"))]),
      ])
    case .bandwidth:
      let text = "^[0-9]+([.][0-9]+)? *([kKmMgG]?[bB][iI][tT]/[sS])?$"
      return any([
        type("string", [("pattern", .text(text))]), members(of: .number("", 1...1e12), &named),
      ])
    case .word(let words): return [("enum", .list(words.map(JSON.text)))]
    case .list(let element, _, let count, let isSet):
      var rules: [(String, JSON)] = []
      if count.lowerBound > 0 { rules.append(("minItems", .number("\(count.lowerBound)"))) }
      if count.upperBound < .max { rules.append(("maxItems", .number("\(count.upperBound)"))) }
      if isSet { rules.append(("uniqueItems", .number("true"))) }
      return type("array", rules + [("items", .object(members(of: element, &named)))])
    case .object(let forms):
      guard forms.count == 1 else { return any(forms.map { members(of: .object([$0]), &named) }) }
      let required = forms[0].filter(\.isRequired).map { JSON.text($0.name) }
      return type("object", [("additionalProperties", .number("false"))])
        + (required.isEmpty ? [] : [("required", .list(required))])
        + [("properties", .object(forms[0].map { ($0.name, .object(member(for: $0, &named))) }))]
    case .either(let shapes): return any(shapes.map { members(of: $0, &named) })
    case .strategy:
      let values = JSON.object(type("object", [("additionalProperties", .object(type("number")))]))
      return any([
        type("string"),
        type(
          "object",
          [
            ("minProperties", .number("1")), ("maxProperties", .number("1")),
            ("additionalProperties", values),
          ]),
      ])
    case .limits:
      let memory = JSON.object(members(of: .named("memory", .memory), &named))
      return type(
        "object",
        [
          ("properties", .object([("growth", .object(members(of: .word(["flat", "saturating"]), &named)))])),
          (
            "patternProperties",
            .object([
              ("Bytes$", memory),
              (
                "^(?!residentOverhead)[A-Za-z]*(Rate|Ratio)$|^prefetch",
                .object(members(of: .number("", 0...1), &named))
              ),
            ])
          ), ("additionalProperties", .object(type("number", [("minimum", .number("0"))]))),
        ])
    case .named(let name, let shape):
      if !named.contains(where: { $0.0 == name }) {
        named.append((name, .object([])))
        let definition = JSON.object(members(of: shape, &named))
        if let index = named.firstIndex(where: { $0.0 == name }) { named[index].1 = definition }
      }
      return [("$ref", .text("#/$defs/\(name)"))]
    }
  }

  /// The rules of a key's value, with its default and its meaning.
  private static func member(for key: Shape.Key, _ named: inout [(String, JSON)]) -> [(String, JSON)] {
    members(of: key.shape, &named) + (key.initial.map { [("default", .number($0))] } ?? [])
      + [("description", .text(key.about))]
  }
}

/// JSON whose members keep their order.
private indirect enum JSON {
  case text(String)
  /// A number, or other JSON as it is written.
  case number(String)
  case list([JSON])
  case object([(String, JSON)])

  func text(indent: String) -> String {
    let deeper = indent + "  "
    func lines(_ parts: [String], _ open: String, _ close: String) -> String {
      let short = "\(open)\(parts.joined(separator: ", "))\(close)"
      if parts.isEmpty || short.count < 90, !short.contains("\n") { return short }
      return "\(open)\n\(deeper)" + parts.joined(separator: ",\n\(deeper)") + "\n\(indent)\(close)"
    }
    switch self {
    case .text(let text):
      return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    case .number(let literal): return literal
    case .list(let elements): return lines(elements.map { $0.text(indent: deeper) }, "[", "]")
    case .object(let members):
      return lines(members.map { "\"\($0)\": \($1.text(indent: deeper))" }, "{", "}")
    }
  }
}
