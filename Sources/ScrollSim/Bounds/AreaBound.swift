/// A lower bound on the share of the visible area that any strategy, in any order and with any memory, leaves without an image.
///
/// Wᵢ(f) is a photo's contribution to the figure if its image is there from frame f on, pᵢ its least decoder time, k the
/// number of decoders and t(f) the start of frame f. All images that are there by frame f took at most k·t(f), so for any
/// prices μ(1) ≥ μ(2) ≥ … ≥ 0 of decoder time before a frame
///
///     B(μ) = Σᵢ min( Wᵢ(∞), min over f ≥ 1 of Wᵢ(f) + pᵢ·μ(f) ) − k·Σ over f ≥ 1 of (μ(f) − μ(f + 1))·t(f)
///
/// is no more than any schedule leaves (weak Lagrangian duality: S. Boyd, L. Vandenberghe, *Convex Optimization*, 2004,
/// 5.1.3). Bad prices only weaken the bound, so that the search for prices need not be trusted.
package struct AreaBound: Sendable {
  /// A photo's choices of a frame by which to have its image.
  private struct Job {
    /// Its index in the sightings.
    var item: Int
    var seconds: Double
    /// The index of its first choice; its choices end where those of the next job begin.
    var firstChoice: Int
    /// Its contribution if its image never comes.
    var lossNever: Double
  }

  private var jobs: [Job] = []
  private var choiceFrames: [Int] = []
  private var choiceLosses: [Double] = []
  private let frameCount: Int
  private let workers: Int

  /// - Parameter seconds: the least decoder time of a photo, by its index in `sightings`; `nil` for one that fails.
  package init(_ sightings: Sightings, whileScrolling: Bool, workers: Int, seconds: (Int) -> Double?) {
    self.workers = workers
    frameCount = sightings.frameCount
    let counted = whileScrolling ? sightings.isScrolling.count { $0 } : frameCount
    for (index, item) in sightings.items.enumerated() {
      guard let seconds = seconds(index) else { continue }
      let firstChoice = choiceFrames.count
      var loss = 0.0
      for (frame, share) in zip(item.frames, item.shares)
      where !whileScrolling || sightings.isScrolling[frame] {
        // No image that takes time is there in the first frame.
        if frame > 0 {
          choiceFrames.append(frame)
          choiceLosses.append(loss)
        }
        loss += share / Double(counted)
      }
      jobs.append(Job(item: index, seconds: seconds, firstChoice: firstChoice, lossNever: loss))
    }
  }

  /// The bound at these prices, by frame; the price before the first frame is ignored.
  ///
  /// - Complexity: O(frames × cells on screen).
  package func value(at prices: [Double], starts: [Double]) -> Double {
    var used: [Double] = []
    return value(at: prices, starts: starts, used: &used)
  }

  /// - Parameter used: receives the choices' decoder time by frame, unless it is empty.
  private func value(at prices: [Double], starts: [Double], used: inout [Double]) -> Double {
    var total = 0.0
    for index in jobs.indices {
      let choice = choice(of: index, at: prices)
      total += choice.cost
      if let frame = choice.frame, !used.isEmpty { used[frame] += jobs[index].seconds }
    }
    var paid = 0.0
    for frame in stride(from: 1, to: frameCount, by: 1) {
      paid += prices[frame] * (starts[frame] - (frame == 1 ? 0 : starts[frame - 1]))
    }
    return total - Double(workers) * paid
  }

  /// The best frame for each photo's image to be there at these prices, by index in the sightings; none for photos that
  /// are best never made.
  package func choices(at prices: [Double]) -> [Int: Int] {
    jobs.indices.reduce(into: [:]) { choices, index in
      choices[jobs[index].item] = choice(of: index, at: prices).frame
    }
  }

  /// The least cost of a job at these prices, and the frame by which it is then done; `nil` for never.
  private func choice(of index: Int, at prices: [Double]) -> (cost: Double, frame: Int?) {
    let job = jobs[index]
    let end = index + 1 < jobs.count ? jobs[index + 1].firstChoice : choiceFrames.count
    var best: (cost: Double, frame: Int?) = (job.lossNever, nil)
    for choice in job.firstChoice..<end {
      let frame = choiceFrames[choice]
      let cost = choiceLosses[choice] + job.seconds * prices[frame]
      if cost < best.cost { best = (cost, frame) }
      // Later choices lose at least as much.
      if choiceLosses[choice] >= best.cost { break }
    }
    return best
  }

  /// Prices under which the bound is high.
  ///
  /// The search is a subgradient ascent, with steps towards a level that is lowered when it is not reached (B. Polyak,
  /// 1969; the level is that of J.-L. Goffin and K. Kiwiel, 1999).
  ///
  /// - Complexity: O(rounds × frames × cells on screen).
  package func prices(starts: [Double], rounds: Int = 500) -> [Double] {
    guard frameCount > 1 else { return Array(repeating: 0, count: frameCount) }
    var steps = Array(repeating: 0.0, count: frameCount)
    var prices = steps
    var best = (value: 0.0, prices: prices)
    var hope = jobs.reduce(0) { $0 + $1.lossNever } / 4
    var disappointments = 0
    for _ in 0..<rounds where hope > best.value * 1e-5 {
      var used = Array(repeating: 0.0, count: frameCount)
      let value = value(at: prices, starts: starts, used: &used)
      if value > best.value {
        if value > best.value + hope / 2 { disappointments = 0 }
        best = (value, prices)
      }
      disappointments += 1
      if disappointments > 12 {
        (hope, disappointments) = (hope / 2, 0)
      }
      // The decoder time that is used by each frame beyond the time available.
      var excess = 0.0
      var norm = 0.0
      for frame in 1..<frameCount {
        excess += used[frame]
        used[frame] = excess - Double(workers) * starts[frame]
        if used[frame] > 0 || steps[frame] > 0 { norm += used[frame] * used[frame] }
      }
      guard norm > 0 else { break }
      let step = (best.value + hope - value) / norm
      var price = 0.0
      for frame in (1..<frameCount).reversed() {
        steps[frame] = max(0, steps[frame] + step * used[frame])
        price += steps[frame]
        prices[frame] = price
      }
    }
    return best.prices
  }
}
