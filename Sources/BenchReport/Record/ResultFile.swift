public import GridGeometry

/// All runs of a scenario: what `<output>/<scenario>.<mode>.json` holds.
///
/// Schema `scrollsim.result/1`. Keys are sorted, so that equal results are equal bytes; what differs between
/// machines stands apart under ``provenance``.
public struct ResultFile: Codable, Hashable, Sendable {
  /// The schema this version writes and reads.
  public static let currentSchema = "scrollsim.result/1"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// How the runs were made.
  public var mode: Mode
  /// What the runs amount to.
  public var verdict: Verdict
  /// Where, when and by what the result was made.
  public var provenance: Provenance
  /// What was replayed.
  public var scenario: ScenarioRecord
  /// Over which photos.
  public var library: LibraryRecord
  /// What decoding costs in a model; `null` in a replay.
  public var costs: CostsRecord?
  /// Why the costs are not those that the scenario names; `nil` if they are, and in a replay.
  public var costsNote: String?
  /// What is odd about where the trace goes, a sentence each; `nil` if nothing is.
  public var traceNotes: [String]?
  /// What other work on the machine did to replays, in a sentence; `nil` if it disturbed none.
  public var disturbanceNote: String?
  /// What each metric in ``runs`` means.
  public var metricDefinitions: [String: MetricDefinition]
  /// What no strategy can beat, and the proof: one entry for each way in which costs differ; `nil` in a replay, where
  /// the library changes, and where bounds were not asked for.
  public var bounds: [BoundRecord]?
  /// What is recommended where the model assumes something else; `nil` in a replay, and where that was not asked for.
  public var variations: [VariationRecord]?
  /// What is recommended where decoders have less to do and more, by rising load; `nil` where ``variations`` are, and where
  /// nothing comes on screen while the grid moves.
  public var loads: [SweepFile.Level]?
  /// One entry for each combination that was asked for, in the scenario's order.
  public var runs: [RunRecord]

  /// Makes a result of what was measured.
  public init(
    mode: Mode, verdict: Verdict, provenance: Provenance, scenario: ScenarioRecord, library: LibraryRecord,
    costs: CostsRecord? = nil, costsNote: String? = nil, metricDefinitions: [String: MetricDefinition],
    runs: [RunRecord]
  ) {
    self.mode = mode
    self.verdict = verdict
    self.provenance = provenance
    self.scenario = scenario
    self.library = library
    self.costs = costs
    self.costsNote = costsNote
    self.metricDefinitions = metricDefinitions
    self.runs = runs
  }

  /// How runs are made.
  public enum Mode: String, Codable, Hashable, Sendable, CaseIterable {
    /// On the real clock, with real decoding.
    case replay
    /// On a virtual clock, with decoding replaced by a cost table.
    case model
  }

  /// What a result amounts to.
  public enum Verdict: String, Codable, Hashable, Sendable {
    /// Everything was measured and every limit held.
    case pass
    /// A limit of the scenario is broken.
    case limitBroken
    /// A run is missing, crashed, or lacks a metric.
    case notMeasured
  }
}

/// Where, when and by what a result was made.
///
/// Nothing here takes part in comparisons of exact metrics.
public struct Provenance: Codable, Hashable, Sendable {
  /// When the first run started, ISO 8601 in UTC.
  public var startedAt: String
  /// The command line.
  public var command: [String]
  /// The commit of the program, with `-dirty` if the tree had changes, or `null` where it is not known.
  public var git: String?
  /// The compiler's version.
  public var swift: String
  /// The operating system and its version.
  public var os: String
  /// The processor's name.
  public var cpu: String
  /// Processors the program may use.
  public var cores: Int
  /// Physical memory in bytes.
  public var memoryBytes: Int
  /// Versions of the image libraries, by name.
  public var libraries: [String: String]
  /// The memory allocator's settings that bear on resident memory.
  public var allocator: String
  /// `release` or `debug`.
  public var build: String

  /// Makes a record of one machine and one program.
  public init(
    startedAt: String, command: [String], git: String?, swift: String, os: String, cpu: String, cores: Int,
    memoryBytes: Int, libraries: [String: String], allocator: String, build: String
  ) {
    self.startedAt = startedAt
    self.command = command
    self.git = git
    self.swift = swift
    self.os = os
    self.cpu = cpu
    self.cores = cores
    self.memoryBytes = memoryBytes
    self.libraries = libraries
    self.allocator = allocator
    self.build = build
  }
}

/// What was replayed, as far as a report needs it.
public struct ScenarioRecord: Codable, Hashable, Sendable {
  /// The scenario's name.
  public var name: String
  /// What it asks, in a sentence.
  public var about: String
  /// Of the scenario file's bytes.
  public var sha256: String
  /// Seeds every random choice.
  public var seed: UInt64
  /// The trace's length in seconds.
  public var durationSeconds: Double
  /// Frames per second.
  public var refreshRate: Int
  /// The screen's width and height in points.
  public var screen: [Double]
  /// Pixels a point.
  public var scale: Double
  /// Cells in a row, or one below the other in a grid that scrolls sideways.
  public var columns: Int
  /// Points between neighbouring cells; `nil` in results made before it was noted.
  public var spacing: Double?
  /// The way that the grid scrolls; `nil` where it scrolls down.
  public var axis: GridLayout.Axis?
  /// What the grid's photos are divided into; `nil` if they follow each other without a break.
  public var sections: SectionsRecord?
  /// The photos' widths over their heights, the list over and over, where cells have their photos' shapes; `nil` where they are
  /// square.
  public var aspectRatios: [Double]?
  /// Decode threads.
  public var decodeWorkers: Int
  /// The device's budget for image memory in bytes.
  public var memoryBudgetBytes: Int
  /// The limits that the scenario sets, as it wrote them.
  public var limits: [String: Limit]
  /// How many times as long decoding was made to take; `nil` if it took as long as it does.
  public var decodeTime: Double?

  /// A limit on a metric: a number, or the verdict wanted of `growth`.
  public enum Limit: Codable, Hashable, Sendable {
    /// The most (or, of a metric where more is better, the least) that passes.
    case number(Double)
    /// The word that passes.
    case word(String)

    /// Reads a number or a word.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .word(try container.decode(String.self))
      }
    }

    /// Writes a number or a word.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .word(let word): try container.encode(word)
      }
    }
  }

  /// Makes a record of a scenario.
  public init(
    name: String, about: String, sha256: String, seed: UInt64, durationSeconds: Double, refreshRate: Int,
    screen: [Double], scale: Double, columns: Int, spacing: Double? = nil, axis: GridLayout.Axis? = nil,
    decodeWorkers: Int, memoryBudgetBytes: Int, limits: [String: Limit]
  ) {
    self.name = name
    self.about = about
    self.sha256 = sha256
    self.seed = seed
    self.durationSeconds = durationSeconds
    self.refreshRate = refreshRate
    self.screen = screen
    self.scale = scale
    self.columns = columns
    self.spacing = spacing
    self.axis = axis
    self.decodeWorkers = decodeWorkers
    self.memoryBudgetBytes = memoryBudgetBytes
    self.limits = limits
  }
}

/// The photos that were scrolled over.
public struct LibraryRecord: Codable, Hashable, Sendable {
  /// Assets.
  public var photos: Int
  /// Distinct files behind them.
  public var distinct: Int
  /// What the distinct files weigh.
  public var bytes: Int
  /// Of the catalogue: identifiers, sizes and weights in fetch order.
  public var sha256: String
  /// Files that could not be read, each with its reason, by name; at most a hundred.
  public var failures: [String: String]

  /// Makes a record of a library.
  public init(photos: Int, distinct: Int, bytes: Int, sha256: String, failures: [String: String] = [:]) {
    self.photos = photos
    self.distinct = distinct
    self.bytes = bytes
    self.sha256 = sha256
    self.failures = failures
  }
}

/// The cost table of a model.
public struct CostsRecord: Codable, Hashable, Sendable {
  /// The table's name.
  public var name: String
  /// Of its contents.
  public var sha256: String

  /// Makes a record of a table.
  public init(name: String, sha256: String) {
    self.name = name
    self.sha256 = sha256
  }
}
