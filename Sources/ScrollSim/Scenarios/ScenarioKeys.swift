internal import GalleryKit

extension KeyTable where Value == Scenario {
  static var scenario: Self {
    let library = Self.library
    return Self(
      .blank,
      .key("$schema", .text("the schema's address"), "The schema's address, for editors.") { _, _ in },
      .key(
        "name", \.name, .name, "The name under which results are filed: letters, digits and hyphens."
      ).required,
      .key("about", \.about, .text("the scenario's question"), "The scenario's question, in a sentence.")
        .required,
      .key("seed", \.seed, .seed, "The seed of every random choice."),
      .init(
        name: "library", shape: library.shape, isRequired: true,
        about: "The photos to scroll over: synthetic ones, or a folder."
      ) { library.read($0, into: &$1, &$2) },
      .key("screen", \.screen, .object(.screen), "The screen that shows the grid.").required,
      .key(
        "grid", \.grid, .object(.grid),
        "The layout of the photos: columns, which scroll down, or rows, which scroll sideways."
      ).required,
      .key("device", \.device, .object(.device), "The resources that the app may use.").required,
      .key("trace", .object(.trace), "The scroll: gestures, a recording, or a session.") {
        $1.trace = $0.source
      }.required,
      .key(
        "compare", \.compare, .object(.comparison),
        "The combinations to run: every member of each list with every member of the others."
      ).required,
      .key(
        "iterations", \.iterations, .integer("repetitions", 1...1000), "How often each combination runs."),
      .key(
        "visits", \.visits, .integer("visits", 1...10),
        "How often the user comes to the grid, each time in a new process, with what the last one left on disk."
      ),
      .key(
        "limits", \.limits, .limits,
        "Limits of every run by metric: the highest value that passes or, where more is better, the lowest; with 14 laps or more, growth: flat or saturating."
      ),
      .key(
        "gate", .gate,
        "What decides a check: default (what hurts), all, growth, or metrics by name; all others only inform.",
        initial: "[\"default\"]"
      ) { $1.gate = $0 })
  }
}

extension KeyTable where Value == Scenario.Screen {
  static var screen: Self {
    Self(
      .init(width: 1, height: 1, scale: 1, refreshRate: 60),
      .key("width", \.width, .number("points", 1...10_000), "Points across.").required,
      .key("height", \.height, .number("points", 1...10_000), "Points down.").required,
      .key("scale", \.scale, .number("pixels a point", 0.5...8), "Pixels a point.").required,
      .key("refreshRate", \.refreshRate, .integer("frames a second", 1...240), "Frames a second.")
        .required)
  }
}

extension KeyTable where Value == Scenario.Grid {
  static var grid: Self {
    let both: [Entry] = [
      .key(
        "spacing", \.spacing, .number("points between cells", 0...10_000), "Points between cells, both ways."
      ).required,
      .key(
        "sections", .object(.sections),
        "The sections of the photos, each of which begins a new row; none if not given."
      ) { $1.sections = $0.isPossible ? $0 : nil },
      .key(
        "cells", \.cells, .word,
        "Square cells, or cells in their photos' shapes in rows that fill the breadth; not with library.changes."
      ),
    ]
    let columns = Entry.key(
      "columns", \.columns, .integer("cells in a row", 1...1000),
      "Cells in a row of a grid that scrolls down."
    )
    let rows = Entry.key(
      "rows", .integer("cells in a column", 1...1000),
      "Cells in a column of a grid that scrolls sideways."
    ) { ($1.columns, $1.axis) = ($0, .horizontal) }
    return Self(.init(columns: 1, spacing: 0), forms: [columns.required] + both, [rows.required] + both)
  }
}

extension KeyTable where Value == GridLayout.Sections {
  static var sections: Self {
    Self(
      .init(photos: [], header: 0),
      .key(
        "photos", .sectionPhotos,
        "Photos of each section, or a list of the photos of one section after another, repeated."
      ) { $1 = Value(photos: $0, header: $1.header) }.required,
      .key(
        "header", .number("points", 0...Value.mostHeader),
        "Points of a header, in the direction that the grid scrolls."
      ) { $1 = Value(photos: $1.photos, header: $0) }.required)
  }
}

extension KeyTable where Value == Scenario.Device {
  static var device: Self {
    Self(
      .init(decodeWorkers: 1, memoryBudgetBytes: 1, costs: "this-machine"),
      .key("decodeWorkers", \.decodeWorkers, .integer("threads", 1...64), "Decode threads.").required,
      .key(
        "memoryBudget", \.memoryBudgetBytes, .memory,
        "Memory for images: in cells, in the cache, and decoded ahead; decoders' working memory is extra."
      ).required,
      .key(
        "memoryLimit", \.memoryLimitBytes, .memory,
        "Resident memory at which the system kills the app, after warnings at 80 % and 95 %; never if not given."
      ),
      .key(
        "thumbnailBudget", \.thumbnailBudgetBytes, .memory,
        "Disk space for stored thumbnails; the least recently used are evicted first."),
      .key(
        "costs", \.costs, .costTable,
        "The device that is asked about, by its decode costs; replays slow their decoders to match them: this-machine (made by `scrollsim calibrate`; without it, epyc-2core, and the run says so), a name that `scrollsim list costs` lists, or a .json file, beside the scenario if relative."
      ),
      .key(
        "frameWork", \.frameWork, .number("processor seconds a frame", 0...1),
        "Processor seconds of the app's own work per frame, such as drawing: replays spend them on the main path, models take them from the decoders."
      ))
  }
}

extension ValueKind where Value == String {
  /// A name that becomes part of file names and of the runs' identifiers.
  fileprivate static var name: Self {
    let shape = Shape(
      expectation: "a name of at most 64 letters, digits and hyphens",
      words: "letters, digits and hyphens, at most 64",
      rules: { ["type": "string", "pattern": "^[A-Za-z0-9-]{1,64}$"] })
    return Self(shape) {
      if case .string(let name) = $0, ScenarioFile.isName(name) { name } else { nil }
    }
  }

  fileprivate static var costTable: Self {
    text("the name of a cost table").then { name, _, scenario in
      name.hasSuffix(".json") ? scenario.resolve(name) : name
    }
  }
}

extension ValueKind where Value == UInt64 {
  fileprivate static var seed: Self {
    let shape = Shape(
      expectation: "a seed, a whole number from 0 to \(UInt64.max)", words: "0 to 2⁶⁴ − 1",
      rules: { ["type": "integer", "minimum": 0, "maximum": .literal("\(UInt64.max)")] })
    return Self(shape, text: { "\($0)" }, meaning: { $0.whole() })
  }
}

extension ValueKind where Value == [Int] {
  /// Sections of one number of photos each, or of the numbers in a list, repeated.
  fileprivate static var sectionPhotos: Self {
    let most = GridLayout.Sections.mostListed
    let one = ValueKind<Int>.integer("photos of a section", 1...GridLayout.Sections.mostPhotos)
    let list = Self.list(of: one, "photos of a section", count: 1...most)
    var shape = list.shape
    shape.words = "\(one.shape.words); or \(shape.words)"
    shape.expectation = "\(one.shape.expectation), or \(shape.expectation)"
    shape.rules = { ["anyOf": [one.shape.schema, list.shape.schema]] }
    return Self(shape: shape) { field, scenario in
      guard let elements = field.elements else { return one.read(field, &scenario).map { [$0] } }
      if elements.count > most { scenario.report(field, expected: "at most \(most) sections") }
      return list.read(field, &scenario)
    }
  }
}
