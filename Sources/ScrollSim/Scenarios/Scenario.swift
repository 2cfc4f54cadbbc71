package import GalleryKit

/// A scenario file, read and validated: what to replay, on which device, and what to compare.
///
/// A property is documented at its key (``KeyTable``), and here only if no key does so.
package struct Scenario: Codable, Hashable, Sendable {
  package var name: String
  package var about: String
  package var seed: UInt64
  package var library: LibrarySource
  package var remote: RemoteSource?
  package var changes: ChangeSource?
  package var screen: Screen
  package var grid: Grid
  package var device: Device
  package var trace: TraceSource
  /// The factor of the scroll speed; rests last as long.
  package var speed = 1.0
  /// The factor of the device's decode time, in either mode; at least 1 in replay.
  package var decodeTime = 1.0
  /// What was asked in addition to the file; it is already applied.
  package internal(set) var question = GridQuestion()
  /// The device to whose decode times replays keep, compared with this machine's; `nil` for this machine's.
  package var devicePace: DevicePace?
  package var compare: Comparison
  package var iterations: Int
  package var visits: Int
  /// The limits of every run, by metric: the greatest value that passes or, where more is better, the least.
  package var limits: [String: NumberOrWord]
  /// The words that choose which metrics decide a check; `nil` for ``GatingMetrics/standard``.
  package var gate: [String]?
  package var sha256: String
  package var path: String

  package struct Screen: Codable, Hashable, Sendable {
    package var width: Double
    package var height: Double
    package var scale: Double
    package var refreshRate: Int

    var viewport: GridLayout.Size { GridLayout.Size(width: width, height: height) }
  }

  package struct Grid: Codable, Hashable, Sendable {
    /// Cells side by side, across the scroll axis: the `columns`, or the `rows` of a grid that scrolls
    /// sideways.
    package var columns: Int
    package var spacing: Double
    package var axis = GridLayout.Axis.vertical
    package var sections: GridLayout.Sections?
    package var cells = Cells.square

    package enum Cells: String, Codable, Hashable, Sendable, CaseIterable {
      case square
      /// The shapes of their photos, in rows that fill the breadth.
      case justified
    }

    /// The key of ``columns`` in a scenario.
    package var key: String { axis == .vertical ? "columns" : "rows" }

    /// The least points that cells side by side share on a screen, which may be rotated.
    func breadth(of screen: Screen, turns: Bool) -> Double {
      turns ? min(screen.width, screen.height) : screen.viewport.breadth(across: axis)
    }
  }

  package struct Device: Codable, Hashable, Sendable {
    package var decodeWorkers: Int
    package var memoryBudgetBytes: Int
    package var costs: String
    package var memoryLimitBytes: Int?
    package var thumbnailBudgetBytes = 200_000_000
    package var frameWork = 0.0
  }

  package struct Comparison: Codable, Hashable, Sendable {
    package var strategies: [StrategySpec]
    package var libraries: [String] = []
    package var libraryOrders: [String] = []
    /// The choices on each axis; none where the scenario has nothing to choose.
    package var axes: [Axis: [String]] = .standard
    /// The only combinations to run, in place of all of the above; empty if the matrix is run.
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

  /// Whether a row has room for a number of cells and their spacings, however the trace rotates the device.
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
