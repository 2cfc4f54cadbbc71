/// A scenario's last accepted measurements, which `scrollsim check` compares with.
///
/// A model's baseline (`<scenario>.model.baseline.json`) serves all machines and has one sample. A replay's
/// (`<scenario>.replay.<machine>.baseline.json`) belongs to one kind of machine and has up to five samples, whose median counts, so
/// that a single bad day does not make every later verdict meaningless.
package struct BaselineFile: Codable, Hashable, Sendable {
  package static let currentSchema = "scrollsim.baseline/1"
  package static let mostSamples = 5
  /// The most updates that keep their values.
  package static let mostRecorded = 20

  package var schema = Self.currentSchema
  package var mode: ResultFile.Mode
  package var scenario: String
  /// The hash of the scenario file's bytes.
  package var scenarioSHA256: String
  /// The hash of the library's catalogue.
  package var librarySHA256: String
  /// The cost table of a model; `nil` in a replay.
  package var costs: CostsRecord?
  /// The machine of a replay; `nil` in a model.
  package var machine: MachineFingerprint?
  /// How much worse exact metrics may get, by metric, figure, or `all`.
  package var tolerances: [String: Tolerance]
  /// Every update with its reason, the oldest first; kept in a separate file (``keep(at:)``).
  package var history: [Update] = []
  /// The measured samples, the oldest first.
  package var samples: [Sample]

  private enum CodingKeys: CodingKey {
    case schema, mode, scenario, scenarioSHA256, librarySHA256, costs, machine, tolerances, samples
  }

  /// A short name for what was measured; another scenario, library or cost table has a different one.
  var subject: String {
    [scenarioSHA256, librarySHA256, costs?.sha256 ?? ""].map { String($0.prefix(12)) }.joined(separator: "-")
  }

  /// Removes the values of all updates but the last ones with this baseline's `subject`.
  mutating func forgetOldValues() {
    for place in history.indices where history[place].subject != subject { history[place].values = nil }
    for place in history.indices.dropLast(Self.mostRecorded) { history[place].values = nil }
  }

  package struct Update: Codable, Hashable, Sendable {
    /// The date, ISO 8601 in UTC.
    package var date: String
    package var reason: String
    /// The commit of the program, if known.
    package var git: String?
    /// The accepted values by run and metric, of a model only the decisive ones (``MetricHistory/decisive``); `nil` for an update of
    /// another scenario or library, and for all but the last ``BaselineFile/mostRecorded``.
    package var values: [String: [String: Double]]?
    /// ``BaselineFile/subject`` of the values.
    var subject: String
  }

  /// The compared part of one result.
  package struct Sample: Codable, Hashable, Sendable {
    /// The runs by `id`; in a replay without the iteration, pooled by the median.
    package var runs: [String: Run]
  }

  /// The compared part of one run.
  package struct Run: Codable, Hashable, Sendable {
    /// Values by metric, and by figure of a distribution as in `decodeMs.p95`; `null` if there was nothing to divide by.
    package var values: [String: Double?]
    /// The verdict on growth; `nil` if the trace has no laps.
    package var growth: GrowthRecord.Verdict?
  }
}

/// A coarse kind of machine, shared by similar machines, on which a replay's times and memory depend most.
package struct MachineFingerprint: Codable, Hashable, Sendable {
  /// `linux` or `macos`.
  package var os: String
  /// `x86_64`, `arm64`.
  package var architecture: String
  package var cpu: String
  /// Processors the program may use.
  package var cores: Int

  /// Makes a fingerprint; the processor's name loses its clock rate and marks such as `(R)`.
  package init(os: String, architecture: String, cpu: String, cores: Int) {
    (self.os, self.architecture, self.cores) = (os, architecture, cores)
    let name = cpu.split(separator: "@").first.map(String.init) ?? cpu
    self.cpu = name.replacing("(R)", with: "").replacing("(TM)", with: "")
      .split(separator: " ").joined(separator: " ")
  }

  /// The fingerprint as part of a file's name, as in `linux-x86_64-amd-epyc-7763-2`.
  package var slug: String {
    let text = "\(os)-\(architecture)-\(cpu)-\(cores)".lowercased()
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
    return words.joined(separator: "-")
  }
}

/// How much worse an exact metric may get before it counts, as a baseline declares it.
package struct Tolerance: Codable, Hashable, Sendable {
  /// As a share of the base.
  package var relative: Double?
  /// In the metric's unit.
  package var absolute: Double?
}

extension Tolerance {
  /// Reads `2%`, or a number in the metric's unit; `nil` if the text is neither or is below 0.
  package init?(_ text: String) {
    let isShare = text.hasSuffix("%")
    guard let number = Double(isShare ? String(text.dropLast()) : text), number >= 0, number.isFinite else {
      return nil
    }
    self.init(relative: isShare ? number / 100 : nil, absolute: isShare ? nil : number)
  }

  /// The greatest permitted change from a base, by the larger part.
  func most(from base: Double) -> Double { max((relative ?? 0) * abs(base), absolute ?? 0) }
}

/// The values of one run's metric from baseline to baseline, up to the current measurement.
package struct MetricHistory: Codable, Hashable, Sendable {
  /// The run's `id`; in a replay without the iteration.
  package let run: String
  /// The metric, or a figure of a distribution as in `decodeMs.p95`.
  package let metric: String
  package let unit: String
  /// The values that the baseline's last updates accepted, the oldest first; never empty.
  package let accepted: [Double]
  /// The current measurement.
  package let head: Double

  init?(run: String, metric: String, unit: String, accepted: [Double], head: Double) {
    guard !accepted.isEmpty, (accepted + [head]).allSatisfy(\.isFinite) else { return nil }
    (self.run, self.metric, self.unit) = (run, metric, unit)
    (self.accepted, self.head) = (accepted, head)
  }

  /// The decisive metrics, which a model's baseline keeps of earlier updates; a replay's baseline keeps every value.
  package static let decisive = [
    "peakImageBytes", "scrollNotSharpRatio", "scrollBlankRatio", "growth.bytesPerLap",
  ]

  /// The values and the head as bars of eight heights, the least value lowest; equal values are all in the middle.
  package var sparkline: String {
    let bars = Array("▁▂▃▄▅▆▇█")
    let values = accepted + [head]
    guard let least = values.min(), let most = values.max(), most > least else {
      return String(repeating: "▄", count: values.count)
    }
    let height = Double(bars.count - 1)
    return String(values.map { bars[Int((($0 - least) / (most - least) * height).rounded())] })
  }
}
