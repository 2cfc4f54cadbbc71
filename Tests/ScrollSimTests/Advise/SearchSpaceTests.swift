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
    #expect(ParameterLevels.shares(of: 31, among: [0, 1, 2]) == [[], [10], [5, 4]])
    // One parameter uses at most 33 levels; the other strategy gets the rest.
    #expect(ParameterLevels.shares(of: 333, among: [1, 2]) == [[33], [17, 17]])
    #expect(ParameterLevels.shares(of: 0, among: [3]) == [[1, 1, 1]])
    #expect(ParameterLevels.shares(of: 9, among: []).isEmpty)
  }

  @Test func `options that this program does not have are refused`() {
    let changes: [(inout AdviceOptions) -> Void] = [
      { $0.strategies = [StrategySpec(name: "nobody")] },
      { $0.strategies = [StrategySpec(name: "screens", parameters: ["leading": 1e300])] },
      { $0.axes[.cells] = ["kept"] }, { $0.axes[.eviction] = ["never"] },
    ]
    for change in changes {
      var options = SmallSearch.options()
      change(&options)
      #expect(throws: AdviceError.self) { try SearchSpace(options) }
    }
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

struct ShardsTests {
  /// Three shares of a search whose figures do not matter.
  private static let made = Result {
    try SmallSearch.shares(3, of: try SmallSearch.search(SmallSearch.options(combinations: 10)))
  }

  private static func error(_ parts: [Shards.Part]) -> AdviceError? {
    do { _ = try Shards(parts) } catch { return error }
    return nil
  }

  @Test(arguments: [1, 2, 3, 7, 100])
  func `shards cover the grid exactly once`(count: Int) throws {
    let shards = try (1...count).map { try #require(AdviceFile.Shard(index: $0, of: count)) }
    for gridCount in [0, 1, 5, 98, 400] {
      #expect(shards.flatMap { $0.places(in: gridCount) }.sorted() == Array(0..<gridCount))
    }
    #expect(AdviceFile.Shard(index: 0, of: count) == nil)
    #expect(AdviceFile.Shard(index: count + 1, of: count) == nil)
  }

  @Test func `what is missing, twice, whole or cut short is named, with the kind of mistake`() throws {
    let parts = try Self.made.get()
    var (whole, short) = (parts, parts)
    whole[1].file.shard = nil
    short[0].file.candidates.removeLast()
    let mistakes: [([Shards.Part], AdviceError.Kind, String)] = [
      ([parts[0], parts[2]], .missing, "expected all 3 shards, found 2; missing: 2/3; run"),
      (parts + [parts[1]], .usage, "found 2/3 again, which is in 2.json"),
      (whole, .usage, "2.json: expected a share"), ([], .usage, "found none"),
      (short, .missing, "1.json: expected "),
    ]
    for (parts, kind, words) in mistakes {
      let error = try #require(Self.error(parts))
      #expect(error.kind == kind && error.description.contains(words), "\(error)")
    }
  }

  @Test func `whatever differs is named with what was expected and found`() throws {
    let changes: [(String, (inout AdviceFile) -> Void)] = [
      ("number of shards", { $0.shard?.count = 4 }),
      ("scenarios", { $0.scenarios[0].scenario.sha256 = "00" }),
      ("scenarios", { $0.scenarios[0].scenario.seed = 9 }),
      ("libraries", { $0.scenarios[0].library.sha256 = "00" }),
      ("cost tables", { $0.scenarios[0].costs.sha256 = "00" }),
      ("options", { $0.options.memoryBudgetBytes = 5 }),
      ("options", { $0.options.axes[.cells] = ["retained"] }), ("options", { $0.options.loads = [7] }),
      ("options", { $0.options.varies = true }),
      ("grid", { $0.gridCount += 1 }), ("program", { $0.provenance.git = "fedcba987654" }),
    ]
    for (what, change) in changes {
      var parts = try Self.made.get()
      change(&parts[2].file)
      let error = try #require(Self.error(parts))
      #expect(error.kind == .notComparable)
      #expect(error.description.hasPrefix("3.json: expected the \(what) of 1.json, "))
      #expect(error.description.contains(", found "))
    }
  }

  @Test func `shares of another scenario or grid than are here cannot be finished`() throws {
    let search = try SmallSearch.search(SmallSearch.options(combinations: 10))
    try Shards(try Self.made.get()).check(search)
    let changes: [(inout AdviceFile) -> Void] = [
      { $0.scenarios[0].scenario.sha256 = "00" }, { $0.scenarios[0].library.sha256 = "00" },
      { $0.scenarios[0].costs.sha256 = "00" }, { $0.candidates.reverse() },
    ]
    for change in changes {
      var parts = try SmallSearch.shares(1, of: search)
      change(&parts[0].file)
      let joined = try Shards(parts)
      #expect(throws: AdviceError.self) { try joined.check(search) }
    }
    let fewer = try SmallSearch.search(SmallSearch.options(combinations: 5))
    #expect(fewer.grid != search.grid)
    let joined = try Shards(try SmallSearch.shares(1, of: fewer))
    #expect(throws: AdviceError.self) { try joined.check(search) }
  }
}
