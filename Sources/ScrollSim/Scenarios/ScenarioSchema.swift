internal import Foundation

/// The JSON Schema of scenario files, and a list of their keys, made from the tables that read them.
package enum ScenarioSchema {
  /// A key with its path from the top of the file, as in `library.remote.share`.
  package struct KeyPath: Sendable {
    package let path: String
    package let key: Shape.Key
    package var values: String { key.shape.words }
  }

  /// All keys in the order of the tables, those of objects after them; a key that several forms of an object have comes once.
  package static var keys: [KeyPath] { paths(in: KeyTable.scenario.shape.forms, under: "") }

  private static func paths(in forms: [[Shape.Key]], under parent: String) -> [KeyPath] {
    forms.flatMap(\.self).uniqued(by: \.name).flatMap { key in
      let path = parent + key.name
      var shown = key
      // A key that tells one form from the others is not required of the object.
      shown.isRequired = key.isRequired && forms.allSatisfy { $0.contains { $0.name == key.name } }
      return [KeyPath(path: path, key: shown)]
        + paths(in: key.shape.forms, under: path + (key.shape.isList ? "[]." : "."))
    }
  }

  /// The schema as JSON (draft 2020-12), ending with a line end.
  package static var text: String {
    let head: JSON = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A scrollsim scenario",
      "description":
        "Lengths in points, times in seconds, velocities in points a second; positive is towards the end.",
    ]
    let memory: JSON = [
      "anyOf": [
        ["type": "string", "pattern": "^[0-9]+([.][0-9]+)? *([bB]|[kKmMgG][bB]?|[kKmMgG][iI][bB])$"],
        ["type": "integer", "minimum": 1_000_000],
      ]
    ]
    let named: JSON = ["$defs": ["memory": memory, "gesture": KeyTable.gesture.shape.schema]]
    return (head + KeyTable.scenario.shape.schema + named).text(indent: "") + "\n"
  }
}

extension Shape {
  /// The rules of the schema; those of an object are those of its keys, in any of its forms.
  var schema: JSON {
    if let rules { return rules() }
    let forms = forms.map { keys -> JSON in
      let required = keys.filter(\.isRequired).map { JSON.text($0.name) }
      let properties = keys.map { key in
        let initial: JSON = key.initial.map { ["default": .literal($0)] } ?? [:]
        return (key.name, key.shape.schema + initial + ["description": .text(key.about)])
      }
      return ["type": "object", "additionalProperties": false]
        + (required.isEmpty ? [:] : ["required": .list(required)]) + ["properties": .object(properties)]
    }
    return forms.count == 1 ? forms[0] : ["anyOf": .list(forms)]
  }
}

/// JSON whose members keep their order.
indirect enum JSON: Sendable {
  case text(String)
  /// A number, or other JSON as it is written.
  case literal(String)
  case list([JSON])
  case object([(String, JSON)])

  /// An object with the members of both.
  static func + (one: JSON, other: JSON) -> JSON {
    guard case .object(let first) = one, case .object(let more) = other else { return one }
    return .object(first + more)
  }

  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20: String(format: "\\u%04x", scalar.value)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  func text(indent: String) -> String {
    let deeper = indent + "  "
    func lines(_ parts: [String], _ open: String, _ close: String) -> String {
      let short = "\(open)\(parts.joined(separator: ", "))\(close)"
      if parts.isEmpty || short.count < 90, !short.contains("\n") { return short }
      return "\(open)\n\(deeper)" + parts.joined(separator: ",\n\(deeper)") + "\n\(indent)\(close)"
    }
    switch self {
    case .text(let text): return Self.quoted(text)
    case .literal(let literal): return literal
    case .list(let elements): return lines(elements.map { $0.text(indent: deeper) }, "[", "]")
    case .object(let members):
      return lines(members.map { "\"\($0)\": \($1.text(indent: deeper))" }, "{", "}")
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .literal("\(number)") }
  init(booleanLiteral flag: Bool) { self = .literal("\(flag)") }
  init(arrayLiteral elements: JSON...) { self = .list(elements) }
  init(dictionaryLiteral members: (String, JSON)...) { self = .object(members) }
}
