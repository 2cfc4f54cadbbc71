internal import GalleryKit

extension KeyTable where Value == Scenario {
  /// The keys of a scenario file.
  static var scenario: Self {
    Self(
      .blank,
      [
        .init(
          name: "$schema", shape: .text("the schema's address"), about: "The schema's address, for editors."
        ) {
          _ = $2.reader.text($0, "the schema's address")
        },
        .init(
          name: "name", shape: .name, isRequired: true,
          about: "The name under which results are filed: letters, digits and hyphens."
        ) { $1.name = $2.name($0) },
        .text("about", \.about, "the scenario's question", "The scenario's question, in a sentence.")
          .required,
        .init(
          name: "seed", shape: .seed, initial: { "\($0.seed)" }, about: "The seed of every random choice.",
          read: { $1.seed = $2.seed($0) }),
        .init(
          name: "library", shape: FormTable<PhotoSource>.library.shape, isRequired: true,
          about: "The photos to scroll over: synthetic ones, or a folder."
        ) {
          let photos = FormTable.library.read($0, &$2)
          ($1.library, $1.remote, $1.changes) = ($2.folder(in: photos), photos.remote, photos.changes)
        },
        .object("screen", \.screen, .screen, "The screen that shows the grid.").required,
        .init(
          name: "grid", shape: FormTable<Scenario.Grid>.grid.shape, isRequired: true,
          about: "The layout of the photos: columns, which scroll down, or rows, which scroll sideways."
        ) { $1.grid = FormTable.grid.read($0, &$2) },
        .object("device", \.device, .device, "The resources that the app may use.").required,
        .init(
          name: "trace", shape: FormTable<TraceDraft>.trace.shape, isRequired: true,
          about: "The scroll: gestures, a recording, or a session."
        ) { $1.trace = FormTable.trace.read($0, &$2).source },
        .object(
          "compare", \.compare, .comparison,
          "The combinations to run: every member of each list with every member of the others."
        ).required,
        .integer("iterations", \.iterations, "repetitions", 1...1000, "How often each combination runs."),
        .integer(
          "visits", \.visits, "visits", 1...10,
          "How often the user comes to the grid, each time in a new process over what the last one left on disk."
        ),
        .init(
          name: "limits", shape: .limits,
          about:
            "Limits of every run by metric: the most or, where more is better, the least that passes; with 14 laps or more, growth: flat or saturating."
        ) { $1.limits = $2.limits($0) },
        .init(
          name: "gate", shape: .list(.text("a metric"), of: "metrics", count: 1...Int.max, isSet: true),
          initial: { _ in "[\"default\"]" },
          about:
            "What decides a check: default (what hurts), all, growth, or metrics by name; all others inform.",
          read: { $1.gate = $2.reader.words($0, among: GatingMetrics.words) }),
      ])
  }
}

extension KeyTable where Value == Scenario.Screen {
  static var screen: Self {
    Self(
      .init(width: 1, height: 1, scale: 1, refreshRate: 60),
      [
        .number("width", \.width, "points", 1...10_000, "Points across.").required,
        .number("height", \.height, "points", 1...10_000, "Points down.").required,
        .number("scale", \.scale, "pixels a point", 0.5...8, "Pixels a point.").required,
        .integer("refreshRate", \.refreshRate, "frames a second", 1...240, "Frames a second.").required,
      ])
  }
}

extension FormTable where Value == Scenario.Grid {
  /// Columns, or the rows of a grid that scrolls sideways.
  static var grid: Self {
    func form(_ tag: String, _ axis: GridLayout.Axis, _ what: String, _ about: String) -> (
      String, KeyTable<Value>
    ) {
      let table = KeyTable(
        Scenario.Grid(columns: 1, spacing: 0, axis: axis),
        [
          .integer(tag, \.columns, what, 1...1000, about).required,
          .number(
            "spacing", \.spacing, "points between cells", 0...10_000, "Points between cells, both ways."
          )
          .required,
          .init(
            name: "sections", shape: .object([KeyTable<GridLayout.Sections>.sections.keys]),
            about: "The sections of the photos, each of which begins a row of its own; none if not given."
          ) {
            let sections = KeyTable.sections.read($0, &$2)
            $1.sections = sections.isPossible ? sections : nil
          },
          .word(
            "cells", \.cells,
            "Square cells, or cells in their photos' shapes in rows that fill the breadth; not with library.changes."
          ),
        ])
      return (tag, table)
    }
    return Self(forms: [
      form("columns", .vertical, "cells in a row", "Cells in a row of a grid that scrolls down."),
      form(
        "rows", .horizontal, "cells one below the other",
        "Cells one below the other of a grid that scrolls sideways."),
    ])
  }
}

extension KeyTable where Value == GridLayout.Sections {
  static var sections: Self {
    let photos = Shape.integer("photos of a section", 1...Value.mostPhotos)
    return Self(
      .init(photos: [], header: 0),
      [
        .init(
          name: "photos",
          shape: .either([
            photos,
            .list(photos, of: "photos of a section", count: 1...Value.mostListed, isSet: false),
          ]), isRequired: true,
          about: "Photos of each section, or of one after the other, the list over and over."
        ) { $1 = Value(photos: $2.sectionPhotos($0), header: $1.header) },
        .init(
          name: "header", shape: .number("points", 0...Value.mostHeader), isRequired: true,
          about: "Points of a header, along the way that the grid scrolls."
        ) {
          let header = $2.reader.number($0, "points", in: 0...Value.mostHeader)
          $1 = Value(photos: $1.photos, header: header)
        },
      ])
  }
}

extension KeyTable where Value == Scenario.Device {
  static var device: Self {
    Self(
      .init(decodeWorkers: 1, memoryBudgetBytes: 1, costs: "this-machine"),
      [
        .integer("decodeWorkers", \.decodeWorkers, "threads", 1...64, "Decode threads.").required,
        .memory(
          "memoryBudget", \.memoryBudgetBytes, nil,
          "Memory for images: in cells, in the cache, and decoded ahead; decoders' working memory is extra."
        ).required,
        .init(
          name: "memoryLimit", shape: .named("memory", .memory),
          about:
            "Resident memory at which the system kills the app, after warnings at 80 % and 95 %; never if not given."
        ) { $1.memoryLimitBytes = $2.reader.memory($0) },
        .memory(
          "thumbnailBudget", \.thumbnailBudgetBytes, "\"200 MB\"",
          "Disk space for stored thumbnails; the least recently used go first."),
        .text(
          "costs", \.costs, "the name of a cost table",
          "The device that is asked about, by its decode costs, to which replays slow their decoders: this-machine (made by `scrollsim calibrate`; without it, epyc-2core, and the run says so), a name that `scrollsim list costs` lists, or a .json file."
        ),
        .number(
          "frameWork", \.frameWork, "processor seconds a frame", 0...1,
          "Processor seconds of the app's own work for each frame, such as drawing: replays spend them on the main path, in models decoders lack them."
        ),
      ])
  }
}
