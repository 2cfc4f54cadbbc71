package import GalleryKit

/// All runs of a scenario, in `<output>/<scenario>.<mode>.json`; values that depend on the machine are kept
/// apart, under ``provenance``.
public struct ResultFile: Codable, Hashable, Sendable {
  package static let currentSchema = "scrollsim.result/1"

  package var schema = Self.currentSchema
  package var mode: Mode
  package var verdict: Verdict
  package var provenance: Provenance
  package var scenario: ScenarioRecord
  package var library: LibraryRecord
  /// The cost table of a model; `null` in a replay.
  package var costs: CostsRecord?
  /// Why a model's costs differ from the scenario's, or which costs a replay's variations and loads have.
  package var costsNote: String?
  /// Oddities of the trace's path, a sentence each; `nil` if there are none.
  package var traceNotes: [String]?
  /// How other work on the machine disturbed replays, in a sentence; `nil` if it disturbed none.
  package var disturbanceNote: String?
  /// The meaning of each metric in ``runs``.
  package var metricDefinitions: [String: MetricDefinition]
  /// The bounds that no strategy can beat, one for each way in which costs differ; `nil` in a replay, if the library changes, and
  /// if not requested.
  package var bounds: [BoundRecord]?
  /// The strategies' windows in words and in Swift, by ``Combination/windowName``; `nil` in what is read from pixels.
  package var windows: [String: WindowRecord]?
  /// The peak signal-to-noise ratio of images of each resize mode against a resampling of the whole photo in
  /// double precision, in decibels, the mean of a few photos; `nil` if only one mode is used, or if photos
  /// are synthetic and were not made.
  package var sharpness: [String: Double]?
  /// The recommendations under other assumptions of the model; `nil` if they were not requested.
  package var variations: [VariationRecord]?
  /// The recommendations at other loads of the decoders, by rising load; `nil` where ``variations`` is, and
  /// if no photo scrolls into view.
  package var loads: [LoadRecord]?
  /// One entry for each requested run, in the scenario's order.
  package var runs: [RunRecord]

  package enum Mode: String, Codable, Hashable, Sendable, CaseIterable {
    /// On the real clock, with real decoding.
    case replay
    /// On a virtual clock, with decoding replaced by a cost table.
    case model
    /// By another program, and read from the pixels of screen recordings.
    case watch

    /// The modes in which scenarios run.
    package static let ofScenarios: [Self] = [.replay, .model]
  }

  package enum Verdict: String, Codable, Hashable, Sendable {
    /// Everything was measured and every limit held.
    case pass
    case limitBroken
    /// A run is missing, crashed, or lacks a metric.
    case notMeasured
  }
}

/// The machine, the time and the program of a result.
package struct Provenance: Codable, Hashable, Sendable {
  /// When the first run started, ISO 8601 in UTC.
  package var startedAt: String
  package var command: [String]
  /// The commit of the program, with `-dirty` if the tree had changes, or `null` if unknown.
  package var git: String?
  /// The compiler's version.
  package var swift: String
  /// The operating system and its version.
  package var os: String
  package var cpu: String
  /// Processors the program may use.
  package var cores: Int
  /// Physical memory in bytes.
  package var memoryBytes: Int
  /// Versions of the image libraries, by name.
  package var libraries: [String: String]
  /// The memory allocator's settings that affect resident memory.
  package var allocator: String
  /// `release` or `debug`.
  package var build: String
}

/// The replayed scenario, as far as a report needs it.
package struct ScenarioRecord: Codable, Hashable, Sendable {
  package var name: String
  /// The scenario's question, in a sentence.
  package var about: String
  /// The hash of the scenario file's bytes.
  package var sha256: String
  package var seed: UInt64
  package var durationSeconds: Double
  /// Frames per second.
  package var refreshRate: Int
  /// The screen's width and height in points.
  package var screen: [Double]
  /// Pixels per point.
  package var scale: Double
  /// Cells in a row, or in a column of a grid that scrolls sideways.
  package var columns: Int
  /// Points between neighbouring cells; `nil` if it is not known, as in what is read from pixels.
  package var spacing: Double?
  /// The axis along which the grid scrolls; `nil` if it is vertical.
  package var axis: GridLayout.Axis?
  /// The sections of the grid's photos; `nil` if they follow each other without a break.
  package var sections: GridLayout.Sections?
  /// The photos' aspect ratios (width over height) as a repeating list; `nil` if cells are square.
  package var aspectRatios: [Double]?
  package var decodeWorkers: Int
  /// The device's budget for image memory in bytes.
  package var memoryBudgetBytes: Int
  /// The limits as the scenario wrote them: by metric, the greatest value that passes (the least, if more is better), or a word.
  package var limits: [String: NumberOrWord]
  /// The metrics that decide a check, as the scenario chose them by ``GatingMetrics/words``; `nil` for
  /// ``GatingMetrics/standard``.
  package var gate: [String]?
  /// The factor applied to decode times; `nil` if there is none.
  package var decodeTime: Double?
  /// The device to whose decode times replays kept; `nil` for this machine's, and in a model, whose costs are the device's.
  package var devicePace: DevicePace?
}

/// The photos that were scrolled over.
package struct LibraryRecord: Codable, Hashable, Sendable {
  package var photos: Int
  /// The number of distinct files behind them.
  package var distinct: Int
  /// The size of the distinct files, in bytes.
  package var bytes: Int
  /// The hash of the catalogue: identifiers, sizes and weights in fetch order.
  package var sha256: String
  /// The reasons why files could not be read, by file name; at most a hundred.
  package var failures: [String: String] = [:]
  /// The number of files that could not be read; `nil` if ``failures`` has them all.
  package var failureCount: Int?
}

/// The cost table of a model.
package struct CostsRecord: Codable, Hashable, Sendable {
  package var name: String
  package var sha256: String
}

/// The device whose decode times replays keep to, on a machine that is faster: decoders wait after each
/// image, and leave their processor to others meanwhile, as a device with more of them does.
package struct DevicePace: Codable, Hashable, Sendable {
  package var device: String
  /// Decode times of this machine over the device's, by processor time, for each resize mode.
  package var ratios: [String: Double]

  /// The ratio of the mode in which this machine is slowest compared with the device.
  package var ratio: Double { ratios.values.max() ?? 1 }

  /// The factor by which images take longer than on this machine, in that mode; 1 where it is slower than the device.
  package var factor: Double { Self.factor(ratio) }

  private static func factor(_ ratio: Double) -> Double { max(1, 1 / ratio) }

  /// Whether replays have the device's decode times, apart from a difference as small as that between
  /// calibrations.
  package var isKept: Bool { ratio <= 1.05 }

  package func of(_ mode: ResizeMode) -> DevicePace {
    DevicePace(device: device, ratios: ratios.filter { $0.key == mode.rawValue })
  }

  package var sentence: String {
    guard !isKept else {
      let factors = ratios.values.sorted(by: >).map { Figure.fixed(Self.factor($0), 1) }.uniqued
      let range = [factors.first, factors.dropFirst().last].compactMap(\.self).joined(separator: " to ")
      return
        "Decode times are \(device)'s: decoders are made to take \(range) times as long as this machine's."
    }
    return
      "This machine's decoders take \(Figure.fixed(ratio, 1)) times as long as \(device)'s and cannot be made faster: "
      + "replays are of this machine. '--mode model' is of \(device)."
  }
}

/// A number or a word, as a file holds either in one place.
package enum NumberOrWord: Codable, Hashable, Sendable {
  case number(Double)
  case word(String)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try? container.decode(Double.self)
    self = try number.map(Self.number) ?? .word(container.decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .word(let word): try container.encode(word)
    }
  }
}
