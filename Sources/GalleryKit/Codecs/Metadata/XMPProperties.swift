internal import GalleryEngine

extension XMP {
  /// Collects the wanted properties of a packet while it passes through the elements.
  struct Properties {
    /// The kind of an open element.
    private enum Element {
      case rdf
      /// Describes the picture; nested descriptions describe other things.
      case description
      /// A property, or an item of the list that is its value.
      case value(Property?)
      /// A list as a property's value.
      case list(Property?)
      /// `Item:Semantic`, at any depth.
      case semantic
      case other
    }

    /// The wanted properties, by namespace.
    private static let named = Namespace.allCases.map { namespace in
      Property.allCases.filter { $0.name.namespace == namespace }
    }

    private var values: [String?] = Array(repeating: nil, count: Property.allCases.count)
    private(set) var hasDepth = false
    private(set) var isGainMap = false
    private var open: [Element] = []
    /// The text of the open element so far; `nil` if it cannot be a wanted value.
    private var text: String? = ""

    subscript(property: Property) -> String? { values[property.rawValue] }

    /// Reads a packet up to the end of its outermost element.
    mutating func read(_ packet: [UInt8]) throws(XMLScanner.Malformed) {
      var scanner = XMLScanner(packet, namespaces: Namespace.uris)
      while let token = try scanner.next() {
        switch token {
        case .start(let name):
          let element = element(name, in: scanner)
          open.append(element)
          text = ""
          readAttributes(of: element, in: scanner)
        case .text(let range): take(range, isVerbatim: false, in: scanner)
        case .verbatim(let range): take(range, isVerbatim: true, in: scanner)
        case .end: close()
        }
      }
    }

    private mutating func element(_ name: XMLScanner.Name, in scanner: XMLScanner) -> Element {
      let namespace = name.namespace.flatMap(Namespace.init)
      if namespace == .dynamicDepth { hasDepth = true }
      if isSemantic(name, namespace, in: scanner) { return .semantic }
      if namespace == .rdf, scanner.equals(name.local, "RDF") { return .rdf }
      switch open.last {
      case .rdf: return namespace == .rdf && scanner.equals(name.local, "Description") ? .description : .other
      case .description:
        mark(namespace)
        return .value(property(name, namespace, in: scanner))
      case .value(let property):
        return namespace == .rdf && ["Alt", "Seq", "Bag"].contains { scanner.equals(name.local, $0) }
          ? .list(property) : .other
      case .list(let property):
        return namespace == .rdf && scanner.equals(name.local, "li") ? .value(property) : .other
      default: return .other
      }
    }

    private mutating func readAttributes(of element: Element, in scanner: XMLScanner) {
      for attribute in scanner.attributes {
        guard let namespace = attribute.name.namespace.flatMap(Namespace.init) else { continue }
        if namespace == .dynamicDepth { hasDepth = true }
        if isSemantic(attribute.name, namespace, in: scanner) {
          readSemantic(scanner.text(attribute.value, limit: XMP.longestValue))
        }
        guard case .description = element else { continue }
        mark(namespace)
        if let property = property(attribute.name, namespace, in: scanner) {
          set(property, scanner.text(attribute.value, limit: XMP.longestValue))
        }
      }
    }

    private mutating func take(_ range: Range<Int>, isVerbatim: Bool, in scanner: XMLScanner) {
      switch open.last {
      case .value(.some), .semantic:
        let rest = XMP.longestValue - (text?.utf8.count ?? 0)
        let more = scanner.text(range, isVerbatim: isVerbatim, limit: rest)
        text = text.flatMap { text in more.map { text + $0 } }
      default: break
      }
    }

    private mutating func close() {
      switch open.removeLast() {
      case .value(let property?): set(property, text)
      case .semantic: readSemantic(text)
      default: break
      }
      text = ""
    }

    /// Notes the namespaces whose presence alone counts.
    private mutating func mark(_ namespace: Namespace?) {
      if namespace == .depth { hasDepth = true }
      if namespace == .gainMap { isGainMap = true }
    }

    private mutating func readSemantic(_ semantic: String?) {
      if semantic == "Depth" || semantic == "DepthMap" { hasDepth = true }
    }

    private func isSemantic(_ name: XMLScanner.Name, _ namespace: Namespace?, in scanner: XMLScanner) -> Bool
    {
      (namespace == .item || namespace == .dynamicItem) && scanner.equals(name.local, "Semantic")
    }

    private func property(
      _ name: XMLScanner.Name, _ namespace: Namespace?, in scanner: XMLScanner
    ) -> Property? {
      // Most properties of most packets are in none of these namespaces.
      guard let namespace else { return nil }
      return Self.named[namespace.rawValue].first { scanner.equals(name.local, $0.name.local) }
    }

    /// The first value counts, and the first item of a list.
    private mutating func set(_ property: Property, _ value: String?) {
      guard self[property] == nil, let value else { return }
      var trimmed = value[...]
      while let first = trimmed.first, Self.isSpace(first) { trimmed.removeFirst() }
      while let last = trimmed.last, Self.isSpace(last) { trimmed.removeLast() }
      if !trimmed.isEmpty { values[property.rawValue] = String(trimmed) }
    }

    private static func isSpace(_ character: Character) -> Bool {
      switch character {
      case " ", "\t", "\n", "\r", "\r\n": true
      default: false
      }
    }
  }
}
