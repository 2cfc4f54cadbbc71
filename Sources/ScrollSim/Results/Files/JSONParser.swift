/// Parses JSON (RFC 8259), keeping the position of each value, and refusing a key that occurs twice in an object.
struct JSONParser {
  struct Failure: Error {
    var position: JSONNode.Position
    var message: String
  }

  /// Deeper nesting is refused, so that no input exhausts the stack.
  static let maximumDepth = 64

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  /// The last position given, and the characters before it in its line: a file of megabytes may be one line.
  private var lastPlace = (index: 0, characters: 0)

  static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONNode {
    var parser = JSONParser(bytes: bytes)
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw parser.failure("expected text in UTF-8, found bytes that are not")
    }
    let node = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.index == bytes.count else { throw parser.unexpected("the end of the file") }
    return node
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: "\u{FEFF}".utf8) { (index, lineStart) = (3, 3) }
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONNode {
    skipSpace()
    let (position, start) = (place(), index)
    guard depth < Self.maximumDepth else {
      throw failure("expected no more than \(Self.maximumDepth) levels of nesting, found more")
    }
    let value: JSONNode.Value =
      switch peek {
      case UInt8(ascii: "{"): .object(try members(depth: depth))
      case UInt8(ascii: "["): .array(try elements(depth: depth))
      case UInt8(ascii: "\""): .string(try string())
      case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: .number(try number())
      case UInt8(ascii: "t"): try word("true", .bool(true))
      case UInt8(ascii: "f"): try word("false", .bool(false))
      case UInt8(ascii: "n"): try word("null", .null)
      default: throw unexpected("a value")
      }
    return JSONNode(value: value, position: position, bytes: start..<index)
  }

  private mutating func members(depth: Int) throws(Failure) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    var keys: Set<String> = []
    index += 1
    skipSpace()
    if take("}") { return [] }
    repeat {
      skipSpace()
      let position = place()
      guard peek == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
      let key = try string()
      guard keys.insert(key).inserted else {
        throw Failure(position: position, message: "expected each key once, found \"\(key)\" again")
      }
      skipSpace()
      guard take(":") else { throw unexpected("':' after the key") }
      members.append(JSONNode.Member(key: key, position: position, value: try value(depth: depth + 1)))
      skipSpace()
    } while take(",")
    guard take("}") else { throw unexpected("',' or '}'") }
    return members
  }

  private mutating func elements(depth: Int) throws(Failure) -> [JSONNode] {
    var elements: [JSONNode] = []
    index += 1
    skipSpace()
    if take("]") { return [] }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw unexpected("',' or ']'") }
    return elements
  }

  private mutating func string() throws(Failure) -> String {
    var units: [UInt8] = []
    index += 1
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else {
        throw failure("expected '\"' at the end of a string, found a line's end or control")
      }
      index += 1
      if byte == UInt8(ascii: "\\") {
        units.append(contentsOf: String(try escaped()).utf8)
      } else {
        units.append(byte)
      }
    }
    guard take("\"") else { throw unexpected("'\"' at the end of a string") }
    return String(decoding: units, as: UTF8.self)
  }

  /// The character of an escape sequence, after its backslash.
  private mutating func escaped() throws(Failure) -> Unicode.Scalar {
    guard let byte = peek else { throw unexpected("'\"' at the end of a string") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try codeUnit()
      if let scalar = Unicode.Scalar(first) { return scalar }
      if UTF16.isLeadSurrogate(first), take("\\"), take("u") {
        let second = try codeUnit()
        let code = 0x1_0000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
        if UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(code) { return scalar }
      }
      throw failure("expected a pair of surrogates")
    default:
      index -= 1
      throw unexpected("one of \" \\ / b f n r t u after '\\'")
    }
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    let digits = bytes[index..<min(index + 4, bytes.count)]
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits after '\\u'") }
    index += 4
    return unit
  }

  private mutating func number() throws(Failure) -> String {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(Failure) {
    let start = index
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    guard index > start else { throw unexpected("a digit") }
  }

  private mutating func word(_ word: String, _ value: JSONNode.Value) throws(Failure) -> JSONNode.Value {
    guard bytes[index...].starts(with: word.utf8) else { throw unexpected("a value") }
    index += word.utf8.count
    return value
  }

  // MARK: Bytes

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private static let spaces: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

  private mutating func skipSpace() {
    while let byte = peek, Self.spaces.contains(byte) {
      index += 1
      if byte == 0x0A {
        line += 1
        lineStart = index
      }
    }
  }

  private mutating func place() -> JSONNode.Position {
    if lastPlace.index < lineStart { lastPlace = (lineStart, 0) }
    lastPlace = (index, lastPlace.characters + characters(since: lastPlace.index))
    return JSONNode.Position(line: line, column: lastPlace.characters + 1)
  }

  /// Characters, not bytes: continuation bytes do not count.
  private func characters(since start: Int) -> Int { bytes[start..<index].count { $0 & 0xC0 != 0x80 } }

  private func failure(_ message: String) -> Failure {
    let position = JSONNode.Position(line: line, column: characters(since: lineStart) + 1)
    return Failure(position: position, message: message)
  }

  private func unexpected(_ expected: String) -> Failure {
    guard let byte = peek else { return failure("expected \(expected), found the end of the file") }
    if ["//", "/*"].contains(where: { bytes[index...].starts(with: $0.utf8) }) {
      return failure("expected \(expected), found a comment; JSON has none, so take it out")
    }
    let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    if isClosing, bytes[..<index].last(where: { !Self.spaces.contains($0) }) == UInt8(ascii: ",") {
      let bracket = Character(Unicode.Scalar(byte))
      return failure("expected \(expected), found '\(bracket)'; take out the comma before it")
    }
    let rest = String(decoding: bytes[index..<min(index + 16, bytes.count)], as: UTF8.self)
    return failure("expected \(expected), found '\(rest.prefix(1))'")
  }
}
