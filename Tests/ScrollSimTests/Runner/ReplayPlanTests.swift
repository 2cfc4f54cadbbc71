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

  @Test func `the order within rounds is drawn from the seed, again for each`() {
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
  func `no more is repeated than a number of rounds' worth`(repeats: Int) {
    let drive = Drive(leastRounds: 4, pace: .init(repeats: repeats)) { _, _ in 2 }
    #expect(drive.turns.count == 3 * (4 + repeats))
    for turn in Set(drive.turns) { #expect(drive.turns.count { $0 == turn } <= 3) }
  }

  @Test
  func `nothing is repeated that could not end in time, and what was asked for is still replayed`() {
    let drive = Drive(leastRounds: 2, pace: .init(seconds: 40), seconds: 10) { _, _ in 2 }
    #expect(drive.rounds == [0, 0, 0, 0, 1, 1, 1])
  }

  @Test func `replays go on until the answer is settled, time is up, or the machine stays busy`() {
    func rounds(
      _ leastRounds: Int = 1, seconds: Double = 600, _ answer: (Int) -> ReplayPlan.Answer
    ) -> Int {
      let pace = ReplayPlan.Pace(goesOn: true, seconds: seconds)
      return Drive(leastRounds: leastRounds, pace: pace, answer: answer).plan.rounds
    }
    let busy = ReplayPlan.Answer(isSettled: false, isTooBusyToTell: true)
    #expect(rounds { .init(isSettled: $0 > 4) } == 5)
    #expect(rounds { .init(isSettled: true, isTooBusyToTell: $0 <= 4) } == 5, "it cannot be told before")
    #expect(rounds(seconds: 13) { .init(isSettled: true, isTooBusyToTell: $0 <= 9) } == 4, "3 s a round")
    #expect(rounds { _ in busy } == 6, "a machine that was busy in six rounds running stays busy")
    #expect(rounds { $0 == 2 ? .init(isSettled: false) : busy } == 8)
    // A scenario's iterations are the least that is replayed.
    #expect(rounds(9) { _ in busy } == 9)
    #expect(rounds(5) { _ in .init(isSettled: true) } == 5)
    #expect(rounds(2, seconds: 1) { _ in .init(isSettled: false) } == 2)
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

  @Test func `the builds replay each part one after the other, every other time in reverse`() {
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
