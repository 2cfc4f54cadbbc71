import GalleryKit
import Testing

@testable import ScrollSim

/// What only models of programs have: rows of 100 pt in three columns, screens of 500 pt.
@Suite struct `The parts of models` {
  private func state(at offset: Double, time: Double = 0, seconds: Double = 0, workers: Int = 1)
    -> ScrollState
  {
    let layout = GridLayout(viewport: .init(width: 300, height: 500), columns: 3, spacing: 0)
    return ScrollState(
      time: time, offset: offset, layout: layout, itemCount: 3000,
      decoding: .init(workers: workers, seconds: seconds, capacity: .max))
  }

  private func image(
    _ purpose: RequestOrder.Image.Purpose, _ number: Int, leaves: Double = 0.3
  ) -> RequestOrder.Image {
    RequestOrder.Image(
      purpose: purpose, sighting: .init(enters: 0, leaves: leaves), seconds: 0.02, number: number)
  }

  private func next(_ order: RequestOrder, _ waiting: [RequestOrder.Image]) -> Int? {
    order.next(waiting, .init(count: 1, prefetching: 0))
  }

  @Test func `make the first or the last that was asked for, whatever is on screen`() {
    let waiting = [
      image(.final, 5), image(.final, 7, leaves: .infinity), image(.prefetch, 2), image(.prefetch, 9),
    ]
    #expect(next(.asked, waiting) == 2)
    #expect(next(.newestAsked, waiting) == 3)
  }

  @Test func `bind all items below at the top of a list, and all above at its end`() {
    let strategy = BoundStrategy(["items": 600])
    for (offset, items) in [(0.0, 0..<600), (49_750, 1200..<1800), (99_500, 2400..<3000)] {
      #expect(strategy.window(for: state(at: offset), after: .empty).segments.map(\.items) == [items])
    }
    let few = BoundStrategy(["items": 0]).window(for: state(at: 5000), after: .empty)
    #expect(few.segments.map(\.items) == [150..<165])
    // What it continues with comes after what is bound.
    let going = BoundStrategy(["items": 60, "goesOn": 1])
    let top = going.window(for: state(at: 0), after: .empty)
    #expect(top.segments.map(\.items) == [0..<60])
    #expect(going.window(for: state(at: 5000), after: top).segments.map(\.items) == [148..<208, 0..<60])
  }

  @Test func `ask for what is on screen when all that was asked for is made`() {
    let strategy = BatchStrategy()
    let first = strategy.window(for: state(at: 0), after: .empty)
    #expect(first.segments.map(\.items) == [0..<15])
    #expect(strategy.window(for: state(at: 5000, time: 9), after: first) == first)
    #expect(strategy.window(for: state(at: 5000, time: 1.4, seconds: 0.1), after: first) == first)
    let second = strategy.window(for: state(at: 5000, time: 1.6, seconds: 0.1), after: first)
    #expect(second.segments.map(\.items) == [150..<165, 0..<15])
    // Six new items among fifteen, made by two.
    #expect(strategy.window(for: state(at: 200, time: 3.2, seconds: 0.1), after: second) != second)
    let third = strategy.window(for: state(at: 200, time: 3.2, seconds: 0.1), after: second)
    #expect(third.contains(20) && !third.contains(21) && third.contains(164))
    #expect(strategy.window(for: state(at: 900, time: 3.4, seconds: 0.1, workers: 2), after: third) == third)
    #expect(strategy.window(for: state(at: 900, time: 3.6, seconds: 0.1, workers: 2), after: third) != third)
    // Nothing is new.
    #expect(strategy.window(for: state(at: 5000, time: 99, seconds: 0.1), after: third) == third)
  }

  @Test func `decide what a model of a program leaves blank`() throws {
    var scenario = try ScenarioFile.read(path: Shipped.path("libraries"))
    scenario.compare.strategies = [StrategySpec(name: "none")]
    scenario.compare.libraries = ["nautilus", "gtk", "tumbler", "qtquick"]
    scenario.compare.libraryOrders = ["fifo"]
    let runs = try scenario.modelResult().runs.filter { $0.combination.library != nil }
    let orders = ["asked", "fifo", "asked", "fifo", "asked", "fifo", "newest-asked", "fifo"]
    #expect(runs.map { $0.combination[.order] } == orders)
    let blank = try runs.map { try #require($0.figure("scrollBlankRatio")) }
    // What was asked for first is behind, and what was asked for last comes next.
    #expect(blank[2] > blank[3] + 0.1)
    #expect(blank[6] < blank[7] - 0.05)
  }
}
