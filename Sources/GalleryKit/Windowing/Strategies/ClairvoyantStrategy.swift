/// `clairvoyant`: knows what will come into view, and wants that first which comes first, as far as the budget reaches;
/// a bound, since no app knows.
///
/// What lies farthest in the future is what it does not keep, which is Belady's rule (Belady 1966). What cannot be
/// decoded in time by so many workers, each image taking the mean time, is left out until it is on screen, so that what
/// comes after it is not late as well: for equal costs that makes the fewest late (earliest deadline first with
/// rejection; Moore 1968). Where costs differ, the mean stands for them and the bound is a heuristic: a strategy may
/// come out ahead of it by a little.
public struct ClairvoyantStrategy: ForesightedStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "clairvoyant", about: "Bound: knows what comes into view, and decodes what comes first, within the budget.",
    isBound: true)

  private var arrivals: [Arrival] = []
  private var memoryBudget = 0
  private var workers = 1
  private var meanByteCount = 0

  /// See ``CachingStrategy``; knows nothing until it is told.
  public init(_ parameters: StrategyParameters) {}

  /// See ``ForesightedStrategy``.
  public func foreseeing(_ arrivals: [Arrival], memoryBudget: Int, workers: Int) -> Self {
    var copy = self
    copy.arrivals = arrivals
    copy.memoryBudget = memoryBudget
    copy.workers = workers
    let items = arrivals.reduce(0) { $0 + $1.items.count }
    copy.meanByteCount = items > 0 ? arrivals.reduce(0) { $0 + $1.byteCount } / items : 0
    return copy
  }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let visible = state.visibleItems
    var segments = [CachingWindow.Segment(visible)]
    var byteCount = visible.count * meanByteCount
    var pending = 0
    for arrival in arrivals[firstArrival(after: state.time)...] {
      guard !segments.contains(where: { $0.items.contains(arrival.items) }) else { continue }
      guard byteCount + arrival.byteCount <= memoryBudget else { break }
      let isWanted = last.segments.contains { $0.items.contains(arrival.items) }
      if !isWanted {
        let rounds = (pending + arrival.items.count + workers - 1) / workers
        guard Double(rounds) * state.decodeLatency <= arrival.time - state.time else { continue }
        pending += arrival.items.count
      }
      byteCount += arrival.byteCount
      segments.append(arrival)
    }
    return CachingWindow(segments, anchor: state.offset, direction: state.direction(after: last))
  }

  private func firstArrival(after time: Double) -> Int {
    var low = 0
    var high = arrivals.count
    while low < high {
      let middle = (low + high) / 2
      if arrivals[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [CachingWindow.Segment] {
  /// Adds the items, to the last segment if they go on where it ends.
  fileprivate mutating func append(_ arrival: Arrival) {
    if count > 1, let last, last.isReversed == arrival.isBackward {
      if !last.isReversed && last.items.upperBound == arrival.items.lowerBound {
        self[count - 1].items = last.items.lowerBound..<arrival.items.upperBound
        return
      }
      if last.isReversed && last.items.lowerBound == arrival.items.upperBound {
        self[count - 1].items = arrival.items.lowerBound..<last.items.upperBound
        return
      }
    }
    append(CachingWindow.Segment(arrival.items, reversed: arrival.isBackward))
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
