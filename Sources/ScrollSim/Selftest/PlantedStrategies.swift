internal import GalleryKit

/// A strategy that starts caching and never stops: everything between the first and the last item it ever wanted.
struct HoardingStrategy: CachingStrategy {
  static let descriptor = StrategyDescriptor(name: "hoarding", about: "Never stops caching.")

  let honest: any CachingStrategy

  init(_ honest: any CachingStrategy) { self.honest = honest }

  init(_ parameters: StrategyParameters) { honest = NoCachingStrategy(parameters) }

  func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let wanted = honest.window(for: state, after: last)
    let all = wanted.segments + last.segments
    guard let first = all.map(\.items.lowerBound).min(), let end = all.map(\.items.upperBound).max() else {
      return wanted
    }
    return CachingWindow(
      wanted.segments + [CachingWindow.Segment(first..<end)], anchor: wanted.anchor,
      direction: wanted.direction)
  }
}

/// A decoder that takes longer than the table says.
struct SlowedCosts: JobCosting {
  let honest: any JobCosting
  let factor: Double

  func cost(of job: DecodeJob, busyWorkers: Int) -> Result<JobCost, ImageError> {
    honest.cost(of: job, busyWorkers: busyWorkers).map { cost in
      var cost = cost
      cost.seconds *= factor
      return cost
    }
  }
}
