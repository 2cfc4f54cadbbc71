package import GalleryKit

/// `oracle`: knows the future stays on screen and makes images by a precomputed schedule; a reference, as no app knows them.
///
/// It wants the images on screen and the next ones to come, as far as the budget reaches, and so drops those that come last:
/// Belady's rule (L. Belady, 1966). It leaves out images that the schedule does not consider worth making, so that they delay
/// nothing else. It has its own order and its own eviction, farthest from the screen first, whatever a scenario compares. It
/// shows a reachable result, not an unbeatable one: a bound shows that.
package struct OracleStrategy: CachingStrategy {
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

  package var foresight = Foresight.none

  /// Knows nothing until it is told.
  package init(_ parameters: StrategyParameters) {}

  package func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let visible = state.visibleItems
    var taken = Set(visible)
    var ranked: [(item: Int, rank: Int)] = []
    var byteCount = 0
    for item in visible {
      let stay = foresight.stay(of: item, at: state.time)
      ranked.append((item, stay?.rank ?? .max))
      byteCount += stay?.byteCount ?? 0
    }
    for stay in foresight.stays(after: state.time) where stay.item < state.itemCount {
      guard stay.knownSince <= state.time, byteCount + stay.byteCount <= foresight.memoryBudget else {
        break
      }
      guard taken.insert(stay.item).inserted else { continue }
      byteCount += stay.byteCount
      if let rank = stay.rank, stay.isMadeAhead { ranked.append((stay.item, rank)) }
    }
    ranked.sort { ($0.rank, $0.item) < ($1.rank, $1.item) }
    return CachingWindow(
      .runs(of: ranked.map(\.item)), anchor: state.offset, direction: state.direction(after: last))
  }

  /// The order of images, in place of the scenario's: by the schedule; unscheduled images come last, and only if they will be seen.
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
        let stay = image.position.flatMap { foresight.stay(of: $0, at: decoders.time) }
        if image.purpose == .prefetch, let stay, !stay.isMadeAhead {
          return image.sighting.leaves < .infinity ? nil : (.unasked, 0)
        }
        if let rank = stay?.rank { return (.scheduled, rank) }
        return image.sighting.leaves < image.seconds ? nil : (.unscheduled, 0)
      }
      let turns = waiting.indices.compactMap { place in turn(waiting[place]).map { (place, $0) } }
      return turns.min { $0.1 < $1.1 }?.0
    }
  }

  /// The turns of waiting images, in order.
  private enum Turn: Comparable {
    case atOnce
    case scheduled
    /// A degraded image, where the final one counts.
    case instead
    case unscheduled
    /// A final image for a cell that will only request a degraded one.
    case unasked
  }
}

extension [CachingWindow.Segment] {
  /// The items in their order, neighbours in one run.
  fileprivate static func runs(of items: [Int]) -> Self {
    var runs: Self = []
    for item in items {
      let isLone = runs.last?.items.count == 1
      if let last = runs.last, last.items.upperBound == item, isLone || !last.isReversed {
        runs[runs.count - 1] = CachingWindow.Segment(last.items.lowerBound..<item + 1)
      } else if let last = runs.last, last.items.lowerBound == item + 1, isLone || last.isReversed {
        runs[runs.count - 1] = CachingWindow.Segment(item..<last.items.upperBound, reversed: true)
      } else {
        runs.append(CachingWindow.Segment(item..<item + 1))
      }
    }
    return runs
  }
}
