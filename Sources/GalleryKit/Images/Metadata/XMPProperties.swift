extension XMP {
  /// Collects the properties of the picture while a packet's elements pass.
  struct Properties {
    /// The kind of an open element.
    private enum Element {
      case rdf
      /// Describes the picture; nested descriptions describe other things.
      case description
      /// A property, or an item of the list that is its value.
      case value(Name)
      /// A list as a property's value.
      case list(Name)
      /// `Item:Semantic`, at any depth.
      case semantic
      case other
    }

    private var values: [Name: String] = [:]
    /// Whether anything describes a depth map.
    private(set) var hasDepth = false
    private(set) var isGainMap = false
    private var open: [Element] = []
    /// The text of the open element so far; `nil` if it is too long for a value.
    private var text: String? = ""

    subscript(namespace: Namespace, local: String) -> String? { values[Name(namespace, local)] }

    /// Enters an element.
    ///
    /// - Parameters:
    ///   - name: `nil` in a namespace that is not read.
    ///   - attributes: those in namespaces that are read.
    mutating func start(_ name: Name?, _ attributes: [(name: Name, value: String)]) {
      let element = if let name { kind(of: name) } else { Element.other }
      open.append(element)
      text = ""
      for (name, value) in attributes {
        if name.namespace == .dynamicDepth { hasDepth = true }
        if name.isSemantic { readSemantic(value) }
        guard case .description = element else { continue }
        mark(name.namespace)
        if value.utf8.count <= XMP.longestValue { set(name, value) }
      }
    }

    /// Adds characters to the open element.
    mutating func add(text more: String) {
      switch open.last {
      case .value, .semantic:
        text = text.flatMap { text in
          text.utf8.count + more.utf8.count <= XMP.longestValue ? text + more : nil
        }
      default: break
      }
    }

    /// Leaves the open element.
    mutating func end() {
      switch open.removeLast() {
      case .value(let property): if let text { set(property, text) }
      case .semantic: if let text { readSemantic(text) }
      default: break
      }
      text = ""
    }

    private mutating func kind(of name: Name) -> Element {
      if name.namespace == .dynamicDepth { hasDepth = true }
      if name.isSemantic { return .semantic }
      if name == Name(.rdf, "RDF") { return .rdf }
      switch open.last {
      case .rdf where name == Name(.rdf, "Description"): return .description
      case .description:
        mark(name.namespace)
        return .value(name)
      case .value(let property) where name.namespace == .rdf && ["Alt", "Seq", "Bag"].contains(name.local):
        return .list(property)
      case .list(let property) where name == Name(.rdf, "li"): return .value(property)
      default: return .other
      }
    }

    /// Notes the namespaces whose presence alone counts.
    private mutating func mark(_ namespace: Namespace) {
      if namespace == .depth { hasDepth = true }
      if namespace == .gainMap { isGainMap = true }
    }

    private mutating func readSemantic(_ semantic: String) {
      if semantic == "Depth" || semantic == "DepthMap" { hasDepth = true }
    }

    /// The first value counts, and the first item of a list.
    private mutating func set(_ property: Name, _ value: String) {
      guard values[property] == nil else { return }
      let trimmed = value.drop { $0.isWhitespace }
      guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return }
      values[property] = String(trimmed[...last])
    }
  }
}

extension XMP.Name {
  /// Whether it is the property by which a container says what an item of it shows.
  fileprivate var isSemantic: Bool {
    (namespace == .item || namespace == .dynamicItem) && local == "Semantic"
  }
}
