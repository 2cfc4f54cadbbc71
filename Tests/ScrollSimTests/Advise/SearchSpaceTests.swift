import GalleryKit
import Testing

@testable import ScrollSim

struct SearchSpaceTests {
  private static let all = SearchSpace(
    entries: ComparedStrategies.all.map { $0.descriptor }.filter { !$0.isReference }.map {
      SearchSpace.Entry(descriptor: $0)
    })

  @Test(arguments: [1, 10, 100, 400, 1000])
  func `a grid has each combination once, and about as many as were asked for`(count: Int) {
    let grid = Self.all.grid(count: count)
    #expect(Set(grid).count == grid.count)
    #expect(grid.count <= max(count, 2 * Self.all.entries.count))
    if count >= 100 { #expect(grid.count > count * 2 / 3) }
  }

  @Test func `a grid holds every strategy's defaults, and values on the lattice within the ranges`() {
    let grid = Self.all.grid(count: 400)
    for entry in Self.all.entries {
      let own = grid.filter { $0.strategy == entry.descriptor.name }
      #expect(own.contains { $0.parameters == StrategyParameters(for: entry.descriptor).values })
      for parameter in entry.descriptor.parameters {
        for value in own.compactMap({ $0.parameters[parameter.name] }) {
          #expect(parameter.range.contains(value))
          #expect(value == parameter.defaultValue || value * 64 == (value * 64).rounded())
        }
      }
    }
  }

  @Test func `what counts things is tried in whole numbers`() {
    let rows = StrategyDescriptor.Parameter("rows", unit: "rows", default: 4, in: 0...50, about: "Rows.")
    let levels = ParameterLevels.grid(of: rows, count: 9)
    #expect(levels.contains(4))
    #expect(levels.first == 0 && levels.last == 50)
    #expect(levels.allSatisfy { $0 == $0.rounded() })
    #expect(levels == levels.sorted())
    #expect(levels.count == 9)
    let few = StrategyDescriptor.Parameter("rows", unit: "rows", default: 1, in: 0...3, about: "Rows.")
    #expect(ParameterLevels.grid(of: few, count: 30) == [0, 1, 2, 3])
    let narrow = StrategyDescriptor.Parameter(
      "share", unit: "", default: 0.305, in: 0.301...0.31, about: "Too narrow.")
    #expect(ParameterLevels.grid(of: narrow, count: 3).allSatisfy(narrow.range.contains))
  }

  @Test func `a given parameter keeps to its value`() throws {
    let space = SearchSpace(entries: [.init(descriptor: ScreensStrategy.descriptor, fixed: ["trailing": 0.3])]
    )
    let grid = space.grid(count: 20)
    #expect(grid.count > 10)
    #expect(grid.allSatisfy { $0.parameters["trailing"] == 0.3 })
    var refinement = Refinement(of: grid, in: space)
    let refined = refinement.proposals(around: grid, limit: 1000)
    #expect(!refined.isEmpty)
    #expect(refined.allSatisfy { $0.parameters["trailing"] == 0.3 })
  }

  @Test func `strategies with more parameters get more points, and leftovers go on`() {
    #expect(GridShares(parameters: [0, 1, 2], points: 31).levels == [[], [10], [5, 4]])
    // One parameter uses at most 33 levels; the other strategy gets the rest.
    #expect(GridShares(parameters: [1, 2], points: 333).levels == [[33], [17, 17]])
    #expect(GridShares(parameters: [3], points: 0).levels == [[1, 1, 1]])
    #expect(GridShares(parameters: [], points: 9).levels.isEmpty)
  }

  @Test func `options that this program does not have are refused`() {
    var options = SmallSearch.options()
    options.strategies = [StrategySpec(name: "nobody")]
    #expect(throws: AdviceError.self) { try SearchSpace(options) }
    options.strategies = [StrategySpec(name: "screens", parameters: ["leading": 1e300])]
    #expect(throws: AdviceError.self) { try SearchSpace(options) }
    options = SmallSearch.options()
    options.axes[.cells] = ["kept"]
    #expect(throws: AdviceError.self) { try SearchSpace(options) }
    options = SmallSearch.options()
    options.axes[.eviction] = ["never"]
    #expect(throws: AdviceError.self) { try SearchSpace(options) }
  }
}

struct RefinementTests {
  private static let space = SearchSpace(entries: [.init(descriptor: ScreensStrategy.descriptor)])

  private static func screens(_ leading: Double, _ trailing: Double) -> Combination {
    SmallSearch.combination("screens", ["leading": leading, "trailing": trailing])
  }

  @Test func `each parameter moves half-way to its neighbours`() {
    let grid = [0.0, 1, 4].flatMap { leading in [0.0, 2].map { Self.screens(leading, $0) } }
    var refinement = Refinement(of: grid, in: Self.space)
    let proposals = refinement.proposals(around: [Self.screens(1, 0)], limit: 10)
    #expect(proposals == [Self.screens(0.5, 0), Self.screens(2.5, 0), Self.screens(1, 1)])
  }

  @Test func `what was evaluated, or lies below the lattice, is not proposed`() {
    let grid = [Self.screens(0, 0), Self.screens(1.0 / 64, 0), Self.screens(0.5, 0), Self.screens(1, 0)]
    var refinement = Refinement(of: grid, in: Self.space)
    let proposals = refinement.proposals(around: [Self.screens(0, 0)], limit: 10)
    #expect(proposals.isEmpty)
  }

  @Test func `a limit spreads proposals over the front`() {
    let grid = (0...20).map { Self.screens(Double($0), 0) }
    var refinement = Refinement(of: grid, in: Self.space)
    let all = refinement.proposals(around: grid, limit: 1000)
    #expect(all.count == 20)
    #expect(refinement.proposals(around: grid, limit: 1000).isEmpty)
    refinement = Refinement(of: grid, in: Self.space)
    let some = refinement.proposals(around: grid, limit: 4)
    #expect(some == [0, 5, 10, 15].map { all[$0] })
    #expect(refinement.proposals(around: grid, limit: 1000).count == 16)
    #expect(refinement.proposals(around: grid, limit: 0).isEmpty)
  }
}
