/// `oracle`: knows what will come on screen, and makes images by a schedule that was found beforehand; a reference, since no
/// app knows.
///
/// It wants what is on screen and what comes next, as far as the budget reaches: what it does not keep is what comes last,
/// which is Belady's rule (L. Belady, 1966). Of these it leaves out what the schedule does not think worth making, so
/// that it delays nothing else. Its order is its own, and so is its eviction, which gives up what lies farthest from the
/// screen, whatever a scenario compares. It shows what can be reached, not what cannot be beaten: that a bound says.
package struct OracleStrategy: ForesightedStrategy {
  /// See ``CachingStrategy``.
  package static let descriptor = StrategyDescriptor(
    name: "oracle",
    about:
      "Reference: knows what comes on screen, and decodes by a schedule found beforehand, within the budget.",
    isReference: true,
    sources: [
      StrategyDescriptor.Source(
        "L. Belady, A study of replacement algorithms for a virtual-storage computer, 1966",
        "https://doi.org/10.1147/sj.52.0078")
    ])

  private var foresight = Foresight.none

  /// See ``CachingStrategy``; knows nothing until it is told.
  package init(_ parameters: StrategyParameters) {}

  /// See ``ForesightedStrategy``.
  package func foreseeing(_ foresight: Foresight) -> Self {
    var copy = self
    copy.foresight = foresight
    return copy
  }

  /// See ``CachingStrategy``.
  package func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let visible = state.visibleItems
    var taken = Set(visible)
    var ranked: [(item: Int, rank: Int)] = []
    var byteCount = 0
    for item in visible {
      let visit = foresight.visit(of: item, at: state.time)
      ranked.append((item, visit?.rank ?? .max))
      byteCount += visit?.byteCount ?? 0
    }
    for visit in foresight.visits(after: state.time) where visit.item < state.itemCount {
      guard visit.knownSince <= state.time, byteCount + visit.byteCount <= foresight.memoryBudget else {
        break
      }
      guard taken.insert(visit.item).inserted else { continue }
      byteCount += visit.byteCount
      if let rank = visit.rank, visit.isMadeAhead { ranked.append((visit.item, rank)) }
    }
    ranked.sort { ($0.rank, $0.item) < ($1.rank, $1.item) }
    return CachingWindow(
      .runs(of: ranked.map(\.item)), anchor: state.offset, direction: state.direction(after: last))
  }

  /// See ``ForesightedStrategy``: by the schedule; what is not in it comes last, and only if it will be seen.
  package var order: RequestOrder {
    let foresight = foresight
    return RequestOrder(
      name: Self.descriptor.name, about: "By a schedule found beforehand.", sees: .all
    ) { waiting, decoders in
      func turn(_ image: RequestOrder.Image) -> (Turn, Int)? {
        if image.purpose == .degraded {
          switch foresight.degraded {
          case .first: return (.atOnce, 0)
          case .last: return (.instead, 0)
          case .scheduled: break
          }
        }
        let visit = image.position.flatMap { foresight.visit(of: $0, at: decoders.time) }
        if image.purpose == .prefetch, let visit, !visit.isMadeAhead {
          return image.sighting.leaves < .infinity ? nil : (.unasked, 0)
        }
        if let rank = visit?.rank { return (.scheduled, rank) }
        return image.sighting.leaves < image.seconds ? nil : (.unscheduled, 0)
      }
      let turns = waiting.indices.compactMap { place in turn(waiting[place]).map { (place, $0) } }
      return turns.min { $0.1 < $1.1 }?.0
    }
  }

  /// The turns of what waits, the first first.
  private enum Turn: Comparable {
    case atOnce
    case scheduled
    /// A degraded image, where the final one counts.
    case instead
    case unscheduled
    /// A final image, where a degraded one is all that its cell will ask for.
    case unasked
  }
}

extension [CachingWindow.Segment] {
  /// The items in their order, neighbours in one run.
  fileprivate static func runs(of items: [Int]) -> Self {
    var runs: Self = []
    for item in items {
      if let last = runs.last {
        let (items, isLone) = (last.items, last.items.count == 1)
        if items.upperBound == item && (isLone || !last.isReversed) {
          runs[runs.count - 1] = CachingWindow.Segment(items.lowerBound..<item + 1)
          continue
        }
        if items.lowerBound == item + 1 && (isLone || last.isReversed) {
          runs[runs.count - 1] = CachingWindow.Segment(item..<items.upperBound, reversed: true)
          continue
        }
      }
      runs.append(CachingWindow.Segment(item..<item + 1))
    }
    return runs
  }
}
