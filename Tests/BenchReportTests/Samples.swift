import BenchReport

@testable import ScrollSim

/// Results with known numbers.
enum Sample {
  /// Six strategies on one trace, one of which ran out of memory.
  static let fling = result(
    runs: [
      run(
        "none", hit: 0.021, blank: 0.384, settleMs: 540, decodeMs: 31.2, resident: 61e6, images: 12.4e6,
        waste: 0),
      run("apple-sample", hit: 0.512, blank: 0.121, settleMs: 310, resident: 96e6, images: 38e6, waste: 0.22),
      run(
        "screens", parameters: ["leading": 2, "trailing": 1], hit: 0.874, blank: 0.031, settleMs: 120,
        resident: 148e6, images: 97.5e6, waste: 0.31),
      run("settle", hit: 0.31, blank: 0.29, settleMs: nil, resident: 120e6, images: 60e6, waste: 0.4),
      run("keep-all", hit: 0.99, blank: 0.002, settleMs: 20, resident: 912e6, images: 803e6, waste: 0),
      failed("directional", .outOfMemory, "the system refused memory for an image"),
    ])

  static func result(
    mode: ResultFile.Mode = .replay, name: String = "fling", about: String = "A thumb flings.",
    budget: Int = 150_000_000, limits: [String: ScenarioRecord.Limit] = [:], runs: [RunRecord]
  ) -> ResultFile {
    ResultFile(
      mode: mode, verdict: .pass,
      provenance: Provenance(
        startedAt: "2026-01-02T03:04:05Z", command: ["scrollsim", "run", "scenarios/fling.json"],
        git: "0123456789ab", swift: "6.3", os: "Debian 12", cpu: "Test CPU", cores: 2,
        memoryBytes: 8_000_000_000, libraries: ["libpng": "1.6.39", "libjpeg-turbo": "2.1.5"],
        allocator: "M_MMAP_THRESHOLD=65536", build: "release"),
      scenario: ScenarioRecord(
        name: name, about: about, sha256: "aa", seed: 7, durationSeconds: 24.4, refreshRate: 60,
        screen: [390, 844], scale: 3, columns: 3, decodeWorkers: 2, memoryBudgetBytes: budget, limits: limits),
      library: LibraryRecord(photos: 5000, distinct: 48, bytes: 210_000_000, sha256: "bb"),
      metricDefinitions: Metric.definitions(of: mode == .replay ? .replay : []), runs: runs)
  }

  /// A completed run that has every metric; a metric without a parameter is 1.
  static func run(
    _ strategy: String, parameters: [String: Double] = [:], cells: String = "released", iteration: Int = 0,
    hit: Double? = 0.5, blank: Double? = 0.1, notSharp: Double? = nil, load: Double = 0.4,
    settleMs: Double? = 100, decodeMs: Double = 20,
    resident: Double = 100e6, images: Double = 50e6, waste: Double? = 0.1, growth: GrowthRecord? = nil
  ) -> RunRecord {
    var metrics: [String: Double?] = [:]
    var distributions: [String: Distribution] = [:]
    for metric in Metric.all where Features.replay.isSuperset(of: metric.needs) {
      if metric.isDistribution {
        distributions[metric.name] = Distribution(of: [1, 2, 3])
      } else {
        // Nothing disturbs the machine.
        metrics[metric.name] = metric.needs == .disturbance && metric.definition.unit == "rate" ? 0 : 1
      }
    }
    metrics.merge([
      "cacheHitRate": hit, "blankAreaRatio": blank, "scrollBlankRatio": blank,
      "scrollNotSharpRatio": notSharp ?? blank, "load": load, "settleToFullMs": settleMs,
      "peakResidentBytes": resident, "peakImageBytes": images, "wasteRatio": waste,
    ]) { $1 }
    distributions["decodeMs"] = Distribution(of: [decodeMs])
    return RunRecord(
      id: id(strategy, cells, iteration), combination: combination(strategy, parameters, cells),
      iteration: iteration, status: .completed, metrics: metrics, distributions: distributions,
      growth: growth,
      timeline: timeline(images: images, resident: resident))
  }

  static func failed(
    _ strategy: String, _ status: RunRecord.Status, _ failure: String?, cells: String = "released",
    iteration: Int = 0
  ) -> RunRecord {
    RunRecord(
      id: id(strategy, cells, iteration), combination: combination(strategy, [:], cells),
      iteration: iteration, status: status, failure: failure)
  }

  static func combination(
    _ strategy: String, _ parameters: [String: Double] = [:], _ cells: String = "released"
  ) -> Combination {
    Combination(
      strategy: strategy, parameters: parameters,
      choices: [
        .cells: cells, .resizeMode: "fast", .deliveryMode: "opportunistic", .eviction: "lru",
        .order: "urgency",
      ],
      isReference: ["keep-all", "oracle"].contains(strategy))
  }

  static func growth(_ verdict: GrowthRecord.Verdict, bytesPerLap: Double) -> GrowthRecord {
    GrowthRecord(
      verdict: verdict, bytesPerLap: bytesPerLap, warmUpLaps: 4, ledgerBytes: [], liveBuffers: [],
      residentBytes: [])
  }

  /// Flings, each with some blank cells and some memory.
  static func timeline(images: Double, resident: Double, frames: Int = 240) -> Timeline {
    var timeline = Timeline()
    var offset = 0.0
    for frame in 0..<frames {
      let phase = Double(frame % 80) / 80
      let velocity = 6000 * (1 - phase) * (1 - phase)
      offset += velocity / 60
      timeline.timeMs.append((Double(frame) * 1000 / 60 * 1000).rounded() / 1000)
      timeline.offset.append(offset.rounded())
      timeline.velocity.append(velocity.rounded())
      timeline.blankShare.append(velocity > 3000 ? 0.25 : 0)
      timeline.blurredShare.append(0)
      timeline.imageBytes.append((images * min(1, Double(frame) / 60)).rounded())
      timeline.residentBytes.append((resident * (0.6 + 0.4 * min(1, Double(frame) / 60))).rounded())
    }
    return timeline
  }

  private static func id(_ strategy: String, _ cells: String, _ iteration: Int) -> String {
    "fling/\(strategy)/\(cells)/fast/opportunistic/lru/urgency/\(iteration)"
  }
}
