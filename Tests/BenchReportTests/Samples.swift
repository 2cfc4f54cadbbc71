import BenchReport

@testable import ScrollSim

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
    budget: Int = 150_000_000, limits: [String: NumberOrWord] = [:], runs: [RunRecord]
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
      growth: growth, timeline: timeline(images: images, resident: resident))
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

  static let explained: RunRecord = {
    var run = Sample.run("screens")
    run.explanation = explanation()
    run.metrics["appearances"] = 500
    return run
  }()

  static func explanation(
    causes: [(cause: BlankCause, cells: Int)] = [(.queuedBehind, 20), (.evictedEarly, 5)],
    lead: [Double] = [100, 300, 500], leastBlank: Int? = 2, busy: Double = 0.6, asset: String = "beach"
  ) -> RunExplanation {
    let total = causes.reduce(0) { $0 + $1.cells }
    var explanation = RunExplanation(
      blankAppearances: total,
      causes: causes.map {
        .init(cause: $0.cause, cells: $0.cells, blankMs: Double($0.cells) * 25, firstMs: 100, lastMs: 2000)
      },
      queuedBehind: .init(visible: 60, cached: 10, wantedBeforeMs: 80),
      losses: [.init(reason: .budget, count: 4), .init(reason: .released, count: 1)],
      worst: [
        BlankCell(
          item: 12, asset: asset, appearedMs: 1500, blankMs: 50, cause: .queuedBehind, sinceMs: 80,
          queueMs: 90, decodeMs: 20, behindVisible: 3, behindCached: 1, running: [asset]),
        BlankCell(
          item: 13, asset: asset, appearedMs: 1600, blankMs: 33.333, cause: .evictedEarly, loss: .budget),
      ],
      redecoded: [.init(asset: asset, redecodes: 2, losses: [.init(reason: .budget, count: 2)])],
      lead: LeadRecord(
        leadMs: Distribution(of: lead.map { $0 * 2 }), fastLeadMs: Distribution(of: lead),
        wantedToReadyMs: Distribution(of: [100]), busyMoving: 0.5, busyFast: busy))
    explanation.leastBlank = leastBlank
    return explanation
  }

  /// Twenty laps, over which one of two lets memory grow.
  static let lapped: ResultFile = {
    func run(_ cells: String, _ verdict: GrowthRecord.Verdict, gain: Int) -> RunRecord {
      let bytes = (0..<20).map { 11_000_000 + gain * $0 }
      return Sample.run(
        "screens", cells: cells,
        growth: GrowthRecord(
          verdict: verdict, bytesPerLap: Double(gain), warmUpLaps: 5, ledgerBytes: bytes,
          liveBuffers: bytes.map { $0 / 1_000_000 }, residentBytes: bytes.map { 2 * $0 }))
    }
    return Sample.result(
      name: "laps", runs: [run("released", .flat, gain: 0), run("retained", .growing, gain: 1_000_000)])
  }()

  /// Thirty windows that differ in a parameter, most of them about as good.
  static let thirty: ResultFile = {
    var result = Sample.played
    result.runs = (0..<30).map { place in
      var run = Sample.run(
        "screens", parameters: ["leading": Double(place), "trailing": 1], blank: place < 4 ? 0.3 : 0.001,
        images: place < 4 ? 20e6 : 30e6 + Double(place) * 1e6)
      run.id = "fling/screens-\(place)/0"
      run.playback = Sample.played.runs[1].playback
      run.timeline = Sample.timeline(images: 30e6 + Double(place) * 2e6, resident: 90e6, frames: 12)
      return run
    }
    return result
  }()

  /// Three strategies on a short trace, each with a record of its frames; one knows no colours.
  static let played: ResultFile = {
    func take(_ strategy: String, images: Double, blank: [Double], colours: [Int: CellColour]?) -> RunRecord {
      var run = Sample.run(strategy, blank: blank.reduce(0, +) / 12, images: images)
      run.timeline = Sample.timeline(images: images, resident: 2 * images, frames: 12)
      run.timeline.blankShare = blank + Array(repeating: 0, count: 12 - blank.count)
      let changes =
        (0..<24).map { CellChange(frame: 0, item: $0, state: $0 < 12 ? .final : .blank) }
        + (12..<24).map { CellChange(frame: 6, item: $0, state: .degraded) }
      run.playback = PlaybackRecord(changes, colours: colours)
      return run
    }
    let red = Dictionary(
      uniqueKeysWithValues: (0..<24).map { ($0, CellColour(red: 200, green: 60, blue: 40)) })
    var played = Sample.result(
      runs: [
        take("none", images: 20e6, blank: [0.2, 0.2, 0.5, 0.2], colours: nil),
        take("screens", images: 90e6, blank: [0.1, 0.1], colours: red),
        take("keep-all", images: 900e6, blank: [], colours: red),
      ])
    played.scenario.spacing = 2
    return played
  }()

  /// Names that try to be markup, escape sequences and table rules, everywhere that a file can hold a text.
  static let hostile: ResultFile = {
    let word = "<script>alert(1)</script>\"&'|`*\u{1B}[31m\u{0}\u{FFFE}]]>\n<img src=x onerror=y>"
    var run = Sample.run(word, parameters: [word: 1])
    run.id = word
    run.combination[.cells] = word
    run.warnings = [word]
    run.metrics[word] = 1.0
    run.distributions[word] = Distribution(of: [1])
    run.explanation = explanation(asset: word)
    run.playback = PlaybackRecord([CellChange(frame: 0, item: 0, state: .blank)], colours: nil)
    var other = run
    other.combination[.cells] = word + "2"
    other.combination.parameters = [word: 2]
    var failed = Sample.failed(word, .crashed, word)
    failed.id = word
    var result = Sample.result(
      name: word, about: word, limits: [word: .word(word)], runs: [run, other, failed])
    result.provenance = Provenance(
      startedAt: word, command: [word], git: word, swift: word, os: word, cpu: word, cores: 1, memoryBytes: 1,
      libraries: [word: word], allocator: word, build: word)
    result.scenario.spacing = 2
    result.scenario.sha256 = word
    result.library.sha256 = word
    result.library.failures = [word: word]
    result.metricDefinitions[word] = MetricDefinition(unit: word, class: .exact, better: .lower, about: word)
    result.metricDefinitions["cacheHitRate"]?.about = word
    result.metricDefinitions["cacheHitRate"]?.unit = word
    return result
  }()
}

extension ResultFile {
  mutating func changeRuns(_ change: (inout RunRecord) -> Void) {
    for index in runs.indices { change(&runs[index]) }
  }
}
