internal import Foundation
internal import GalleryKit

/// Makes a scenario from a parsed file by the tables of keys, and checks what one value demands of another.
///
/// All problems are collected: a wrong value is replaced by a stand-in, and if there are any problems, there is no scenario.
struct ScenarioReader {
  /// The file; paths in it are relative to its folder.
  let path: String
  /// Photos to use instead of the file's library, which then need not exist.
  let folder: String?
  private(set) var problems: [ScenarioError.Problem] = []
  /// Gestures that change the layout: rotations of the device, and pinches with the columns that they lead
  /// to.
  var rotations: [Field] = []
  var pinches: [(field: Field, columns: Int)] = []

  mutating func read(_ node: JSONNode, sha256: String) throws(ScenarioError) -> Scenario {
    let top = Field(keyPath: "", node: node)
    var scenario = Scenario.blank
    KeyTable.scenario.read(top, into: &scenario, &self)
    if let folder { scenario.library = .folder(folder, photos: scenario.library.leastPhotos) }
    if scenario.changes != nil, scenario.compare.axes[.changes] == nil {
      scenario.compare.axes[.changes] = [ChangePolicy.visibleOnly.rawValue]
    }
    (scenario.sha256, scenario.path) = (sha256, path)
    check(scenario, top)
    guard problems.isEmpty else {
      let problems = problems.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
      throw ScenarioError(path: path, problems: problems)
    }
    return scenario
  }

  private mutating func check(_ scenario: Scenario, _ top: Field) {
    let (library, compare) = (top["library"], top["compare"])
    if scenario.changes == nil {
      if let policies = compare?[Axis.changes.list] {
        report(
          policies, expected: "nothing here unless the library changes", hint: "; see library.changes")
      }
    } else {
      if let copies = library?["photos"], library?["path"] != nil {
        report(copies, expected: "nothing here while the library changes: copies have no files to change")
      }
      if scenario.grid.cells == .justified, let cells = top["grid"]?["cells"] {
        report(
          cells,
          expected: "\"square\" while the library changes (library.changes): rows would break elsewhere")
      }
    }
    if let orders = compare?["libraryOrders"], compare?["libraries"] == nil {
      report(orders, expected: "nothing here unless libraries are compared", hint: "; see compare.libraries")
    }
    if let growth = top["limits"]?["growth"] {
      let fewest = GrowthRule().fewestLaps
      if scenario.trace.laps < fewest {
        report(growth, expected: "no limit on growth, or a trace of at least \(fewest) laps to judge it by")
      }
    }
    checkRoom(in: scenario.grid, on: scenario.screen, top)
  }

  /// Reports spacings and gestures after which a row has no room for its cells, however the device is held.
  private mutating func checkRoom(in grid: Scenario.Grid, on screen: Scenario.Screen, _ top: Field) {
    // Stand-ins for wrong lengths say nothing.
    let isRead = !problems.contains { problem in
      ["screen", "grid"].contains { problem.keyPath == $0 || problem.keyPath.hasPrefix("\($0).") }
    }
    guard isRead, let spacing = top["grid"]?["spacing"] else { return }
    func hasRoom(_ columns: Int, on breadth: Double) -> Bool { grid.spacing * Double(columns - 1) < breadth }
    let first = grid.breadth(of: screen, turns: false)
    guard hasRoom(grid.columns, on: first) else {
      return report(
        spacing,
        expected: "points between cells that leave room for \(grid.columns) cells on \(Figure.plain(first))")
    }
    let breadth = grid.breadth(of: screen, turns: !rotations.isEmpty)
    let room =
      "room for cells between spacings of \(Figure.plain(grid.spacing)) on \(Figure.plain(breadth))"
    for pinch in pinches where !hasRoom(pinch.columns, on: breadth) { report(pinch.field, expected: room) }
    if let rotation = rotations.first, !hasRoom(grid.columns, on: breadth) {
      report(rotation, expected: "\(room) for \(grid.columns) \(grid.key) (grid.\(grid.key))")
    }
  }

  /// The path as seen from the scenario file; `~` is the user's home.
  func resolve(_ relative: String) -> String {
    let expanded = HomeFolder.expandingTilde(in: relative)
    if expanded.hasPrefix("/") { return expanded }
    let folder = NSString(string: path).deletingLastPathComponent
    return folder.isEmpty ? expanded : folder + "/" + expanded
  }
}

// MARK: Problems

extension ScenarioReader {
  mutating func report(_ position: JSONNode.Position, _ keyPath: String, _ message: String) {
    problems.append(
      ScenarioError.Problem(
        line: position.line, column: position.column, keyPath: keyPath, message: message))
  }

  mutating func report(_ field: Field, _ message: String) {
    report(field.node.position, field.keyPath, message)
  }

  mutating func report(_ field: Field, expected: String, hint: String = "") {
    report(field, "expected \(expected), found \(field.node)\(hint)")
  }

  /// The members of an object by key, those with other keys than `keys` reported; `nil` for anything else, which is reported.
  mutating func members(of field: Field, keys: [String]) -> [String: Field]? {
    guard let members = field.members else {
      report(field, expected: "an object with \(keys.joined(separator: ", "))")
      return nil
    }
    for member in members where !keys.contains(member.key) {
      let hint = Spelling.hint(for: member.key, among: keys)
      report(
        member.position, field.keyPath(of: member.key),
        "unknown key; expected one of \(keys.joined(separator: ", "))\(hint)")
    }
    return Dictionary(members.map { ($0.key, field.field($0)) }) { $1 }
  }
}
