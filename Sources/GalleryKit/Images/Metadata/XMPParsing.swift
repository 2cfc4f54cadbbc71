internal import CExpat

extension XMP.Properties {
  /// Reads a packet up to the end of its outermost element, by expat.
  ///
  /// - Returns: `false` for a packet that is not well-formed, nests more than 64 elements, has an element of more than 512
  ///   attributes, or declares a document type: the only entities are XML's five and characters by number.
  mutating func read(_ packet: [UInt8]) -> Bool {
    guard let parser = unsafe XML_ParserCreateNS("UTF-8", XMP.Name.separator) else { return false }
    defer { unsafe XML_ParserFree(parser) }
    var parsing = unsafe XMPParsing(parser: parser, properties: self)
    unsafe withUnsafeMutablePointer(to: &parsing) { parsing in
      unsafe XML_SetUserData(parser, parsing)
      unsafe XML_SetElementHandler(
        parser, { unsafe XMPParsing.of($0).pointee.start($1, $2) },
        { parsing, _ in unsafe XMPParsing.of(parsing).pointee.end() })
      unsafe XML_SetCharacterDataHandler(parser) { unsafe XMPParsing.of($0).pointee.add($1, count: $2) }
      unsafe XML_SetStartDoctypeDeclHandler(parser) { parsing, _, _, _, _ in
        unsafe XMPParsing.of(parsing).pointee.stop()
      }
      unsafe packet.withUnsafeBytes { bytes in
        let text = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        _ = unsafe XML_Parse(parser, text, Int32(clamping: bytes.count), 1)
      }
    }
    self = parsing.properties
    return parsing.isWhole
  }
}

/// The state of reading a packet, which expat passes to its handlers.
@safe private struct XMPParsing {
  private static let mostDepth = 64
  private static let mostAttributes = 512

  private let parser: XML_Parser
  private(set) var properties: XMP.Properties
  private var depth = 0
  /// Whether the outermost element is closed.
  private(set) var isWhole = false
  /// Whether enough was read, or too much; expat may still call handlers afterwards.
  private var isStopped = false

  @unsafe init(parser: XML_Parser, properties: XMP.Properties) {
    unsafe self.parser = parser
    self.properties = properties
  }

  /// The state behind the pointer that expat passes to its handlers.
  static func of(_ userData: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Self> {
    guard let userData = unsafe userData else { preconditionFailure("expat lost its user data") }
    return unsafe userData.assumingMemoryBound(to: Self.self)
  }

  /// - Parameter attributes: names and values in turn, up to a null pointer.
  mutating func start(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard !isStopped, let name = unsafe name else { return }
    depth += 1
    var count = 0
    var known: [(name: XMP.Name, value: String)] = []
    while let name = unsafe attributes?[2 * count], let value = unsafe attributes?[2 * count + 1] {
      if let name = unsafe XMP.Name(name) { unsafe known.append((name, String(cString: value))) }
      count += 1
    }
    guard depth <= Self.mostDepth, count <= Self.mostAttributes else { return stop() }
    unsafe properties.start(XMP.Name(name), known)
  }

  mutating func end() {
    guard !isStopped else { return }
    properties.end()
    depth -= 1
    guard depth == 0 else { return }
    isWhole = true
    stop()
  }

  mutating func add(_ text: UnsafePointer<CChar>?, count: Int32) {
    guard !isStopped else { return }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
    unsafe properties.add(text: String(decoding: bytes, as: UTF8.self))
  }

  mutating func stop() {
    isStopped = true
    _ = unsafe XML_StopParser(parser, 0)
  }
}

extension XMP {
  /// A name in one of the namespaces that are read.
  struct Name: Hashable {
    let namespace: Namespace
    let local: String

    /// The character that expat puts between a namespace and a local name: no namespace contains a line break.
    fileprivate static let separator = CChar(10)

    init(_ namespace: Namespace, _ local: String) {
      self.namespace = namespace
      self.local = local
    }

    /// Splits a name that expat gives; fails for one in another namespace, or in none.
    fileprivate init?(_ expanded: UnsafePointer<CChar>) {
      let text = unsafe String(cString: expanded)
      guard let end = text.utf8.firstIndex(of: UInt8(bitPattern: Self.separator)),
        let namespace = Namespace(rawValue: String(text[..<end]))
      else { return nil }
      self.init(namespace, String(text[text.utf8.index(after: end)...]))
    }
  }
}
