import GalleryKit
import Testing

/// The windows of other libraries, by their own figures, and of ours: rows of 100 pt in three columns,
/// screens of 500 pt.
@Suite("The window of")
struct FieldWindowTests {
  private static let layout = GridLayout(viewport: .init(width: 300, height: 500), columns: 3, spacing: 0)

  /// At 5,000 pt the rows 50 to 54 are on screen.
  private func state(
    _ velocity: Double = 0, at offset: Double = 5000, time: Double = 0,
    phase: ScrollState.Phase? = nil, layout: GridLayout = Self.layout
  ) -> ScrollState {
    ScrollState(
      time: time, offset: offset, velocity: velocity, phase: phase ?? (velocity == 0 ? .idle : .dragging),
      hasScrolled: true, layout: layout, itemCount: 3000)
  }

  private func items(_ rows: Range<Int>) -> [Int] { Array(rows.lowerBound * 3..<rows.upperBound * 3) }

  private func wanted(_ window: CachingWindow) -> [Int] { window.items(tier: .decoded).sorted() }

  @Test func `Preheat lies a screenful ahead, nearest first, and moves after a quarter of one`() {
    let strategy = PreheatStrategy()
    let first = strategy.window(for: state(900), after: .empty)
    #expect(first.items(tier: .decoded) == items(55..<60))
    #expect(strategy.window(for: state(900, at: 5125), after: first) == first)
    let next = strategy.window(for: state(900, at: 5126), after: first)
    #expect(next.items(tier: .decoded) == items(57..<62))
    let back = strategy.window(for: state(-900), after: next)
    #expect(back.items(tier: .decoded) == items(45..<50).reversed())
  }

  @Test func `RecyclerView is the next row and two items behind, fetched while it moves`() {
    let strategy = RowsStrategy()
    let before = strategy.window(for: state(), after: .empty)
    #expect(wanted(before) == items(50..<55))
    let moving = strategy.window(for: state(10), after: before)
    #expect(wanted(moving) == [148, 149] + items(50..<56))
    #expect(wanted(strategy.window(for: state(), after: moving)) == wanted(moving))
    #expect(wanted(strategy.window(for: state(-10), after: moving)) == items(49..<55) + [165, 166])
    #expect(wanted(strategy.window(for: state(at: 20_000), after: moving)) == items(200..<205))
  }

  @Test func `Compose is a row of at least a tenth of the viewport`() {
    let strategy = RowsStrategy(["behind": 0, "least": 0.1, "most": 0.5])
    #expect(wanted(strategy.window(for: state(10), after: .empty)) == items(50..<56))
    // Rows of 30 pt, of which a tenth of the viewport needs two.
    let small = GridLayout(viewport: .init(width: 300, height: 500), columns: 10, spacing: 0)
    let window = strategy.window(for: state(10, at: 1500, layout: small), after: .empty)
    #expect(wanted(window) == Array(500..<690))
  }

  @Test
  func `Chromium is where the grid will be in a fifth of a second, then a narrow border, then a wide one`() {
    let strategy = SkewportStrategy()
    let window = strategy.window(for: state(1000), after: .empty).items(tier: .decoded)
    let near = items(50..<57) + items(49..<50).reversed()
    #expect(window == near + items(57..<85) + items(20..<49).reversed())
    // The predicted path ends after 2,000 points.
    let fast = strategy.window(for: state(20_000), after: .empty).segments[1].items
    #expect(fast == 55 * 3..<75 * 3)
    #expect(wanted(strategy.window(for: state(), after: .empty)) == items(20..<85))
  }

  @Test func `Firefox is three and a half screenfuls at any speed`() {
    let strategy = DisplayportStrategy()
    for velocity in [0.0, 900, 5000] {
      #expect(wanted(strategy.window(for: state(velocity), after: .empty)) == items(43..<62))
    }
    let android = DisplayportStrategy(["size": 1.5, "fast": 1.5])
    #expect(wanted(android.window(for: state(), after: .empty)) == items(48..<57))
    let least = DisplayportStrategy(["size": 1, "fast": 1])
    #expect(wanted(least.window(for: state(), after: .empty)) == items(49..<56))
  }

  @Test func `Firefox until 2016 shrank above 1,000 points a second, and led by 50 ms`() {
    let strategy = DisplayportStrategy(["fast": 2.5, "lead": 0.05])
    #expect(wanted(strategy.window(for: state(900), after: .empty)) == items(44..<62))
    #expect(wanted(strategy.window(for: state(2000), after: .empty)) == items(47..<60))
    #expect(wanted(strategy.window(for: state(-2000), after: .empty)) == items(45..<58))
  }

  @Test func `Flutter takes nothing new above three screens a second`() {
    let strategy = DeferringStrategy()
    let slow = strategy.window(for: state(1500), after: .empty)
    #expect(wanted(slow) == items(47..<58))
    let fast = strategy.window(for: state(1501, at: 5300), after: slow)
    #expect(wanted(fast) == items(50..<58))
    #expect(strategy.window(for: state(1501), after: .empty).isEmpty)
    #expect(wanted(strategy.window(for: state(1500, at: 5300), after: fast)) == items(50..<61))
  }

  /// Asks frame by frame, fifty a second, while the grid goes from `start` at this speed.
  private func windows(
    of strategy: any CachingStrategy, speed: Double, from start: Double, frames: Int
  ) -> [CachingWindow] {
    var window = CachingWindow.empty
    return (0..<frames).map { frame in
      let time = Double(frame) / 50
      window = strategy.window(for: state(speed, at: start + time * speed, time: time), after: window)
      return window
    }
  }

  @Test func `Ente is what was there for 80 ms, and stays`() {
    let strategy = DwellStrategy()
    let resting = windows(of: strategy, speed: 0, from: 5000, frames: 5)
    #expect(resting.prefix(4).allSatisfy { $0.isEmpty })
    #expect(wanted(resting[4]) == items(50..<55))
    // Cells ask only for what is in it, so what is on screen stays when memory is short.
    var critical = state(time: 0.1)
    critical.memory = .critical
    #expect(wanted(strategy.window(for: critical, after: resting[4])) == items(50..<55))
    // At 1,000 points a second row 55 has just come, and the rows seen first have gone.
    let slow = windows(of: strategy, speed: 1000, from: 4000, frames: 54)
    #expect(slow[53].contains(items(55..<56)[0]) == false)
    #expect(wanted(slow[53]) == items(40..<55))
    // A screen that goes by within 80 ms leaves nothing.
    #expect(windows(of: strategy, speed: 7500, from: 0, frames: 60).allSatisfy { $0.isEmpty })
    let few = DwellStrategy(["items": 15])
    #expect(wanted(windows(of: few, speed: 1000, from: 4000, frames: 54)[53]) == items(45..<55))
  }

  @Test func `FlashList is 350 points ahead and 150 behind of where the median of five speeds leads`() {
    let strategy = ProjectedStrategy()
    #expect(wanted(strategy.window(for: state(), after: .empty)) == items(48..<59))
    #expect(wanted(strategy.window(for: state(at: 0), after: .empty)) == items(0..<10))
    let last = state(at: Self.layout.maximumOffset(itemCount: 3000))
    #expect(wanted(strategy.window(for: last, after: .empty)) == items(990..<1000))

    func window(_ speeds: [Double]) -> CachingWindow {
      speeds.enumerated().reduce(.empty) { window, frame in
        strategy.window(for: state(frame.element, time: Double(frame.offset)), after: window)
      }
    }
    // 2,500 points a second are 40 points in 16 ms, which one wild speed does not change; two speeds are no median yet.
    #expect(wanted(window([2500, 2500, -9000, 2500, 2500])) == items(48..<59))
    #expect(window([0, 0, 7000, 7000, 7000]).segments.last?.items == 49 * 3..<50 * 3)
    #expect(window([7000, 7000]).segments.last?.items == 48 * 3..<50 * 3)
    #expect(wanted(window([-2500, -2500, -2500])) == items(46..<57))
  }

  @Test func `LegendList moves what lies behind ahead, all of it at 4,000 points a second`() {
    let strategy = ProjectedStrategy(["ahead": 375, "behind": 125, "seconds": 0, "shift": 1])
    func last(_ speed: Double) -> CachingWindow {
      windows(of: strategy, speed: speed, from: 5000 - speed * 0.08, frames: 5)[4]
    }
    #expect(wanted(strategy.window(for: state(), after: .empty)) == items(48..<59))
    #expect(wanted(last(2000)) == items(49..<60))
    #expect(wanted(last(4000)) == items(50..<60))
    #expect(wanted(last(8000)) == items(50..<60))
  }

  @Test func `Glide is the next ten items when another one is first on screen, and turns with the list`() {
    let strategy = ListLookaheadStrategy()
    let first = strategy.window(for: state(), after: .empty)
    #expect(first.items(tier: .decoded) == Array(165..<175))
    #expect(strategy.window(for: state(50, at: 5050), after: first) == first)
    let next = strategy.window(for: state(50, at: 5100), after: first)
    #expect(next.items(tier: .decoded) == Array(168..<178))
    let back = strategy.window(for: state(-50), after: next)
    #expect(back.items(tier: .decoded) == (140..<150).reversed())
  }

  @Test func `VVebo is where a fling ends and three rows before, if that is more than eight rows away`() {
    let strategy = TargetRowsStrategy()
    let fling = ScrollState.Phase.decelerating(restingOffset: 9000)
    let target = strategy.window(for: state(3000, phase: fling), after: .empty)
    #expect(target.items(tier: .decoded) == items(90..<95) + items(87..<90).reversed())
    #expect(strategy.window(for: state(900, at: 8700, phase: fling), after: target) == target)
    #expect(strategy.window(for: state(at: 9000), after: target) == target)
    let touched = state(at: 9000, phase: .dragging)
    #expect(wanted(strategy.window(for: touched, after: target)) == items(90..<95))

    let near = state(600, phase: .decelerating(restingOffset: 5800))
    #expect(wanted(strategy.window(for: near, after: .empty)) == items(50..<55))
    let back = state(-3000, phase: .decelerating(restingOffset: 1000))
    #expect(strategy.window(for: back, after: .empty).items(tier: .decoded) == items(10..<18))
  }

  @Test func `Fennec grows with speed, and moves when the next half second leaves it`() {
    let strategy = DynamicResolutionStrategy()
    #expect(wanted(strategy.window(for: state(), after: .empty)) == items(48..<57))
    #expect(wanted(strategy.window(for: state(300), after: .empty)) == items(49..<57))
    #expect(wanted(strategy.window(for: state(1000), after: .empty)) == items(47..<65))
    let fast = strategy.window(for: state(2000), after: .empty)
    #expect(wanted(fast) == items(48..<77))
    #expect(strategy.window(for: state(2000, at: 6100), after: fast) == fast)
    #expect(strategy.window(for: state(2000, at: 6200), after: fast) != fast)
    #expect(wanted(strategy.window(for: state(), after: fast)) == items(48..<57))
    #expect(wanted(strategy.window(for: state(600), after: fast)) == items(49..<57))
    #expect(strategy.cachesHighQualityImages(for: state(600)))
    #expect(!strategy.cachesHighQualityImages(for: state(-601)))
  }

  @Test func `screens reaches two ahead and one behind, nearest first, and turns with the direction`() {
    let strategy = ScreensStrategy()
    #expect(wanted(strategy.window(for: state(900), after: .empty)) == items(45..<65))
    #expect(wanted(strategy.window(for: state(-900), after: .empty)) == items(40..<60))
    let near = ScreensStrategy(["leading": 0.4, "trailing": 0.2])
    let backwards = near.window(for: state(-10), after: .empty).items(tier: .decoded)
    #expect(backwards == Array((144..<165).reversed()) + Array(165..<168))
  }

  @Test func `settle stays while the grid moves, and is filled at rest`() {
    let strategy = SettleStrategy()
    let rest = strategy.window(for: state(), after: .empty)
    #expect(wanted(rest) == items(40..<65))
    let moving = state(3000, at: 7000, phase: .decelerating(restingOffset: 9000))
    #expect(strategy.window(for: moving, after: rest) == rest)
  }

  @Test func `Texture is a screenful ahead decoded, and two and a half read`() {
    let window = DirectionalStrategy().window(for: state(500), after: .empty)
    #expect(wanted(window) == items(47..<60))
    #expect(Set(window.items(tier: .encoded)) == Set(items(42..<47) + items(60..<68)))
    #expect(window.contains(200, tier: .encoded) && !window.contains(200))
  }

  @Test func `Texture is small until cells are shown or scrolled, and smaller when memory is short`() {
    let strategy = DirectionalStrategy()
    var state = ScrollState(offset: 5000, layout: Self.layout, itemCount: 3000)
    #expect(wanted(strategy.window(for: state, after: .empty)) == items(48..<57))
    for (hasScrolled, hasDisplayed) in [(false, true), (true, false)] {
      (state.hasScrolled, state.hasDisplayed) = (hasScrolled, hasDisplayed)
      #expect(wanted(strategy.window(for: state, after: .empty)) == items(47..<60))
    }
    state.memory = .warning
    #expect(wanted(strategy.window(for: state, after: .empty)) == Array(state.visibleItems))
    state.memory = .critical
    #expect(wanted(strategy.window(for: state, after: .empty)).isEmpty)
  }

  @Test func `keep-all is all that was on screen, over jumps`() {
    let strategy = KeepAllStrategy()
    let window = [0.0, 100, 5000, 4600, 50].reduce(CachingWindow.empty) { window, offset in
      strategy.window(for: state(at: offset), after: window)
    }
    #expect(wanted(window) == items(0..<6) + items(46..<55))
  }
}
