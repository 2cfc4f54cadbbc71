import Foundation

/// The part of JSON Schema (draft 2020-12) that the scenarios' schema uses.
///
/// It knows no other keywords and says so, so that no rule in the schema goes unchecked.
struct MiniSchema {
  let root: [String: Any]

  init(_ text: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// Keywords that describe and do not judge.
  static let silent: Set = ["$schema", "title", "description", "default", "$defs"]
  static let keywords: Set = [
    "type", "properties", "required", "additionalProperties", "patternProperties", "enum", "anyOf", "$ref",
    "minimum", "maximum", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems", "items",
    "pattern", "minLength",
  ]

  /// Keywords that are used and that the validator does not know.
  var unknownKeywords: Set<String> { Self.unknown(in: root) }

  func accepts(_ value: Any) -> Bool { accepts(value, root) }

  private func accepts(_ value: Any, _ schema: [String: Any]) -> Bool {
    if let reference = schema["$ref"] as? String {
      let name = reference.replacing("#/$defs/", with: "")
      let definitions = root["$defs"] as? [String: Any]
      guard let target = definitions?[name] as? [String: Any], accepts(value, target) else { return false }
    }
    if let choices = schema["anyOf"] as? [[String: Any]], !choices.contains(where: { accepts(value, $0) }) {
      return false
    }
    if let words = schema["enum"] as? [String], !words.contains(value as? String ?? "") { return false }
    if let type = schema["type"] as? String, Self.type(of: value, is: type) == false { return false }
    if let object = value as? [String: Any] { return accepts(object: object, schema) }
    if let list = value as? [Any] { return accepts(list: list, schema) }
    if let text = value as? String { return accepts(text: text, schema) }
    if let number = value as? NSNumber {
      return number.doubleValue >= schema["minimum"] as? Double ?? -.infinity
        && number.doubleValue <= schema["maximum"] as? Double ?? .infinity
    }
    return true
  }

  private func accepts(object: [String: Any], _ schema: [String: Any]) -> Bool {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    let patterns = schema["patternProperties"] as? [String: [String: Any]] ?? [:]
    guard (schema["required"] as? [String] ?? []).allSatisfy({ object[$0] != nil }) else { return false }
    guard object.count >= schema["minProperties"] as? Int ?? 0 else { return false }
    guard object.count <= schema["maxProperties"] as? Int ?? .max else { return false }
    return object.allSatisfy { key, value in
      if let property = properties[key] { return accepts(value, property) }
      if let pattern = patterns.first(where: { Self.matches(key, $0.key) }) {
        return accepts(value, pattern.value)
      }
      if let others = schema["additionalProperties"] as? [String: Any] { return accepts(value, others) }
      return schema["additionalProperties"] as? Bool ?? true
    }
  }

  private func accepts(list: [Any], _ schema: [String: Any]) -> Bool {
    guard list.count >= schema["minItems"] as? Int ?? 0 else { return false }
    guard list.count <= schema["maxItems"] as? Int ?? .max else { return false }
    if schema["uniqueItems"] as? Bool == true, Set(list.map { "\($0)" }).count < list.count { return false }
    guard let items = schema["items"] as? [String: Any] else { return true }
    return list.allSatisfy { accepts($0, items) }
  }

  private func accepts(text: String, _ schema: [String: Any]) -> Bool {
    text.count >= schema["minLength"] as? Int ?? 0
      && (schema["pattern"] as? String).map { Self.matches(text, $0) } ?? true
  }

  private static func type(of value: Any, is type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isBool(value)
    case "number": value is NSNumber && !isBool(value)
    case "integer":
      (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } == true && !isBool(value)
    default: false
    }
  }

  private static func isBool(_ value: Any) -> Bool {
    // A number that is 0 or 1 also converts to `Bool`; only its kind tells.
    (value as? NSNumber).map { unsafe String(cString: $0.objCType) == "c" } ?? (value is Bool)
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: pattern, options: .regularExpression) != nil
  }

  private static func unknown(in schema: Any) -> Set<String> {
    guard let object = schema as? [String: Any] else { return [] }
    var result = Set(object.keys).subtracting(keywords).subtracting(silent)
    for key in ["properties", "patternProperties", "$defs"] {
      for child in (object[key] as? [String: Any] ?? [:]).values { result.formUnion(unknown(in: child)) }
    }
    for key in ["items", "additionalProperties"] {
      if let child = object[key] { result.formUnion(unknown(in: child)) }
    }
    for child in object["anyOf"] as? [Any] ?? [] { result.formUnion(unknown(in: child)) }
    return result
  }
}
