internal import Foundation
internal import GalleryKit

/// Makes a scenario of a parsed file by the tables of keys, and checks what one value demands of another.
struct ScenarioReader {
  /// The file; paths in it are relative to its folder.
  let path: String
  let vocabulary: ScenarioVocabulary
  /// Photos to use instead of the file's library, which then need not exist.
  let folder: String?
  var reader = FieldReader()
  /// Gestures that change the layout: turns of the device, and pinches with the columns that they lead to.
  var rotations: [Field] = []
  var pinches: [(field: Field, columns: Int)] = []
  /// What only a library that changes has, or must not have.
  var changePolicies: Field?
  var copies: Field?
  /// The limit that needs laps.
  var growthLimit: Field?

  /// Reads a scenario from the top of the file.
  ///
  /// - Throws: ``ScenarioError`` with all problems, in the file's order.
  mutating func read(_ node: JSONNode, sha256: String) throws(ScenarioError) -> Scenario {
    let top = Field(keyPath: "", node: node)
    var scenario = KeyTable.scenario.read(top, &self)
    if scenario.changes != nil, scenario.compare.axes[.changes] == nil {
      scenario.compare.axes[.changes] = [ChangePolicy.visibleOnly.rawValue]
    }
    (scenario.sha256, scenario.path) = (sha256, path)
    check(scenario, top)
    guard reader.problems.isEmpty else {
      let problems = reader.problems.sorted {
        ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
      }
      throw ScenarioError(path: path, problems: problems)
    }
    return scenario
  }

  /// Reports values that others do not allow.
  private mutating func check(_ scenario: Scenario, _ top: Field) {
    if scenario.changes == nil {
      if let changePolicies {
        reader.report(
          changePolicies, expected: "nothing here unless the library changes", hint: "; see library.changes")
      }
    } else {
      if let copies {
        reader.report(
          copies, expected: "nothing here while the library changes: copies have no files to change")
      }
      if scenario.grid.cells == .justified, let cells = top["grid"]?["cells"] {
        reader.report(
          cells,
          expected: "\"square\" while the library changes (library.changes): rows would break elsewhere")
      }
    }
    if let orders = top["compare"]?["libraryOrders"], top["compare"]?["libraries"] == nil {
      reader.report(
        orders, expected: "nothing here unless libraries are compared", hint: "; see compare.libraries")
    }
    let fewest = GrowthRule().fewestLaps
    if let growthLimit, scenario.trace.laps < fewest {
      reader.report(
        growthLimit, expected: "no limit on growth, or a trace of at least \(fewest) laps to judge it by")
    }
    checkRoom(in: scenario.grid, on: scenario.screen, top)
  }

  /// Reports spacings and gestures after which a row has no room for its cells, however the device is held.
  private mutating func checkRoom(in grid: Scenario.Grid, on screen: Scenario.Screen, _ top: Field) {
    // Stand-ins for wrong lengths say nothing.
    let isRead = !reader.problems.contains { problem in
      ["screen", "grid"].contains { problem.keyPath == $0 || problem.keyPath.hasPrefix("\($0).") }
    }
    guard isRead, let spacing = top["grid"]?["spacing"] else { return }
    func hasRoom(_ columns: Int, on breadth: Double) -> Bool { grid.spacing * Double(columns - 1) < breadth }
    let first = grid.breadth(of: screen, turns: false)
    guard hasRoom(grid.columns, on: first) else {
      return reader.report(
        spacing,
        expected:
          "points between cells that leave room for \(grid.columns) cells on \(FieldReader.text(first))")
    }
    let breadth = grid.breadth(of: screen, turns: !rotations.isEmpty)
    let room =
      "room for cells between spacings of \(FieldReader.text(grid.spacing)) on \(FieldReader.text(breadth))"
    for pinch in pinches where !hasRoom(pinch.columns, on: breadth) {
      reader.report(pinch.field, expected: room)
    }
    if let rotation = rotations.first, !hasRoom(grid.columns, on: breadth) {
      reader.report(rotation, expected: "\(room) for \(grid.columns) \(grid.key) (grid.\(grid.key))")
    }
  }

  /// The path as seen from the scenario file; `~` is the user's home.
  private func resolve(_ relative: String) -> String {
    let expanded = HomeFolder.expandingTilde(in: relative)
    if expanded.hasPrefix("/") { return expanded }
    let folder = NSString(string: path).deletingLastPathComponent
    return folder.isEmpty ? expanded : folder + "/" + expanded
  }
}

/// Reads values that no other key has.
extension ScenarioReader {
  mutating func name(_ field: Field) -> String {
    // The name becomes part of file names and of the runs' identifiers.
    guard case .string(let name) = field.node.value, ScenarioFile.isName(name) else {
      reader.report(field, expected: Shape.name.expectation)
      return ""
    }
    return name
  }

  mutating func seed(_ field: Field) -> UInt64 {
    guard case .number(let literal) = field.node.value, let seed = UInt64(literal) else {
      reader.report(field, expected: Shape.seed.expectation)
      return 0
    }
    return seed
  }

  /// The library that the photos are of: the folder given from outside, or the file's.
  func folder(in photos: PhotoSource) -> LibrarySource {
    if let path = folder ?? photos.path { return .folder(path, photos: photos.photos) }
    var synthetic = photos.synthetic ?? SyntheticSource(photos: 1)
    synthetic.distinct = min(synthetic.distinct, synthetic.photos)
    return .synthetic(synthetic)
  }

  mutating func photosFolder(_ field: Field) -> String {
    let text = reader.text(field, "a folder of photos")
    let path = resolve(text)
    if folder == nil, !text.isEmpty, !InputFile.isFolder(path: path) {
      reader.report(field, expected: "a folder of photos", hint: "; there is no folder \(path)")
    }
    return path
  }

  mutating func sizes(_ field: Field, in bounds: ClosedRange<Double>) -> ClosedRange<Double> {
    guard case .array(let nodes) = field.node.value, nodes.count == 2 else {
      reader.report(field, expected: "the least and the largest size in megapixels, as in [2, 12]")
      return 1...1
    }
    let sizes = reader.list(field, of: "sizes").map { reader.number($0, "megapixels", in: bounds) }
    guard sizes[0] <= sizes[1] else {
      reader.report(field.node.position, field.keyPath, "expected the least size before the largest")
      return 1...1
    }
    return sizes[0]...sizes[1]
  }

  mutating func bandwidth(_ field: Field) -> Double {
    switch field.node.value {
    case .string(let text), .number(let text):
      if let bits = Bandwidth.bits(in: text) { return bits }
    default: break
    }
    reader.report(field, expected: Shape.bandwidth.expectation)
    return 1
  }

  /// Sections of one number of photos each, or of the numbers in a list, repeated.
  mutating func sectionPhotos(_ field: Field) -> [Int] {
    let what = "photos of a section"
    var each = [field]
    if case .array = field.node.value {
      each = reader.list(field, of: what)
      if each.count > GridLayout.Sections.mostListed {
        reader.report(field, expected: "at most \(GridLayout.Sections.mostListed) sections")
      }
    }
    return each.map { reader.integer($0, what, in: 1...GridLayout.Sections.mostPhotos) }
  }

  /// The path of a recording, which can be read.
  mutating func recording(_ field: Field) -> String {
    let text = reader.text(field, "a CSV file")
    let path = resolve(text)
    if !text.isEmpty {
      do { _ = try Recording.read(path: path) } catch {
        reader.report(field.node.position, field.keyPath, "expected a recording, found \(error)")
      }
    }
    return path
  }

  mutating func gestures(_ field: Field, minimum: Int) -> [Gesture] {
    reader.list(field, of: "gestures", minimum: minimum).compactMap { gesture($0) }
  }

  /// One gesture: an object with one word that says which it is.
  private mutating func gesture(_ field: Field) -> Gesture? {
    let table = FormTable.gesture
    let verbs = table.forms.map(\.tag)
    guard case .object(let members) = field.node.value else {
      reader.report(field, expected: "a gesture such as { \"fling\": 5200 }")
      return nil
    }
    let keys = members.map(\.key)
    let found = keys.filter(verbs.contains)
    guard found.count == 1 else {
      let hint = found.isEmpty ? keys.first.map { Spelling.hint(for: $0, among: verbs) } ?? "" : ""
      reader.report(
        field.node.position, field.keyPath,
        "expected one gesture of \(FieldReader.list(verbs)), found "
          + (keys.isEmpty ? "nothing" : FieldReader.list(keys)) + hint)
      return nil
    }
    return table.read(field, &self)
  }

  mutating func jumpTarget(_ field: Field) -> Gesture.JumpTarget {
    guard case .object = field.node.value else {
      return .offset(reader.number(field, "an offset in points, or { \"fraction\": 0.5 }", in: 0...1e9))
    }
    let fields = reader.object(field, keys: ["fraction"])
    let what = "a share of the content"
    let fraction = reader.require("fraction", in: fields, expected: Shape.number(what, 0...1).expectation)
    return .fraction(reader.number(fraction, what, in: 0...1))
  }
}
