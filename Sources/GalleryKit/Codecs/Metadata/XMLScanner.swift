internal import GalleryEngine
internal import SystemCalls

/// The tags and texts of an XML document in UTF-8, one after the other, with namespaces as numbers.
///
/// The scanner is strict and bounded: it stops at anything that is not well-formed, at more than 64 nested elements, at more
/// than 512 attributes of one element, and at any document type declaration. The only entities are therefore XML's five and
/// characters by number. It does not check the characters of names, nor texts that are not asked for.
struct XMLScanner {
  struct Malformed: Error {}

  /// A name without its prefix, and the namespace of the prefix: its index in the scanner's list, or `nil` for any other.
  struct Name {
    let namespace: Int?
    let local: Range<Int>
  }

  struct Attribute {
    let name: Name
    let value: Range<Int>
  }

  /// A name as written: perhaps a prefix and a colon, and the local name.
  private struct WrittenName {
    let range: Range<Int>
    let colon: Int?

    var prefix: Range<Int> { range.lowerBound..<(colon ?? range.lowerBound) }
    var local: Range<Int> { (colon.map { $0 + 1 } ?? range.lowerBound)..<range.upperBound }
  }

  enum Token {
    /// A start tag, whose attributes are in ``attributes``; an end follows even if the element has no content.
    case start(Name)
    case end
    /// Characters as written, with escapes.
    case text(Range<Int>)
    /// Characters of a section in which nothing is escaped.
    case verbatim(Range<Int>)
  }

  private static let mostDepth = 64
  private static let mostAttributes = 512

  private let bytes: [UInt8]
  private let namespaces: [[UInt8]]
  private var offset = 0
  /// The names of the open elements, as written.
  private var open: [Range<Int>] = []
  /// The namespaces of prefixes, the innermost last, each with the depth at which it ends.
  private var bindings: [(prefix: Range<Int>, namespace: Int?, depth: Int)] = []
  /// Whether the last tag has no content.
  private var endsNext = false
  /// Whether the outermost element is closed.
  private var isClosed = false
  /// The last start tag's attributes in a namespace of the list.
  private(set) var attributes: [Attribute] = []
  /// All its attributes, as written, without declarations of namespaces.
  private var written: [(name: WrittenName, value: Range<Int>)] = []

  init(_ bytes: [UInt8], namespaces: [[UInt8]]) {
    self.bytes = bytes
    self.namespaces = namespaces
  }

  /// The next token, or `nil` once the outermost element is closed.
  mutating func next() throws(Malformed) -> Token? {
    if endsNext {
      endsNext = false
      return close()
    }
    if isClosed { return nil }
    while offset < bytes.count {
      guard bytes[offset] == UInt8(ascii: "<") else {
        let start = offset
        skip(to: UInt8(ascii: "<"))
        // Only padding stands around the outermost element, and perhaps a byte order mark before it.
        guard !open.isEmpty else { continue }
        return .text(start..<offset)
      }
      offset += 1
      guard offset < bytes.count else { throw Malformed() }
      switch bytes[offset] {
      case UInt8(ascii: "?"): _ = try passed(until: "?>")
      case UInt8(ascii: "!"):
        if let text = try passedMarkup() { return .verbatim(text) }
      case UInt8(ascii: "/"):
        offset += 1
        return try endTag()
      default: return .start(try startTag())
      }
    }
    throw Malformed()
  }

  func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    let text = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return unsafe bytes[range].elementsEqual(text)
  }

  /// The text in `range` with its escapes resolved; `nil` if it is not valid or longer than `limit`.
  func text(_ range: Range<Int>, isVerbatim: Bool = false, limit: Int) -> String? {
    guard range.count <= limit else { return nil }
    var text: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "&"), !isVerbatim else {
        text.append(byte)
        continue
      }
      guard let end = bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: ";")),
        let character = Self.character(bytes[index..<end])
      else { return nil }
      text += Array(String(character).utf8)
      index = end + 1
    }
    return String(validating: text, as: UTF8.self)
  }

  private static func character(_ name: ArraySlice<UInt8>) -> Character? {
    guard name.count <= 8 else { return nil }
    let name = String(decoding: name, as: UTF8.self)
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let isHexadecimal = name.hasPrefix("#x")
      guard name.hasPrefix("#"), !name.contains("+"), !name.contains("-"),
        let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      else { return nil }
      return Unicode.Scalar(number).map(Character.init)
    }
  }

  // MARK: Tags

  private mutating func startTag() throws(Malformed) -> Name {
    guard open.count < Self.mostDepth else { throw Malformed() }
    let name = try passedName()
    open.append(name.range)
    written.removeAll(keepingCapacity: true)
    while true {
      let hadSpace = skipSpace()
      guard offset < bytes.count else { throw Malformed() }
      if bytes[offset] == UInt8(ascii: ">") {
        offset += 1
        break
      }
      if bytes[offset] == UInt8(ascii: "/") {
        guard offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: ">") else { throw Malformed() }
        offset += 2
        endsNext = true
        break
      }
      guard hadSpace, written.count < Self.mostAttributes else { throw Malformed() }
      let attribute = try passedName()
      skipSpace()
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else { throw Malformed() }
      offset += 1
      skipSpace()
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'")
      else {
        throw Malformed()
      }
      let quote = bytes[offset]
      offset += 1
      let start = offset
      skip(to: quote)
      guard offset < bytes.count else { throw Malformed() }
      let value = start..<offset
      offset += 1
      guard index(of: UInt8(ascii: "<"), in: value) == nil else { throw Malformed() }
      if !bind(attribute, value) { written.append((attribute, value)) }
    }
    attributes.removeAll(keepingCapacity: true)
    // A name without a prefix is in no namespace, whatever the element's namespace.
    for (name, value) in written where name.colon != nil {
      let name = resolved(name)
      if name.namespace != nil { attributes.append(Attribute(name: name, value: value)) }
    }
    return resolved(name)
  }

  private mutating func endTag() throws(Malformed) -> Token {
    let name = try passedName().range
    skipSpace()
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: ">"), let start = open.last, equal(start, name)
    else { throw Malformed() }
    offset += 1
    return close()
  }

  private mutating func close() -> Token {
    let depth = open.count
    while bindings.last.map({ $0.depth == depth }) == true { bindings.removeLast() }
    open.removeLast()
    isClosed = open.isEmpty
    return .end
  }

  /// Records `xmlns:prefix="…"` and `xmlns="…"`; returns whether the attribute was one.
  private mutating func bind(_ name: WrittenName, _ value: Range<Int>) -> Bool {
    guard equals(name.colon == nil ? name.range : name.prefix, "xmlns") else { return false }
    let prefix = name.colon == nil ? name.range.upperBound..<name.range.upperBound : name.local
    let namespace = namespaces.firstIndex { $0.count == value.count && bytes[value].elementsEqual($0) }
    bindings.append((prefix, namespace, open.count))
    return true
  }

  private func resolved(_ name: WrittenName) -> Name {
    Name(namespace: bindings.last { equal($0.prefix, name.prefix) }?.namespace, local: name.local)
  }

  // MARK: Characters

  private mutating func passedName() throws(Malformed) -> WrittenName {
    let start = offset
    var colon: Int?
    while offset < bytes.count, Self.isName(bytes[offset]) {
      if bytes[offset] == UInt8(ascii: ":"), colon == nil { colon = offset }
      offset += 1
    }
    guard offset > start else { throw Malformed() }
    return WrittenName(range: start..<offset, colon: colon)
  }

  /// Passes over a comment, or returns the text of a verbatim section; anything else declares a document type.
  private mutating func passedMarkup() throws(Malformed) -> Range<Int>? {
    if starts(with: "!--") {
      offset += 3
      _ = try passed(until: "-->")
      return nil
    }
    guard starts(with: "![CDATA["), !open.isEmpty else { throw Malformed() }
    offset += 8
    return try passed(until: "]]>")
  }

  /// Moves past the next `mark`, and returns the range before it.
  private mutating func passed(until mark: StaticString) throws(Malformed) -> Range<Int> {
    let start = offset
    let last = mark.utf8CodeUnitCount - 1
    while offset < bytes.count {
      skip(to: UInt8(ascii: ">"))
      if offset - last >= start, equals(offset - last..<min(offset + 1, bytes.count), mark) {
        offset += 1
        return start..<offset - last - 1
      }
      offset += 1
    }
    throw Malformed()
  }

  private func starts(with mark: StaticString) -> Bool {
    equals(offset..<min(bytes.count, offset + mark.utf8CodeUnitCount), mark)
  }

  private mutating func skip(to byte: UInt8) {
    offset = index(of: byte, in: offset..<bytes.count) ?? bytes.count
  }

  /// The place of the first such byte, found many bytes at a time.
  private func index(of byte: UInt8, in range: Range<Int>) -> Int? {
    unsafe bytes[range].withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = unsafe memchr(start, Int32(byte), bytes.count) else {
        return nil
      }
      return unsafe range.lowerBound + (UnsafeRawPointer(found) - start)
    }
  }

  private func equal(_ range: Range<Int>, _ other: Range<Int>) -> Bool {
    range.count == other.count && bytes[range].elementsEqual(bytes[other])
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = offset
    while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
    return offset > start
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 9 || byte == 13 }

  /// Whether a byte belongs to a name; beyond ASCII every byte counts as a letter.
  private static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte < 0x40 ? namesLow : namesHigh) >> UInt64(byte & 0x3F) & 1 == 1
  }

  /// A bit for each character up to `?`: `-`, `.`, digits, `:`; and for each from `@` on: letters and `_`.
  private static let namesLow: UInt64 = 0x07FF_6000_0000_0000
  private static let namesHigh: UInt64 = 0x07FF_FFFE_87FF_FFFE
}
