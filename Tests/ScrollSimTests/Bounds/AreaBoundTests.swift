import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `The area bound` {
  /// A grid at rest for `frames` frames at 10 a second, one photo filling the screen.
  private func still(frames: Int) -> Sightings { Sightings([.pause(Double(frames - 1) / 10)]) }

  @Test func `of one photo is what decoding it without a pause leaves blank`() {
    // 0.3 s of decoding: blank in frames 0, 1 and 2 of 20. Prices cannot tell that from a third of the photo each
    // 0.1 s, which leaves 1 + 2/3 + 1/3 frames blank.
    let sightings = still(frames: 20)
    #expect(sightings.frameCount == 20)
    let bound = AreaBound(sightings, whileScrolling: false, workers: 1) { _ in 0.3 }
    let starts = sightings.starts(waits: [])
    let value = bound.value(at: bound.prices(starts: starts), starts: starts)
    #expect(value > 0.0999 && value <= 0.1 + 1e-12, "\(value)")
  }

  @Test func `is nothing without prices, and nothing for photos that fail`() {
    let sightings = still(frames: 5)
    let starts = sightings.starts(waits: [])
    let none = Array(repeating: 0.0, count: 5)
    let free = AreaBound(sightings, whileScrolling: false, workers: 1) { _ in 0.3 }.value(
      at: none, starts: starts)
    // In the first frame no photo that takes time is there.
    #expect(abs(free - 0.2) < 1e-12)
    let broken = AreaBound(sightings, whileScrolling: false, workers: 1) { _ in nil }
    #expect(broken.value(at: broken.prices(starts: starts), starts: starts) == 0)
  }

  @Test(arguments: 0..<40)
  func `at any prices is no more than the best of all schedules`(seed: UInt64) throws {
    var random = Shuffler(seed: seed)
    let sightings = Sightings(
      [.drag(distance: 250, duration: 0.5), .drag(distance: -150, duration: 0.3)], settle: 0.1, photos: 4)
    let seconds = sightings.items.map { _ in 0.02 + Double(random.next(40)) / 100 }
    let workers = 1 + random.next(2)
    let bound = AreaBound(sightings, whileScrolling: false, workers: workers) { seconds[$0] }
    let starts = sightings.starts(waits: [])
    let best = leastLoss(sightings, seconds, workers: workers, starts: starts)

    for _ in 0..<60 {
      var price = 0.0
      var prices = starts.map { _ in 0.0 }
      for frame in prices.indices.reversed() {
        price += random.next(3) == 0 ? Double(random.next(1000)) / 500 : 0
        prices[frame] = price
      }
      #expect(bound.value(at: prices, starts: starts) <= best + 1e-12)
    }
    let found = bound.value(at: bound.prices(starts: starts), starts: starts)
    #expect(found <= best + 1e-12)
  }

  /// The least loss over all choices of the photos' first frames that the decoder time allows.
  private func leastLoss(
    _ sightings: Sightings, _ seconds: [Double], workers: Int, starts: [Double]
  ) -> Double {
    let frames = sightings.frameCount
    var best = Double.infinity
    func choose(_ index: Int, _ used: [Double], _ loss: Double) {
      guard loss < best else { return }
      guard index < sightings.items.count else {
        best = loss
        return
      }
      let item = sightings.items[index]
      for frame in 1...frames {
        var used = used
        if frame < frames {
          for later in frame..<frames { used[later] += seconds[index] }
          guard (1..<frames).allSatisfy({ used[$0] <= Double(workers) * starts[$0] + 1e-12 }) else {
            continue
          }
        }
        let lost = zip(item.frames, item.shares).filter { $0.0 < frame }.reduce(0) { $0 + $1.1 }
        choose(index + 1, used, loss + lost / Double(frames))
      }
    }
    choose(0, Array(repeating: 0, count: frames), 0)
    return best
  }
}

@Suite struct `The count bound` {
  @Test func `gives up the longest job when a deadline cannot be met`() {
    // 3 s of work by second 2: without the second job the others are in time.
    let jobs: [(deadline: Double, seconds: Double)] = [(1.0, 0.9), (1.5, 1.0), (2.0, 0.8)]
    #expect(CountBound.late(jobs, workers: 1) == 1 && CountBound.late(jobs, workers: 2) == 0)
    // All three are late in order, one if the first is given up.
    let heavy: [(deadline: Double, seconds: Double)] = [(0.5, 1.0), (0.6, 0.3), (0.9, 0.3)]
    #expect(CountBound.late(heavy, workers: 1) == 1)
    #expect(CountBound.late([(0, 0.1)], workers: 8) == 1 && CountBound.late([], workers: 1) == 0)
  }

  @Test(arguments: 0..<50)
  func `is what the best choice of jobs leaves late`(seed: UInt64) {
    var random = Shuffler(seed: seed)
    let jobs = (0..<8).map { _ in
      (deadline: Double(random.next(20)) / 10, seconds: Double(1 + random.next(8)) / 10)
    }
    // One machine, jobs by deadline: a choice is in time if every deadline leaves room for the jobs due by then.
    let fewest = (0..<256).map { choice -> Int in
      let chosen = jobs.indices.filter { choice & 1 << $0 != 0 }.map { jobs[$0] }
        .sorted { $0.deadline < $1.deadline }
      var time = 0.0
      for job in chosen {
        time += job.seconds
        if time > job.deadline + 1e-9 { return 8 }
      }
      return 8 - chosen.count
    }.min()
    #expect(CountBound.late(jobs, workers: 1) == fewest)
  }
}

@Suite struct `A photo in several sizes` {
  /// A grid at rest of one photo a screen, with the given layouts, one every eighth of a second, which is a
  /// frame.
  private func sightings(columns: Int...) -> Sightings {
    let layout = GridLayout(viewport: .init(width: 120, height: 120), columns: columns[0], spacing: 0)
    let gestures = columns.dropFirst().flatMap { [Gesture.pause(0.125), .columns($0)] }
    return Sightings(gestures, in: layout, refreshRate: 8)
  }

  @Test func `is seen once for each, whenever that is`() {
    let sightings = sightings(columns: 2, 1, 2, 3)
    #expect(sightings.items.map(\.cell.height) == [60, 120, 40])
    #expect(sightings.items.map(\.frames) == [[0, 2], [1], [3]])
    #expect(sightings.isLaidOutAnew && !self.sightings(columns: 2, 2).isLaidOutAnew)
    #expect((0..<4).map(sightings.layoutStart) == [0, 1, 2, 3])
    #expect(sightings.isScrolling == [false, true, true, true], "a layout is a motion")
  }

  @Test func `takes a decode for each that is larger, and one that is large enough for the others`() {
    let sightings = sightings(columns: 2, 1, 3)
    // In the order 60, 120, 40 pt.
    #expect(sightings.covering([2, 5, 1]) == [2, 5, 1] && sightings.additional([2, 5, 1]) == [1, 3, 1])
    #expect(sightings.covering([2, 1, 4]) == [1, 1, 1], "the largest is the cheapest")
    #expect(sightings.additional([2, 1, 4]) == [0, 0, 1])
    #expect(sightings.additional([nil, 5, nil]) == [0, 0, 5], "the others have none of their own")
    #expect(sightings.additional([nil, nil, nil]) == [nil, nil, nil])
    // Where images are as large as they are stored, all cost the same, which is taken once.
    #expect(self.sightings(columns: 3, 2, 1).additional([2, 2, 2]) == [2, 0, 0])
  }

  @Test func `is one photo for who asks whether there is anything to see`() {
    let (joined, seconds) = sightings(columns: 2, 1, 2).joined([3, 2])
    #expect(joined.items.map(\.frames) == [[0, 1, 2]] && seconds == [2])
  }
}
