/// `clairvoyant`: knows what will come into view, and wants that first which comes first, as far as the budget reaches;
/// a bound, since no app knows.
///
/// What lies farthest in the future is what it does not keep, which is Belady's rule (Belady 1966). What cannot be
/// decoded in time by so many workers, each image taking the mean time, is left out until it is on screen, so that what
/// comes after it is not late as well: for equal costs that makes the fewest late (earliest deadline first with
/// rejection; Moore 1968). Where costs differ, the mean stands for them and the bound is a heuristic: a strategy may
/// come out ahead of it by a little.
package struct ClairvoyantStrategy: ForesightedStrategy {
  /// See ``CachingStrategy``.
  package static let descriptor = StrategyDescriptor(
    name: "clairvoyant",
    about: "Bound: knows what comes into view, and decodes what comes first, within the budget.",
    isReference: true)

  private var arrivals: [Arrival] = []
  private var memoryBudget = 0
  private var workers = 1
  /// The most that an image weighs, in the mean of its row: what those on screen are taken to weigh.
  private var largestByteCount = 0

  /// See ``CachingStrategy``; knows nothing until it is told.
  package init(_ parameters: StrategyParameters) {}

  /// See ``ForesightedStrategy``.
  package func foreseeing(_ arrivals: [Arrival], memoryBudget: Int, workers: Int) -> Self {
    var copy = self
    copy.arrivals = arrivals
    copy.memoryBudget = memoryBudget
    copy.workers = workers
    copy.largestByteCount = arrivals.map { $0.byteCount / max(1, $0.items.count) }.max() ?? 0
    return copy
  }

  /// See ``CachingStrategy``.
  package func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let visible = state.visibleItems
    var segments = [CachingWindow.Segment(visible)]
    var byteCount = visible.count * largestByteCount
    var pending = 0
    for arrival in arrivals[firstArrival(after: state.time)...]
    where !segments.contains(where: { $0.items.contains(arrival.items) }) {
      guard byteCount + arrival.byteCount <= memoryBudget else { break }
      var items = arrival.items
      if !last.segments.contains(where: { $0.items.contains(items) }) {
        items = items.prefix(inTime(before: arrival.time - state.time, each: state.decodeLatency) - pending)
        pending += items.count
      }
      guard !items.isEmpty else { continue }
      byteCount += arrival.byteCount
      segments.append(items, isBackward: arrival.isBackward)
    }
    return CachingWindow(segments, anchor: state.offset, direction: state.direction(after: last))
  }

  /// How many images the decoders can make in so many seconds.
  private func inTime(before seconds: Double, each latency: Double) -> Int {
    latency > 0 ? Int(min(seconds / latency, 1e6)) * workers : .max / 2
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
  fileprivate mutating func append(_ items: Range<Int>, isBackward: Bool) {
    if count > 1, let last, last.isReversed == isBackward {
      if !isBackward && last.items.upperBound == items.lowerBound {
        self[count - 1].items = last.items.lowerBound..<items.upperBound
        return
      }
      if isBackward && last.items.lowerBound == items.upperBound {
        self[count - 1].items = items.lowerBound..<last.items.upperBound
        return
      }
    }
    append(CachingWindow.Segment(items, reversed: isBackward))
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }

  fileprivate func prefix(_ count: Int) -> Range<Int> {
    lowerBound..<Swift.min(upperBound, lowerBound + Swift.max(0, count))
  }
}
