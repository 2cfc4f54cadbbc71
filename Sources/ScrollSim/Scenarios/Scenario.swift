package import BenchReport
package import GalleryKit

/// A scenario file, read and validated: what to replay, on which device, and what to compare.
package struct Scenario: Hashable, Sendable {
  /// What results are filed under.
  package var name: String
  /// What the scenario asks, in a sentence.
  package var about: String
  /// Seeds every random choice.
  package var seed: UInt64
  /// The photos to scroll over.
  package var library: LibrarySource
  /// What of them is in the cloud; `nil` if all are at hand.
  package var remote: RemoteSource?
  /// What happens to the library meanwhile; `nil` if nothing does.
  package var changes: ChangeSource?
  /// What the grid is shown on.
  package var screen: Screen
  /// How the photos are laid out.
  package var grid: Grid
  /// What the app may use.
  package var device: Device
  /// How the grid is scrolled.
  package var trace: TraceSource
  /// How many times as fast; rests last as long.
  package var speed = 1.0
  /// How many times as long decoding takes as it does on its device, in either mode; at least 1 in replay.
  package var decodeTime = 1.0
  /// The combinations to run.
  package var compare: Comparison
  /// How often to run each combination; at least 1.
  package var iterations: Int
  /// How often the user comes to the grid, each time in a new process over what the last one left on disk; at least 1.
  package var visits: Int
  /// What must hold of every run, by metric: the most (or, where more is better, the least) that passes.
  package var limits: [String: ScenarioRecord.Limit]
  /// Of the file's bytes, in hexadecimal.
  package var sha256: String
  /// The file.
  package var path: String

  /// What the grid is shown on.
  package struct Screen: Hashable, Sendable {
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

  /// How the photos are laid out.
  package struct Grid: Hashable, Sendable {
    /// Cells beside each other, across the way that the grid scrolls: its `columns`, or its `rows` if it scrolls sideways.
    package var columns: Int
    /// Points between neighbouring cells.
    package var spacing: Double
    /// The way that the grid scrolls.
    package var axis = GridLayout.Axis.vertical
    /// What the photos are divided into; `nil` if they follow each other without a break.
    package var sections: GridLayout.Sections?
    /// The shapes of cells.
    package var cells = Cells.square
    /// The shapes of the photos, as far as cells have them; `nil` until the photos are known (``Scenario/over(_:)``).
    package internal(set) var aspectRatios: GridLayout.AspectRatios?

    /// What shapes cells have.
    package enum Cells: String, Hashable, Sendable, CaseIterable {
      /// All the same, square.
      case square
      /// Those of their photos, in rows that fill the breadth.
      case justified
    }

    /// What a scenario calls ``columns``.
    package var key: String { axis == .vertical ? "columns" : "rows" }

    /// The least points that cells beside each other share on a screen, which may be turned.
    func breadth(of screen: Screen, turns: Bool) -> Double {
      turns ? min(screen.width, screen.height) : screen.viewport.breadth(across: axis)
    }
  }

  /// What the app may use.
  package struct Device: Hashable, Sendable {
    /// Decode threads.
    package var decodeWorkers: Int
    /// Bytes that images may take.
    package var memoryBudgetBytes: Int
    /// What decoding costs in model mode: `this-machine`, or the name of a cost table.
    package var costs: String
    /// Resident memory in bytes at which the system kills the app; `nil` if it never does.
    package var memoryLimitBytes: Int?
    /// What stored thumbnails may take of the disk, in bytes.
    package var thumbnailBudgetBytes = 200_000_000
  }

  /// The combinations to run: every member of each list with every member of the others.
  package struct Comparison: Hashable, Sendable {
    /// Caching strategies, with what the scenario says of their parameters.
    package var strategies: [StrategySpec]
    /// Libraries, each with what it chooses itself.
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
  /// What its runs have in every world; a replay, and a model that finds bounds, have more.
  package var features: Features {
    var features: Features = []
    if compare.axes[.thumbnailStore] != nil { features.insert(.stores) }
    if remote != nil { features.insert(.network) }
    if changes != nil { features.insert(.changes) }
    return features
  }

  /// Whether so many cells have room in a row beside their spacings, however the trace holds the device.
  func hasRoom(forColumns columns: Int) -> Bool {
    grid.spacing * Double(columns - 1) < grid.breadth(of: screen, turns: trace.turns)
  }
}
