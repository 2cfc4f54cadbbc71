import Testing

@testable import ScrollSim

@Suite struct `A plan of two builds in turn` {
  /// Every turn of a plan, as `b` and `h` with the scenario's part.
  private func turns(_ plan: PairedPlan) -> [[String]] {
    var (plan, pairs) = (plan, [[String]]())
    while let turn = plan.next {
      if plan.isBetweenPairs { pairs.append([]) }
      pairs[pairs.count - 1].append("\(turn.isHead ? "h" : "b")\(turn.part)")
      plan.finish(seconds: 1)
    }
    return pairs
  }

  @Test func `the builds replay each part one after the other, every other time turned round`() {
    #expect(
      turns(PairedPlan(parts: 1, fewestPairs: 2, mostPairs: 4)) == [
        ["b0", "h0"], ["h0", "b0"], ["b0", "h0"], ["h0", "b0"],
      ])
    #expect(
      turns(PairedPlan(parts: 3, fewestPairs: 1, mostPairs: 2)) == [
        ["b0", "h0", "h1", "b1", "b2", "h2"], ["h0", "b0", "b1", "h1", "h2", "b2"],
      ])
  }

  @Test func `it says which pair it is of at most how many, and how long it may go on`() {
    var plan = PairedPlan(parts: 2, fewestPairs: 10, mostPairs: 20)
    #expect(plan.words == "pair 1 of at most 20")
    plan.finish(seconds: 60)
    #expect(plan.words == "pair 1 of at most 20, about 39 to 79 min left")
    for _ in 1..<41 { plan.finish(seconds: 60) }
    #expect(plan.words == "pair 11 of at most 20, at most 39 min left")
    for _ in 41..<80 { plan.finish(seconds: 60) }
    #expect(plan.words.isEmpty && plan.next == nil)
    var fixed = PairedPlan(parts: 1, fewestPairs: 10, mostPairs: 10)
    fixed.finish(seconds: 2)
    #expect(fixed.words == "pair 1 of at most 10, about 1 min left")
  }

  @Test func `strategies are replayed one by one, and libraries only together`() throws {
    var scenario = try ScenarioFile.parse(
      try #require(ShippedScenarios.file(named: "fling")), path: "fling.json")
    #expect(
      scenario.replayableAlone.prefix(3) == ["none", "apple-sample", "screens:leading=2,trailing=1"])
    scenario.compare.strategies = [StrategySpec(name: "none")]
    #expect(scenario.replayableAlone == [nil])
    scenario.compare.strategies += [StrategySpec(name: "settle")]
    scenario.compare.libraries = ["nuke"]
    #expect(scenario.replayableAlone == [nil])
  }
}
