import Testing

@testable import ScrollSim

struct ShardsTests {
  /// Three shares of a search whose figures do not matter.
  private static let made = Result {
    try SmallSearch.shares(3, of: try SmallSearch.search(combinations: 10))
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
    let search = try SmallSearch.search(combinations: 10)
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
    let fewer = try SmallSearch.search(combinations: 5)
    #expect(fewer.grid != search.grid)
    let joined = try Shards(try SmallSearch.shares(1, of: fewer))
    #expect(throws: AdviceError.self) { try joined.check(search) }
  }
}
