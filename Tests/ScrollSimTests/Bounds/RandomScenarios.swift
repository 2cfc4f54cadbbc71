import GalleryKit
import TestSupport

@testable import ScrollSim

/// Scenarios of any kind: grids, libraries, budgets, workers, costs and traces drawn from a seed.
struct RandomScenario {
  var scenario: Scenario
  let library: ModelPhotos
  let costs: CostTable

  /// - Parameter laysOut: whether the device is rotated, and pinches change the columns.
  init(seed: UInt64, laysOut: Bool = false) throws {
    var random = Shuffler(seed: seed)
    var scenario = try Scenario.model("fling")
    scenario.seed = seed
    scenario.screen.refreshRate = [30, 60, 120][random.next(3)]
    scenario.grid.columns = 2 + random.next(4)
    scenario.device.decodeWorkers = 1 + random.next(4)
    scenario.device.memoryBudgetBytes = (5 + random.next(150)) * 1_000_000
    scenario.compare.axes[.deliveryMode] = [DeliveryMode.allCases[random.next(3)].rawValue]
    scenario.compare.axes[.resizeMode] = [
      ResizeMode.allCases[random.next(ResizeMode.allCases.count)].rawValue
    ]
    scenario.compare.axes[.cells] = [CellLifecycle.allCases[random.next(3)].rawValue]
    let eviction = EvictionPolicies.all[random.next(EvictionPolicies.all.count)]
    scenario.compare.axes[.eviction] = [eviction.name]
    scenario.compare.axes[.order] = [RequestOrder.all[random.next(RequestOrder.all.count)].name]
    scenario.library = .synthetic(
      SyntheticSource(
        photos: 40 + random.next(400), distinct: 1 + random.next(30),
        megapixels: 1...Double(2 + random.next(12)),
        png: Double(random.next(3)) / 4, embeddedThumbnails: Double(random.next(5)) / 4))
    scenario.trace = .gestures(
      GestureScript(
        gestures: (0..<1 + random.next(6)).flatMap { _ in
          laysOut ? [Self.gesture(&random), Self.layout(&random)] : [Self.gesture(&random)]
        },
        laps: random.next(4) == 0 ? 2 : nil, settle: Double(random.next(3)) / 2),
      physics: ScrollPhysicsModels.all[random.next(ScrollPhysicsModels.all.count)].name)
    var costs = CostTables.shipped[random.next(CostTables.shipped.count)]
    // Sometimes several decoders are each faster than one alone.
    if random.next(3) == 0 { costs.slowdown = [1, 0.8, 0.9] }
    self.costs = costs
    library = try scenario.modelLibrary()
    if random.next(3) == 0 { scenario.grid.axis = .horizontal }
    if random.next(3) == 0 {
      scenario.grid.sections = .init(
        photos: (0..<1 + random.next(5)).map { _ in 1 + random.next(60) }, header: Double(random.next(80)))
    }
    if random.next(3) == 0 { scenario.grid.cells = .justified }
    self.scenario = scenario
  }

  private static func gesture(_ random: inout Shuffler) -> Gesture {
    func either(_ limit: Int) -> Double { Double(random.next(2 * limit) - limit) }
    switch random.next(6) {
    case 0: return .pause(Double(random.next(20)) / 10)
    case 1: return .drag(distance: either(1500), duration: 0.1 + Double(random.next(10)) / 10)
    case 2: return .jump(.fraction(Double(random.next(100)) / 100))
    case 3: return .touch(Double(random.next(5)) / 10)
    default: return .fling(velocity: either(9000))
    }
  }

  private static func layout(_ random: inout Shuffler) -> Gesture {
    switch random.next(3) {
    case 0: .pause(0.3)
    case 1: .columns(1 + random.next(7))
    default: .rotate(to: Gesture.Orientation.allCases[random.next(2)])
    }
  }

  private var tableCosts: TableCosts { TableCosts(costs, seed: scenario.seed) }

  func bounds() throws -> TraceBounds {
    let laidOut = scenario.over(library.assets)
    return TraceBounds(
      try Sightings(of: laidOut), of: laidOut, scenario.runs[0].combination,
      iteration: 0, assets: library.assets, costs: tableCosts)
  }

  /// The unseen area of a run under one strategy, to the last digit, and its waits.
  func seen(under strategy: String) throws -> (sight: RunTally.Sight, waits: [(frame: Int, shift: Double)]) {
    let log = try log(under: strategy)
    let fold = RunFold(log, refreshRate: scenario.screen.refreshRate, explains: false, keepsPlayback: false)
    return (fold.sight.counts, log.waits)
  }

  func log(under strategy: String) throws -> RunLog {
    var scenario = scenario
    scenario.compare.strategies = [StrategySpec(name: strategy)]
    let clock = ModelClock()
    defer { clock.stop() }
    let run = try scenario.firstRun(over: library.assets)
    let store = run.planned.combination.thumbnailStore ?? .off
    let thumbnails =
      store == .off ? nil : ModelThumbnails(byteLimit: scenario.device.thumbnailBudgetBytes)
    let (model, world) = try run.modelled(costs: tableCosts, baseBytes: 0, thumbnails: thumbnails, on: clock)
    return try model.log(in: world)
  }
}

extension Sightings {
  /// Photos over gestures on a grid, by default of a photo a screen at 10 frames a second.
  init(
    _ gestures: [Gesture], settle: Double = 0, photos: Int = 1,
    in layout: GridLayout = .init(viewport: .init(width: 100, height: 100), columns: 1, spacing: 0),
    refreshRate: Int = 10
  ) {
    let limits = ScrollLimits(layout, itemCount: photos)
    let trace = GestureScript(gestures: gestures, settle: settle).trace(
      physics: ScrollPhysicsModels.all[0], limits: limits)
    self.init(trace, in: layout, itemCount: photos, refreshRate: refreshRate)
  }
}
