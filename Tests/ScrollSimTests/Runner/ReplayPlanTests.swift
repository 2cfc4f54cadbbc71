import Testing

@testable import ScrollSim

@Suite struct `A plan of replays` {
  /// Takes every turn that a plan asks for, with severities and seconds by the number of the try.
  struct Drive {
    var plan: ReplayPlan
    var turns: [ReplayPlan.Turn] = []
    var elapsed = 0.0
    var severities: [ReplayPlan.Turn: Double] = [:]

    init(
      combinations: Int = 3, leastRounds: Int = 1, pace: ReplayPlan.Pace = .init(),
      seconds: Double = 1, severity: (ReplayPlan.Turn, _ tries: Int) -> Double = { _, _ in 0 },
      answer: (_ rounds: Int) -> ReplayPlan.Answer = { _ in .init(isSettled: true) }
    ) {
      plan = ReplayPlan(combinations: combinations, leastRounds: leastRounds, pace: pace, seed: 7)
      while turns.count < 1000,
        let turn = plan.next(
          elapsed: elapsed, severity: { [severities] in severities[$0] ?? 0 },
          answer: { [turns] in answer((turns.map(\.round).max() ?? 0) + 1) })
      {
        turns.append(turn)
        elapsed += seconds
        let found = severity(turn, turns.count { $0 == turn })
        severities[turn] = min(severities[turn] ?? .infinity, found)
        plan.finish(turn, seconds: seconds)
      }
    }

    var rounds: [Int] { turns.map(\.round) }
  }

  @Test func `every round replays each combination once before the next begins`() {
    let drive = Drive(combinations: 4, leastRounds: 3)
    #expect(drive.rounds == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2])
    for round in 0..<3 {
      let met = drive.turns.filter { $0.round == round }.map(\.combination)
      #expect(met.sorted() == [0, 1, 2, 3])
    }
  }

  @Test func `the order within rounds is drawn from the seed, anew for each`() {
    let turns = Drive(combinations: 6, leastRounds: 4).turns
    #expect(turns == Drive(combinations: 6, leastRounds: 4).turns)
    let orders = Set((0..<4).map { round in turns.filter { $0.round == round }.map(\.combination) })
    #expect(orders.count == 4)
  }

  @Test func `a disturbed turn is repeated after its round, and no more once it was quiet`() {
    let unlucky = ReplayPlan.Turn(combination: 1, round: 0)
    let drive = Drive(leastRounds: 2) { turn, tries in turn == unlucky && tries == 1 ? 3 : 0 }
    #expect(drive.rounds == [0, 0, 0, 0, 1, 1, 1] && drive.turns[3] == unlucky && drive.plan.repeats == 1)
  }

  @Test func `the most disturbed are repeated first, and none a third time before all a second`() {
    let drive = Drive { turn, _ in Double(turn.combination + 2) }
    #expect(drive.turns.dropFirst(3).map(\.combination) == [2, 1, 0, 2, 1, 0])
  }

  @Test(arguments: 0...3)
  func `no more is repeated than so many rounds' worth`(repeats: Int) {
    let drive = Drive(leastRounds: 4, pace: .init(repeats: repeats)) { _, _ in 2 }
    #expect(drive.turns.count == 3 * (4 + repeats))
    for turn in Set(drive.turns) { #expect(drive.turns.count { $0 == turn } <= 3) }
  }

  @Test
  func `nothing is repeated that could not end in time, and what was asked for is replayed all the same`() {
    let drive = Drive(leastRounds: 2, pace: .init(seconds: 40), seconds: 10) { _, _ in 2 }
    #expect(drive.rounds == [0, 0, 0, 0, 1, 1, 1])
  }

  @Test func `replays go on until the answer is settled`() {
    #expect(Drive(pace: .init(goesOn: true), answer: { .init(isSettled: $0 > 4) }).plan.rounds == 5)
  }

  @Test func `an answer of a machine that is too busy is not settled`() {
    func rounds(busyUntil last: Int, seconds: Double = 600) -> Int {
      Drive(
        pace: .init(goesOn: true, seconds: seconds),
        answer: { .init(isSettled: true, isTooBusyToTell: $0 <= last) }
      ).plan.rounds
    }
    #expect(rounds(busyUntil: 4) == 5)
    #expect(rounds(busyUntil: 9, seconds: 13) == 4, "a round takes 3 s")
  }

  @Test func `replays end where the machine was too busy to tell in six rounds running`() {
    let busy = ReplayPlan.Answer(isSettled: false, isTooBusyToTell: true)
    #expect(Drive(pace: .init(goesOn: true), answer: { _ in busy }).plan.rounds == 6)
    #expect(
      Drive(pace: .init(goesOn: true), answer: { $0 == 2 ? .init(isSettled: false) : busy }).plan.rounds == 8)
    #expect(Drive(leastRounds: 9, pace: .init(goesOn: true), answer: { _ in busy }).plan.rounds == 9)
  }

  @Test func `a scenario's iterations are the least that is replayed`() {
    #expect(Drive(leastRounds: 5, pace: .init(goesOn: true)).plan.rounds == 5)
    #expect(
      Drive(leastRounds: 2, pace: .init(goesOn: true, seconds: 1), answer: { _ in .init(isSettled: false) })
        .plan.rounds == 2)
  }
}

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
    #expect(scenario.replayableAlone.prefix(3) == ["none", "apple-sample", "screens:leading=2,trailing=1"])
    scenario.compare.strategies = [StrategySpec(name: "none")]
    #expect(scenario.replayableAlone == [nil])
    scenario.compare.strategies += [StrategySpec(name: "settle")]
    scenario.compare.libraries = ["nuke"]
    #expect(scenario.replayableAlone == [nil])
  }
}
