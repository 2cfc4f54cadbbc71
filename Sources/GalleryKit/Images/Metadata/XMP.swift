internal import Foundation
internal import GalleryEngine

/// The XMP properties of a photo (ISO 16684-1), as far as a gallery needs them.
///
/// Reads the properties of the picture itself, written as attributes or as elements, whose value is a text or a list, of
/// which the first item counts. A packet that is not well-formed, or larger than ``longest``, is ignored. Extended XMP, which
/// does not fit into a JPEG's segment, is not read: it holds depth maps and the like, whose properties are in the packet
/// itself.
struct XMP: Equatable {
  private var values: [Name: String] = [:]
  /// Whether the metadata describe a depth map: Google's first form (`GDepth`), Dynamic Depth 1.0, or an item of a container.
  private(set) var hasDepth = false
  private var describesGainMap = false

  /// The first bytes of a JPEG's APP1 segment that holds a packet.
  static let jpegSignature = "http://ns.adobe.com/xap/1.0/\0"
  /// Bytes of the largest packet that is read; a JPEG's has at most 65,502.
  static let longest = 262_144
  static let longestValue = 256

  init() {}

  init(_ packet: [UInt8]) {
    guard packet.count <= Self.longest else { return }
    var properties = Properties()
    guard properties.read(packet) else { return }
    (values, hasDepth) = (properties.values, properties.hasDepth)
    describesGainMap = properties.isGainMap
  }

  private subscript(namespace: Namespace, local: String) -> String? { values[Name(namespace, local)] }

  private func date(_ namespace: Namespace, _ property: String) -> WrittenDate? {
    self[namespace, property].flatMap { WrittenDate(Array($0.utf8)[...]) }
  }

  var originalDate: WrittenDate? { date(.exif, "DateTimeOriginal") ?? date(.photoshop, "DateCreated") }
  var digitizedDate: WrittenDate? { date(.xmp, "CreateDate") }

  var location: Location? {
    guard let latitude = self[.exif, "GPSLatitude"], let longitude = self[.exif, "GPSLongitude"] else {
      return nil
    }
    return Location(
      latitude: latitude, longitude: longitude, altitude: self[.exif, "GPSAltitude"],
      altitudeReference: self[.exif, "GPSAltitudeRef"])
  }

  /// Whether the metadata name a projection, as those of Photo Sphere do.
  var isPanorama: Bool { self[.panorama, "ProjectionType"] != nil }
  var isScreenshot: Bool { self[.exif, "UserComment"] == "Screenshot" }
  var burstIdentifier: String? { self[.camera, "BurstID"] }
  /// Whether it is the camera's choice.
  var isBurstPrimary: Bool { self[.camera, "BurstPrimary"] == "1" }

  private var auxiliary: String? { self[.pixelData, "AuxiliaryImageType"] }
  /// Whether the picture is a gain map of another.
  var isGainMap: Bool { describesGainMap || auxiliary?.hasSuffix("hdrgainmap") == true }
  /// Whether the picture is the depth map of another, as Apple writes them.
  var isDepthMap: Bool { auxiliary == "disparity" || auxiliary == "depth" }
}

extension XMP {
  /// The namespaces of the properties that are read.
  enum Namespace: String {
    case rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    case exif = "http://ns.adobe.com/exif/1.0/"
    case photoshop = "http://ns.adobe.com/photoshop/1.0/"
    case xmp = "http://ns.adobe.com/xap/1.0/"
    case panorama = "http://ns.google.com/photos/1.0/panorama/"
    case depth = "http://ns.google.com/photos/1.0/depthmap/"
    case dynamicDepth = "http://ns.google.com/photos/dd/1.0/depthmap/"
    case item = "http://ns.google.com/photos/1.0/container/item/"
    case dynamicItem = "http://ns.google.com/photos/dd/1.0/item/"
    case camera = "http://ns.google.com/photos/1.0/camera/"
    case gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
    case pixelData = "http://ns.apple.com/pixeldatainfo/1.0/"
  }

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

    private(set) var values: [Name: String] = [:]
    /// Whether anything describes a depth map.
    private(set) var hasDepth = false
    private(set) var isGainMap = false
    private var open: [Element] = []
    /// The text of the open element so far; `nil` if it is too long for a value.
    private var text: String? = ""

    /// Enters an element; names in namespaces that are not read are `nil`, or left out.
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

    mutating func add(text more: String) {
      switch open.last {
      case .value, .semantic:
        text = text.flatMap { text in
          text.utf8.count + more.utf8.count <= XMP.longestValue ? text + more : nil
        }
      default: break
      }
    }

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
