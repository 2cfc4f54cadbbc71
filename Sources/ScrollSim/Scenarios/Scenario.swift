package import GalleryKit

/// A scenario file, read and validated: what to replay, on which device, and what to compare.
package struct Scenario: Codable, Hashable, Sendable {
  /// The name under which results are filed.
  package var name: String
  /// The scenario's question, in a sentence.
  package var about: String
  /// Seeds every random choice.
  package var seed: UInt64
  /// The photos to scroll over.
  package var library: LibrarySource
  /// The part of the photos in the cloud; `nil` if all are local.
  package var remote: RemoteSource?
  /// The changes of the library meanwhile; `nil` if there are none.
  package var changes: ChangeSource?
  /// The screen that shows the grid.
  package var screen: Screen
  /// The layout of the photos.
  package var grid: Grid
  /// The resources that the app may use.
  package var device: Device
  /// The source of the scroll.
  package var trace: TraceSource
  /// The factor of the scroll speed; rests last as long.
  package var speed = 1.0
  /// The factor of the device's decode time, in either mode; at least 1 in replay.
  package var decodeTime = 1.0
  /// What was asked beside the file, which is applied.
  package internal(set) var question = GridQuestion()
  /// The device to whose decode times replays keep, measured beside this machine's; `nil` for this machine's.
  package var devicePace: DevicePace?
  /// The combinations to run.
  package var compare: Comparison
  /// The number of times to run each combination; at least 1.
  package var iterations: Int
  /// The number of the user's visits, each in a new process over the last one's files on disk; at least 1.
  package var visits: Int
  /// The limits of every run, by metric: the greatest value that passes or, where more is better, the least.
  package var limits: [String: NumberOrWord]
  /// The words that choose which metrics decide a check; `nil` for ``GatingMetrics/standard``.
  package var gate: [String]?
  /// The SHA-256 of the file's bytes, in hexadecimal.
  package var sha256: String
  /// The file.
  package var path: String

  /// The screen that shows the grid.
  package struct Screen: Codable, Hashable, Sendable {
    /// Points across.
    package var width: Double
    /// Points down.
    package var height: Double
    /// Pixels a point.
    package var scale: Double
    /// Frames a second.
    package var refreshRate: Int

    package init(width: Double, height: Double, scale: Double, refreshRate: Int) {
      self.width = width
      self.height = height
      self.scale = scale
      self.refreshRate = refreshRate
    }

    var viewport: GridLayout.Viewport { GridLayout.Viewport(width: width, height: height) }
  }

  /// The layout of the photos.
  package struct Grid: Codable, Hashable, Sendable {
    /// Cells beside each other, across the scroll axis: the `columns`, or the `rows` of a grid that scrolls sideways.
    package var columns: Int
    /// Points between neighbouring cells.
    package var spacing: Double
    /// The axis along which the grid scrolls.
    package var axis = GridLayout.Axis.vertical
    /// The sections of the photos; `nil` if they follow each other without a break.
    package var sections: GridLayout.Sections?
    /// The shapes of cells.
    package var cells = Cells.square

    /// The shapes of cells.
    package enum Cells: String, Codable, Hashable, Sendable, CaseIterable {
      /// All the same, square.
      case square
      /// Those of their photos, in rows that fill the breadth.
      case justified
    }

    /// The key of ``columns`` in a scenario.
    package var key: String { axis == .vertical ? "columns" : "rows" }

    /// The least points that cells beside each other share on a screen, which may be turned.
    func breadth(of screen: Screen, turns: Bool) -> Double {
      turns ? min(screen.width, screen.height) : screen.viewport.breadth(across: axis)
    }
  }

  /// The resources that the app may use.
  package struct Device: Codable, Hashable, Sendable {
    /// Decode threads.
    package var decodeWorkers: Int
    /// Bytes that images may take.
    package var memoryBudgetBytes: Int
    /// The costs of decoding: `this-machine`, or the cost table of the device that the scenario asks about.
    package var costs: String
    /// Resident memory in bytes at which the system kills the app; `nil` if it never does.
    package var memoryLimitBytes: Int?
    /// The disk budget of stored thumbnails, in bytes.
    package var thumbnailBudgetBytes = 200_000_000
    /// Processor seconds of the app's own work for each frame, such as drawing.
    package var frameWork = 0.0
  }

  /// The combinations to run: every member of each list with every member of the others.
  package struct Comparison: Codable, Hashable, Sendable {
    /// Caching strategies, with the parameters that the scenario sets.
    package var strategies: [StrategySpec]
    /// Libraries, each with its own choices.
    package var libraries: [String] = []
    /// Orders that each library is also tried in, beside its own.
    package var libraryOrders: [String] = []
    /// The choices on each axis; none where the scenario has nothing to choose.
    package var axes: [Axis: [String]] = .standard
    /// These alone, in place of all of the above; none where the matrix is run.
    package var combinations: [Combination] = []
  }
}

extension Scenario {
  /// The features of its runs in every world; a replay, and a model that finds bounds, have more.
  package var features: Features {
    var features: Features = []
    if compare.axes[.thumbnailStore] != nil { features.insert(.stores) }
    if remote != nil { features.insert(.network) }
    if changes != nil { features.insert(.changes) }
    return features
  }

  /// Whether a row has room for a number of cells and their spacings, however the trace turns the device.
  func hasRoom(forColumns columns: Int) -> Bool {
    grid.spacing * Double(columns - 1) < grid.breadth(of: screen, turns: trace.turns)
  }

  /// A scenario without keys: what a reader fills in.
  static let blank = Scenario(
    name: "", about: "", seed: 1, library: .synthetic(SyntheticSource(photos: 1)),
    screen: Screen(width: 1, height: 1, scale: 1, refreshRate: 60), grid: Grid(columns: 1, spacing: 0),
    device: Device(decodeWorkers: 1, memoryBudgetBytes: 1, costs: "this-machine"),
    trace: TraceDraft().source, compare: Comparison(strategies: []), iterations: 1, visits: 1, limits: [:],
    sha256: "", path: "")
}
