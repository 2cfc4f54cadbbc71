import GalleryKit
import Testing

@testable import ScrollSim

@Suite struct `Foreseen jobs` {
  private static let framePeriod = 1.0 / 60

  @Test(arguments: 0..<40)
  func `are ordered as by decoders that do all of them for each order`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let jobs = jobs(Int.random(in: 0...120, using: &random), &random)
    let (workers, effort) = (1 + seed % 3, seed % 4 == 0 ? 2000 : 200_000)
    let first = Array(jobs.indices).shuffled(using: &random).filter { $0 % 7 != 3 }
    let found = ForeseenJobs(jobs: jobs, workers: workers, framePeriod: Self.framePeriod)
      .ranks(improving: first, effort: effort)
    #expect(found == ranks(of: jobs, workers, improving: first, effort: effort))
  }

  /// A job of each kind: some may begin at once and some much later, and some are too long to be in time.
  private func jobs(_ count: Int, _ random: inout SeededGenerator) -> [ForeseenJobs.Job] {
    (0..<count).map { number in
      let start = number * 3 + Int.random(in: 0...40, using: &random)
      let frames = Array(start..<start + Int.random(in: 1...90, using: &random))
      var losses = [0.0]
      for _ in frames {
        losses.append(losses[losses.count - 1] + Double.random(in: 0...0.05, using: &random))
      }
      return ForeseenJobs.Job(
        seconds: Double.random(in: 0.01...0.12, using: &random),
        release: Self.framePeriod * Double(max(0, start - Int.random(in: 0...100, using: &random))),
        frames: frames, losses: losses)
    }
  }

  // MARK: The plain way

  private func ranks(
    of jobs: [ForeseenJobs.Job], _ workers: Int, improving first: [Int], effort: Int
  ) -> [Int: Int] {
    var (order, best, left) = (first, losses(of: jobs, workers, in: first), effort - first.count)
    search: while true {
      let losers = order.filter { best.each[$0] > 0 }.sorted { (best.each[$0], $1) > (best.each[$1], $0) }
      var isImproved = false
      for job in losers {
        guard let place = order.firstIndex(of: job) else { continue }
        let steps = [1, 2, 4, 8, 16, 32, 64].filter { $0 <= place }.map { place - $0 } + [order.count - 1]
        for step in steps where step != place {
          guard left > 0 else { break search }
          var candidate = order
          candidate.remove(at: place)
          candidate.insert(job, at: step)
          left -= order.count
          let found = losses(of: jobs, workers, in: candidate)
          guard found.all < best.all - 1e-9 else { continue }
          (order, best, isImproved) = (candidate, found, true)
          break
        }
      }
      guard isImproved else { break }
    }
    return order.enumerated().reduce(into: [:]) { ranks, item in
      if !jobs[item.element].isLost(best.each[item.element]) { ranks[item.element] = item.offset }
    }
  }

  private func losses(
    of jobs: [ForeseenJobs.Job], _ workers: Int, in order: [Int]
  ) -> (all: Double, each: [Double]) {
    var (all, each) = (0.0, Array(repeating: 0.0, count: jobs.count))
    var (free, waiting) = (Array(repeating: 0.0, count: workers), order)
    while !waiting.isEmpty {
      free.sort()
      // Decoders look no farther than 64 jobs that may not begin yet.
      let near = waiting.prefix(64)
      let place =
        near.firstIndex { jobs[$0].release <= free[0] }
        ?? near.indices.min { jobs[waiting[$0]].release < jobs[waiting[$1]].release } ?? 0
      let job = waiting.remove(at: place)
      let end = max(free[0], jobs[job].release) + jobs[job].seconds
      each[job] = jobs[job].loss(from: end, framePeriod: Self.framePeriod)
      all += each[job]
      if !jobs[job].isLost(each[job]) { free[0] = end }
    }
    return (all, each)
  }
}
