import Testing

@testable import ScrollSim

struct TunePartsTests {
  /// Three shards of a search whose figures do not matter.
  private static func parts() throws -> [TuneParts.Part] { try made.get() }

  private static let made = Result {
    let search = try Tuning.search(combinations: 10)
    return try (1...3).map { index in
      (path: "\(index).json", file: try search.run(try #require(TuneShard(index: index, of: 3))))
    }
  }

  private static func error(_ parts: [TuneParts.Part]) -> TuneError? {
    do { _ = try TuneParts(parts) } catch { return error }
    return nil
  }

  @Test func `a missing part is named`() throws {
    let parts = try Self.parts()
    let error = try #require(Self.error([parts[0], parts[2]]))
    #expect(error.kind == .missing)
    #expect(error.description.contains("expected all 3 shards, found 2; missing: 2/3; run"))
  }

  @Test func `a part named twice is wrong usage`() throws {
    let parts = try Self.parts()
    let error = try #require(Self.error(parts + [parts[1]]))
    #expect(error.kind == .usage)
    #expect(error.description.contains("found 2/3 again, which is in 2.json"))
  }

  @Test func `a whole search is no part, and no parts are none`() throws {
    var parts = try Self.parts()
    parts[1].file.shard = nil
    #expect(Self.error(parts)?.kind == .usage)
    #expect(Self.error(parts)?.description.contains("2.json: expected a part") == true)
    #expect(Self.error([])?.kind == .usage)
  }

  @Test func `whatever differs is named with what was expected and found`() throws {
    let changes: [(String, (inout TuneFile) -> Void)] = [
      ("number of shards", { $0.shard?.count = 4 }),
      ("scenarios", { $0.scenarios[0].scenario.sha256 = "00" }),
      ("scenarios", { $0.scenarios[0].scenario.seed = 9 }),
      ("libraries", { $0.scenarios[0].library.sha256 = "00" }),
      ("cost tables", { $0.scenarios[0].costsSHA256 = "00" }),
      ("options", { $0.options.memoryBudgetBytes = 5 }),
      ("options", { $0.options.axes[.cells] = ["retained"] }),
      ("grid", { $0.gridCount += 1 }), ("program", { $0.provenance.git = "fedcba987654" }),
    ]
    for (what, change) in changes {
      var parts = try Self.parts()
      change(&parts[2].file)
      let error = try #require(Self.error(parts))
      #expect(error.kind == .notComparable)
      #expect(error.description.hasPrefix("3.json: expected the \(what) of 1.json, "))
      #expect(error.description.contains(", found "))
    }
  }

  @Test func `a part that is cut short is named`() throws {
    var parts = try Self.parts()
    parts[0].file.candidates.removeLast()
    let error = try #require(Self.error(parts))
    #expect(error.kind == .missing)
    #expect(error.description.hasPrefix("1.json: expected "))
  }

  @Test func `parts of another scenario, costs or grid than are here cannot be finished`() throws {
    let search = try Tuning.search(combinations: 10)
    let joined = try TuneParts(try Self.parts())
    try joined.check(settings: search.scenarios, grid: search.grid)
    var scenarios = search.scenarios
    scenarios[0].scenario.sha256 = "00"
    #expect(throws: TuneError.self) { try joined.check(settings: scenarios, grid: search.grid) }
    #expect(throws: TuneError.self) {
      try joined.check(settings: search.scenarios, grid: search.grid.reversed())
    }
    #expect(throws: TuneError.self) {
      try joined.check(settings: search.scenarios, grid: search.grid.dropLast())
    }
  }
}
