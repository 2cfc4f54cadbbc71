import GalleryKit
import TestSupport
import Testing

@Suite("Every strategy")
struct StrategyInvariantTests {
  static let names = CachingStrategies.all.map { $0.descriptor.name }
  /// The others keep the order of when they last moved.
  static let movingEveryFrame = [
    "screens", "directional", "rows", "skewport", "displayport", "projected", "bank", "ladder",
  ]

  private let layout = GridLayout(viewport: .init(width: 390, height: 844), columns: 3, spacing: 2)
  private let strip = GridLayout(
    viewport: .init(width: 1024, height: 300), columns: 2, spacing: 4, axis: .horizontal)
  private let sectioned = GridLayout(
    viewport: .init(width: 390, height: 844), columns: 4, spacing: 2,
    sections: .init(photos: [1, 30, 7, 90], header: 44))
  private let justified = GridLayout(
    viewport: .init(width: 390, height: 844), columns: 3, spacing: 2,
    aspectRatios: .init([1.5, 0.667, 1.333, 1.778, 3, 0.5, 1], count: 900))
  private let itemCount = 900

  private func make(_ name: String) throws -> any CachingStrategy {
    let type = try #require(CachingStrategies.named(name))
    return type.init()
  }

  /// A random ride: rests, drags and flings in both directions, jumps, and bounces past both ends; down a grid, along a strip,
  /// down a grid of sections, or down one of justified rows, by the seed.
  private func ride(seed: UInt64, frames: Int = 600) -> [ScrollState] {
    let layout = [layout, strip, sectioned, justified][Int(seed % 4)]
    var random = Shuffler(seed: seed)
    let limit = layout.maximumOffset(itemCount: itemCount)
    var offset = 0.0
    var velocity = 0.0
    var phase = ScrollState.Phase.idle
    return (0..<frames).map { frame in
      if random.next(40) == 0 {
        switch random.next(4) {
        case 0: (velocity, phase) = (0, .idle)
        case 1: (velocity, phase) = (Double(random.next(1200)) - 600, .dragging)
        case 2:
          velocity = Double(random.next(16_000)) - 8000
          phase = .decelerating(restingOffset: min(max(offset + velocity / 2, 0), limit))
        default: offset = Double(random.next(Int(limit)))
        }
      }
      offset = min(max(offset + velocity / 60, -100), limit + 100)
      return ScrollState(
        time: Double(frame) / 60, offset: offset, velocity: velocity, phase: phase, hasScrolled: frame > 0,
        layout: layout, itemCount: itemCount)
    }
  }

  @Test(arguments: names)
  func `wants what is on screen, within the content, and the same when asked twice`(name: String) throws {
    let strategy = try make(name)
    for seed in 0..<10 {
      var window = CachingWindow.empty
      for state in ride(seed: UInt64(seed)) {
        let next = strategy.window(for: state, after: window)
        #expect(next == strategy.window(for: state, after: window), "the same input gives the same window")
        #expect(
          strategy.window(for: state, after: next) == next, "a window that has moved need not move again")
        #expect(next.segments.allSatisfy { $0.items.lowerBound >= 0 && $0.items.upperBound <= itemCount })
        // As after a library change.
        let anew = strategy.window(for: state, after: .empty)
        if type(of: strategy).descriptor.covers(at: state) {
          #expect(state.visibleItems.allSatisfy { next.contains($0) }, "\(name) at \(state.offset)")
          #expect(state.visibleItems.allSatisfy { anew.contains($0) }, "\(name) anew at \(state.offset)")
        }
        window = next
      }
    }
  }

  /// What a view may say that has no size yet, or that measures its speed over no time.
  private var oddStates: [ScrollState] {
    let empty = GridLayout(viewport: .init(width: 0, height: 0), columns: 3, spacing: 2)
    let numbers = [0, 1000, -1000, Double.infinity, -.infinity, .nan]
    return [layout, strip, sectioned, justified, empty].flatMap { layout in
      numbers.flatMap { number in
        [ScrollState.Phase.idle, .dragging, .decelerating(restingOffset: number)].flatMap { phase in
          // It only shrinks: a window of literal calls is forgotten when a library changes, and so never meets new items.
          [900, 5, 1, 0].map { count in
            var state = ScrollState(
              time: 1, offset: 500, velocity: number, phase: phase, hasScrolled: true, layout: layout,
              itemCount: count)
            if case .decelerating = phase { state.waypoints = [.init(seconds: 1, offset: number)] }
            return state
          }
        }
      }
    }
  }

  @Test(arguments: names)
  func `stays within the content whatever a view says`(name: String) throws {
    let strategy = try make(name)
    var window = CachingWindow.empty
    for state in oddStates {
      window = strategy.window(for: state, after: window.clamped(to: state.itemCount))
      #expect(
        window.segments.allSatisfy { $0.items.lowerBound >= 0 && $0.items.upperBound <= state.itemCount })
      #expect(window.anchor.isFinite && window == window, "its notes hold no NaN")
      if type(of: strategy).descriptor.covers(at: state) {
        #expect(state.visibleItems.allSatisfy { window.contains($0) }, "\(name) at \(state)")
      }
    }
    _ = CachingStrategies.named(name)?.init(
      StrategyParameters(["length": .nan, "items": .infinity], for: type(of: strategy).descriptor))
  }

  @Test(arguments: names)
  func `takes a number beyond a range as its nearest end, and a capacity below none as none`(name: String)
    throws
  {
    let type = try #require(CachingStrategies.named(name))
    let parameters = type.descriptor.parameters
    for (number, ends) in [
      (-1e30, parameters.map(\.range.lowerBound)), (1e30, parameters.map(\.range.upperBound)),
    ] {
      let given = Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, number) })
      let values = StrategyParameters(given, for: type.descriptor)
      #expect(parameters.compactMap { values.values[$0.name] } == ends)
      let strategy = type.init(values)
      for var state in ride(seed: 3, frames: 60) {
        state.decoding.capacity = .min
        #expect(state.decoding.capacity == 0)
        let window = strategy.window(for: state, after: .empty)
        #expect(
          window.segments.allSatisfy { $0.items.lowerBound >= 0 && $0.items.upperBound <= itemCount })
      }
    }
  }

  @Test(arguments: names)
  func `copes with an empty library and one shorter than the screen`(name: String) throws {
    let strategy = try make(name)
    // Without a window from before: of the odd states, strategies that stay where they are keep theirs.
    for layout in [layout, strip, sectioned, justified] {
      for count in [0, 1, 5] {
        let window = strategy.window(for: ScrollState(layout: layout, itemCount: count), after: .empty)
        #expect(window.segments.allSatisfy { $0.items.lowerBound >= 0 && $0.items.upperBound <= count })
      }
    }
  }

  @Test func `a velocity and an offset that are no numbers count as none`() {
    for number in [Double.nan, .infinity, -.infinity] {
      var state = ScrollState(offset: number, velocity: number, layout: layout, itemCount: 9)
      #expect(state.offset == 0 && state.velocity == 0)
      (state.offset, state.velocity) = (5, 7)
      #expect(state.offset == 5 && state.velocity == 7)
      (state.offset, state.velocity) = (number, number)
      #expect(state.offset == 0 && state.velocity == 0)
    }
  }

  @Test(arguments: names)
  func `asks for each item once, the visible ones first`(name: String) throws {
    let strategy = try make(name)
    var window = CachingWindow.empty
    for state in ride(seed: 3) {
      window = strategy.window(for: state, after: window)
      let items = window.items(tier: .decoded)
      #expect(Set(items).count == items.count)
      guard Self.movingEveryFrame.contains(name) else { continue }
      #expect(Set(items.prefix(state.visibleItems.count)) == Set(state.visibleItems))
    }
  }

  @Test(arguments: names)
  func `wants less the shorter memory is, and as much as before when it is not`(name: String) throws {
    let strategy = try make(name)
    var window = CachingWindow.empty
    for state in ride(seed: 7) where state.phase != .idle {
      var more = Set(0..<itemCount)
      for memory in [MemoryPressure.normal, .notice, .warning, .critical] {
        var short = state
        short.memory = memory
        let wanted = Set(strategy.window(for: short, after: .empty).items(tier: .decoded))
        #expect(wanted.isSubset(of: more), "\(name) at \(state.offset), \(memory)")
        more = wanted
      }
      guard Self.movingEveryFrame.contains(name) else { continue }
      #expect(more.isSubset(of: state.visibleItems))
      var critical = state
      critical.memory = .critical
      let next = strategy.window(for: state, after: window)
      window = strategy.window(for: critical, after: window)
      #expect(strategy.window(for: state, after: window).segments == next.segments)
    }
  }
}

extension StrategyDescriptor {
  /// Whether the window must contain the visible items.
  fileprivate func covers(at state: ScrollState) -> Bool {
    covers == .always || covers == .atRest && state.phase == .idle
  }
}
