/// What a run replays, whichever its iteration.
public struct Combination: Hashable, Sendable {
  /// The strategy's name.
  public let strategy: String
  /// The strategy's parameters, defaults included.
  public let parameters: [String: Double]
  /// How the grid keeps images of its cells.
  public let cells: String
  /// How images are resized.
  public let resizeMode: String
  /// How images are delivered.
  public let deliveryMode: String
  /// Which image goes first when memory runs short.
  public let eviction: String
  /// Which thumbnail store there is; `nil` where none are compared.
  public let thumbnailStore: String?
  /// What the grid did when its library changed; `nil` where it does not.
  public let changes: String?
  /// Counts visits from 1; `nil` where there is but one.
  public let visit: Int?

  /// The combination that a run belongs to.
  public init(of run: RunRecord) {
    strategy = run.strategy
    parameters = run.parameters
    cells = run.cells
    resizeMode = run.resizeMode
    deliveryMode = run.deliveryMode
    eviction = run.eviction
    thumbnailStore = run.thumbnailStore
    changes = run.changes
    visit = run.visit
  }

  /// Everything but the strategy, for people to read.
  var options: [String] {
    [cells, resizeMode, deliveryMode, eviction] + [thumbnailStore, changes, visitName].compactMap(\.self)
  }

  /// The visit as people say it.
  var visitName: String? {
    visit.map { [1: "first", 2: "second", 3: "third"][$0].map { "\($0) visit" } ?? "visit \($0)" }
  }

  /// Whether the strategy is there to compare with and cannot be shipped: `unbounded` keeps to no budget, and
  /// `clairvoyant` knows the future.
  public var isBound: Bool { ["unbounded", "clairvoyant"].contains(strategy) }
}

/// All iterations of one combination, each figure pooled by its median.
public struct PooledRuns: Sendable {
  /// What the runs replay.
  public let combination: Combination
  /// The runs in the order of the result.
  public let runs: [RunRecord]

  /// Gathers runs by combination, in the order in which combinations come first.
  ///
  /// - Complexity: O(*n*).
  public static func gather(_ runs: [RunRecord]) -> [PooledRuns] {
    var order: [Combination] = []
    var members: [Combination: [RunRecord]] = [:]
    for run in runs {
      let combination = Combination(of: run)
      if members[combination] == nil { order.append(combination) }
      members[combination, default: []].append(run)
    }
    return order.map { PooledRuns(combination: $0, runs: members[$0] ?? []) }
  }

  /// The runs that were measured to the end.
  public var completed: [RunRecord] { runs.filter { $0.status == .completed } }

  /// The first run that was not measured to the end.
  public var failed: RunRecord? { runs.first { $0.status != .completed } }

  /// The median over completed runs of a metric, or of a distribution's figure as in `decodeMs.p95`, or of
  /// `growth.bytesPerLap`; `nil` where no run has a value.
  public func median(_ metric: String) -> Double? {
    completed.compactMap { $0.figure(metric) }.median
  }

  /// The worst verdict on growth of completed runs; `nil` if the trace has no laps.
  public var growth: GrowthRecord.Verdict? {
    let badness: [GrowthRecord.Verdict] = [.flat, .saturating, .inconclusive, .growing]
    let verdicts = completed.compactMap { $0.growth?.verdict }
    return badness.last { verdicts.contains($0) }
  }
}

extension RunRecord {
  /// A metric, a figure of a distribution as in `decodeMs.p95`, or `growth.bytesPerLap`.
  package func figure(_ name: String) -> Double? {
    if let value = metrics[name] { return value }
    if name == "growth.bytesPerLap" { return growth?.bytesPerLap }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    return distributions[parts[0]]?.figures.first { $0.name == parts[1] }?.value
  }
}
