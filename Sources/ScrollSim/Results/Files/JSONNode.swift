/// A JSON value with its position in the file.
struct JSONNode: Hashable, Sendable {
  struct Position: Hashable, Comparable, Sendable {
    /// From 1.
    var line: Int
    /// In characters, from 1.
    var column: Int

    static func < (left: Self, right: Self) -> Bool { (left.line, left.column) < (right.line, right.column) }
  }

  struct Member: Hashable, Sendable {
    var key: String
    var position: Position
    var value: JSONNode
  }

  indirect enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as it is written; its meaning depends on the reader.
    case number(String)
    case string(String)
    case array([JSONNode])
    /// Members in the file's order, no key twice.
    case object([Member])
  }

  var value: Value
  var position: Position
  /// Its place in the file.
  var bytes: Range<Int>
}

extension JSONNode.Value {
  /// The whole number that it is, however it is written: `7.0` and `2e8` are whole; `nil` for anything else.
  func whole<Number: FixedWidthInteger>() -> Number? {
    guard case .number(let literal) = self else { return nil }
    return Number(literal) ?? Double(literal).flatMap { Number(exactly: $0) }
  }
}

extension JSONNode: CustomStringConvertible {
  /// The value for error messages: short values as they are, long ones by their kind.
  var description: String {
    switch value {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let literal): literal.count > 40 ? "a number of \(literal.count) digits" : literal
    case .string(let string): "\"\(string.count > 60 ? string.prefix(60) + "…" : string[...])\""
    case .array(let nodes): nodes.isEmpty ? "an empty list" : "a list"
    case .object: "an object"
    }
  }
}

/// A value of a file and its key path, as in `trace.gestures[2].fling`; empty for the whole.
struct Field: Sendable {
  let keyPath: String
  let node: JSONNode

  subscript(key: String) -> Field? { members?.first { $0.key == key }.map(field) }

  /// The members of an object in the file's order; `nil` for anything else.
  var members: [JSONNode.Member]? { if case .object(let members) = node.value { members } else { nil } }

  /// The elements of a list; `nil` for anything else.
  var elements: [Field]? {
    guard case .array(let nodes) = node.value else { return nil }
    return nodes.enumerated().map { Field(keyPath: "\(keyPath)[\($0)]", node: $1) }
  }

  func field(_ member: JSONNode.Member) -> Field {
    Field(keyPath: keyPath(of: member.key), node: member.value)
  }

  func keyPath(of key: String) -> String { keyPath.isEmpty ? key : "\(keyPath).\(key)" }

  func position(of key: String) -> JSONNode.Position {
    members?.first { $0.key == key }?.position ?? node.position
  }
}
