internal import Foundation
internal import GalleryKit

/// Makes a scenario of a parsed file; it defines the keys, their meanings and their allowed values.
///
/// `scenarios/scenario.schema.json` says the same to editors; a test holds the two together.
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

  /// Reads a scenario from the top of the file.
  ///
  /// - Throws: ``ScenarioError`` with all problems, in the file's order.
  mutating func read(_ node: JSONNode, sha256: String) throws(ScenarioError) -> Scenario {
    let top = reader.object(
      Field(keyPath: "", node: node),
      keys: [
        "$schema", "name", "about", "seed", "library", "screen", "grid", "device", "trace", "compare",
        "iterations", "visits", "limits", "gate",
      ])
    if let schema = top["$schema"] { _ = reader.text(schema, "the schema's address") }
    let screen = screen(reader.require("screen", in: top, expected: "the screen"))
    let (library, remote, changes) = library(
      reader.require("library", in: top, expected: "the photos to scroll over"))
    let trace = trace(reader.require("trace", in: top, expected: "how the grid is scrolled"))
    let scenario = Scenario(
      name: name(reader.require("name", in: top, expected: "the scenario's name")),
      about: reader.text(
        reader.require("about", in: top, expected: "the scenario's question"), "the scenario's question"),
      seed: top["seed"].map { seed($0) } ?? 1,
      library: library,
      remote: remote,
      changes: changes,
      screen: screen,
      grid: grid(
        reader.require("grid", in: top, expected: "the grid"), on: screen, hasChanges: changes != nil),
      device: device(reader.require("device", in: top, expected: "the device")),
      trace: trace,
      compare: comparison(
        reader.require("compare", in: top, expected: "the choices to compare"), hasChanges: changes != nil),
      iterations: top["iterations"].map { reader.integer($0, "repetitions", in: 1...1000) } ?? 1,
      visits: top["visits"].map { reader.integer($0, "visits", in: 1...10) } ?? 1,
      limits: limits(top["limits"], laps: trace.laps),
      gate: top["gate"].map { reader.words($0, among: GatingMetrics.words) },
      sha256: sha256, path: path)
    checkRoom(in: scenario.grid, on: scenario.screen)
    guard reader.problems.isEmpty else {
      let problems = reader.problems.sorted {
        ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
      }
      throw ScenarioError(path: path, problems: problems)
    }
    return scenario
  }

  /// The path as seen from the scenario file; `~` is the user's home.
  func resolve(_ relative: String) -> String {
    let expanded = HomeFolder.expandingTilde(in: relative)
    if expanded.hasPrefix("/") { return expanded }
    let folder = NSString(string: path).deletingLastPathComponent
    return folder.isEmpty ? expanded : folder + "/" + expanded
  }

  private mutating func name(_ field: Field?) -> String {
    guard let field else { return "" }
    // The name becomes part of file names and of the runs' identifiers.
    guard case .string(let name) = field.node.value, ScenarioFile.isName(name) else {
      reader.report(field, expected: "a name of at most 64 letters, digits and hyphens")
      return ""
    }
    return name
  }

  private mutating func seed(_ field: Field) -> UInt64 {
    guard case .number(let literal) = field.node.value, let seed = UInt64(literal) else {
      reader.report(field, expected: "a seed, a whole number from 0 to \(UInt64.max)")
      return 0
    }
    return seed
  }

  private mutating func screen(_ field: Field?) -> Scenario.Screen {
    let fields = reader.object(field, keys: ["width", "height", "scale", "refreshRate"])
    let points = "points, a number"
    return Scenario.Screen(
      width: reader.number(
        reader.require("width", in: fields, expected: "the screen's width"), points, in: 1...10_000),
      height: reader.number(
        reader.require("height", in: fields, expected: "the screen's height"), points, in: 1...10_000),
      scale: reader.number(
        reader.require("scale", in: fields, expected: "pixels a point"), "pixels a point, a number",
        in: 0.5...8),
      refreshRate: reader.integer(
        reader.require("refreshRate", in: fields, expected: "frames a second"), "frames a second", in: 1...240
      ))
  }

  private mutating func grid(
    _ field: Field?, on screen: Scenario.Screen, hasChanges: Bool
  ) -> Scenario.Grid {
    let fields = reader.object(field, keys: ["columns", "rows", "spacing", "sections", "cells"])
    if let rows = fields["rows"], fields["columns"] != nil {
      reader.report(rows, expected: "columns (the grid scrolls down) or rows (it scrolls sideways), not both")
    }
    let isSideways = fields["rows"] != nil
    let what = isSideways ? "cells one below the other" : "cells in a row"
    let columns = reader.integer(
      fields["rows"]
        ?? reader.require(
          "columns", in: fields, expected: "cells in a row, or rows of a grid that scrolls sideways"),
      what, in: 1...1000)
    let spacingField = reader.require("spacing", in: fields, expected: "points between cells")
    let spacing = reader.number(spacingField, "points between cells, a number", in: 0...10_000)
    var grid = Scenario.Grid(columns: columns, spacing: spacing, axis: isSideways ? .horizontal : .vertical)
    grid.sections = fields["sections"].flatMap { sections($0) }
    if let field = fields["cells"] {
      let word = reader.word(field, among: Scenario.Grid.Cells.allCases.map(\.rawValue))
      grid.cells = Scenario.Grid.Cells(rawValue: word) ?? .square
      if grid.cells == .justified, hasChanges {
        reader.report(
          field,
          expected: "\"square\" while the library changes (library.changes): rows would break elsewhere")
      }
    }
    let breadth = grid.breadth(of: screen, turns: false)
    // The stand-in for a wrong width says nothing of the spacing.
    let side = isSideways ? "screen.height" : "screen.width"
    let isSideRead = !reader.problems.contains { ["screen", side].contains($0.keyPath) }
    if let spacingField, isSideRead, spacing * Double(columns - 1) >= breadth {
      reader.report(
        spacingField,
        expected: "points between cells that leave room for \(columns) cells on \(FieldReader.text(breadth))")
    }
    return grid
  }

  /// Sections of one number of photos each, or of the numbers in a list, repeated.
  private mutating func sections(_ field: Field) -> GridLayout.Sections? {
    let fields = reader.object(field, keys: ["photos", "header"])
    let header = reader.number(
      reader.require("header", in: fields, expected: "points of a header"), "points, a number",
      in: 0...SectionsRecord.mostHeader)
    let what = "photos of a section"
    let field = reader.require("photos", in: fields, expected: "\(what), or a list of them")
    var each = [field]
    if let field, case .array = field.node.value {
      each = reader.list(field, of: what)
      if each.count > SectionsRecord.mostListed {
        reader.report(field, expected: "at most \(SectionsRecord.mostListed) sections")
      }
    }
    let range = 1...SectionsRecord.mostPhotos
    let photos = each.map { reader.integer($0, what, in: range) }.filter(range.contains)
    return photos.isEmpty || header < 0 ? nil : GridLayout.Sections(photos: photos, header: header)
  }

  private mutating func device(_ field: Field?) -> Scenario.Device {
    let fields = reader.object(
      field, keys: ["decodeWorkers", "memoryBudget", "memoryLimit", "thumbnailBudget", "costs", "frameWork"])
    var device = Scenario.Device(
      decodeWorkers: reader.integer(
        reader.require("decodeWorkers", in: fields, expected: "decode threads"), "threads", in: 1...64),
      memoryBudgetBytes: reader.memory(
        reader.require("memoryBudget", in: fields, expected: ByteCount.example)),
      costs: fields["costs"].map { reader.text($0, "the name of a cost table") } ?? "this-machine",
      memoryLimitBytes: fields["memoryLimit"].map { reader.memory($0) })
    if let budget = fields["thumbnailBudget"] { device.thumbnailBudgetBytes = reader.memory(budget) }
    if let work = fields["frameWork"] {
      device.frameWork = reader.number(work, "processor seconds a frame, a number", in: 0...1)
    }
    return device
  }

  private mutating func library(_ field: Field?) -> (LibrarySource, RemoteSource?, ChangeSource?) {
    let isFolder = field?.has("path") == true
    let fields = reader.object(
      field, keys: (isFolder ? ["path", "photos"] : ["synthetic"]) + ["remote", "changes"])
    let photos = fields["photos"].map { reader.integer($0, "photos", in: 1...10_000_000) }
    if let field = fields["photos"], fields["changes"] != nil {
      reader.report(field, expected: "nothing here while the library changes: copies have no files to change")
    }
    let source: LibrarySource
    if let path = fields["path"] {
      source = .folder(photosFolder(path), photos: photos)
    } else {
      let synthetic = reader.require(
        "synthetic", in: fields, expected: "\"synthetic\" photos, or the \"path\" of a folder")
      source = .synthetic(self.synthetic(synthetic))
    }
    return (
      folder.map { .folder($0, photos: photos) } ?? source, fields["remote"].map { remote($0) },
      fields["changes"].map { changes($0) }
    )
  }

  private mutating func photosFolder(_ field: Field) -> String {
    let text = reader.text(field, "a folder of photos")
    let path = resolve(text)
    if folder == nil, !text.isEmpty, !InputFile.isFolder(path: path) {
      reader.report(field, expected: "a folder of photos", hint: "; there is no folder \(path)")
    }
    return path
  }

  private mutating func synthetic(_ field: Field?) -> SyntheticSource {
    let fields = reader.object(
      field, keys: ["photos", "distinct", "megapixels", "png", "embeddedThumbnails"])
    let share = "a share, a number"
    var source = SyntheticSource(
      photos: reader.integer(
        reader.require("photos", in: fields, expected: "how many photos"), "photos", in: 1...10_000_000))
    if let png = fields["png"] { source.png = reader.number(png, share, in: 0...1) }
    if let thumbnails = fields["embeddedThumbnails"] {
      source.embeddedThumbnails = reader.number(thumbnails, share, in: 0...1)
    }
    if let megapixels = fields["megapixels"] { source.megapixels = sizes(megapixels) }
    source.distinct = min(source.distinct, source.photos)
    if let distinct = fields["distinct"] {
      source.distinct = reader.integer(distinct, "distinct files, no more than photos", in: 1...source.photos)
    }
    return source
  }

  private mutating func sizes(_ field: Field) -> ClosedRange<Double> {
    let bounds = 0.01...200.0
    guard case .array(let nodes) = field.node.value, nodes.count == 2 else {
      reader.report(field, expected: "the least and the largest size in megapixels, as in [2, 12]")
      return 1...1
    }
    let elements = reader.list(field, of: "sizes")
    let least = reader.number(elements[0], "megapixels, a number", in: bounds)
    let largest = reader.number(elements[1], "megapixels, a number", in: bounds)
    if largest < least {
      reader.report(field.node.position, field.keyPath, "expected the least size before the largest")
      return least...least
    }
    return least...largest
  }
}
