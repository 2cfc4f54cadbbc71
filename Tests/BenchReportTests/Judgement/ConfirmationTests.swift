import Testing

@testable import BenchReport
@testable import ScrollSim

/// Replays that confirm or contradict a search's recommendation.
struct ConfirmationTests {
  private static let (none, small, best) = (0, 1, 2)

  /// Rounds over the sample's search, by candidate: the loss of each round, and the memory.
  private func replay(
    _ losses: [Int: [Double]], bytes: [Int: Double] = [:], adjust: (inout RunRecord) -> Void = { _ in }
  ) -> ResultFile {
    Sample.result(
      runs: losses.sorted { $0.key < $1.key }.flatMap { place, rounds in
        rounds.enumerated().map { round, loss in
          let combination = Sample.advice.candidates[place].combination
          var run = Sample.run(
            combination.strategy, parameters: combination.parameters, iteration: round, blank: loss,
            images: bytes[place] ?? 50e6)
          run.id = "fling/\(combination.name)-\(place)/\(round)"
          adjust(&run)
          return run
        }
      })
  }

  private func record(_ result: ResultFile, places: [Int] = [best, none]) -> ConfirmationRecord {
    ConfirmationRecord(of: Sample.advice, places: places, replays: [("fling-confirm", result)])
  }

  /// The search with its confirmation by replays, as a terminal shows it.
  private func text(_ record: ConfirmationRecord, costsNote: String? = nil) -> String {
    var file = Sample.advice
    for place in file.scenarios.indices { file.scenarios[place].costsNote = costsNote }
    file.outcome?.confirmation = record
    return Document(file).terminal(colour: false, width: 400)
  }

  @Test func `the recommendation is tried against what could take its place, in turn`() throws {
    var file = Sample.advice
    let outcome = try #require(file.outcome)
    #expect(outcome.contenders(among: file.candidates, most: 5) == [Self.best, Self.small, Self.none])
    // A candidate that needs less and looks as good to people is no rival: the search would have recommended it.
    func blank(_ share: Double) {
      file.candidates[Self.small].measurements[0].scrollBlankRatio = share
      file.candidates[Self.small].measurements[0].scrollNotSharpRatio = share
    }
    blank(0.012)
    #expect(outcome.contenders(among: file.candidates, most: 5) == [Self.best, Self.none])
    blank(0.02)
    #expect(outcome.contenders(among: file.candidates, most: 5) == [Self.best, Self.small, Self.none])
    #expect(outcome.contenders(among: file.candidates, most: 2) == [Self.best, Self.small])
    var larger = outcome
    larger.front.append(3)
    #expect(larger.contenders(among: file.candidates, most: 3) == [Self.best, 3, Self.small])
    #expect(larger.contenders(among: file.candidates, most: 1) == [Self.best])
    // If there are a few more, the best of each strategy is tried in variations, too.
    #expect(outcome.finalists(among: file.candidates) == [Self.best, Self.small, Self.none])
    larger.recommended = nil
    #expect(larger.contenders(among: file.candidates, most: 3).isEmpty)
    #expect(larger.finalists(among: file.candidates) == [Self.best, Self.none])
  }

  @Test func `what the model ranks behind is behind by the clock: replays agree`() {
    let record = record(replay([Self.best: [0.010, 0.012, 0.011], Self.none: [0.040, 0.041, 0.043]]))
    #expect(record.verdict == .agrees && record.rows.map(\.candidate) == [Self.best, Self.none])
    #expect(record.rows.map(\.modelled) == [nil, .behind] && record.rows.map(\.replayed) == [nil, .behind])
    #expect(zip(record.rows[0].losses, [0.010, 0.012, 0.011]).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(record.rows[0].figures?.scrollNotSharpRatio == 0.011 && record.results == ["fling-confirm"])
    let text = text(record)
    #expect(
      text.contains(
        "Replays agree, in 3 rounds: by the clock nothing is ahead of screens(leading=0.75); none is behind it."
      ))
    #expect(text.contains("1.1 % ± 0.1"))
    let words = "The search used costs of epyc-2core, but replays run on this machine"
    #expect(!text.contains(words), "replays keep to the device that the scenario names")
    #expect(self.text(record, costsNote: "Costs are epyc-2core's.").contains(words))
  }

  @Test func `what the model ranks behind and the clock does not is left open, or contradicts it`() {
    let alike = record(replay([Self.best: [0.010, 0.050, 0.020], Self.none: [0.040, 0.020, 0.030]]))
    #expect(alike.verdict == .cannotTell && alike.rows[1].replayed == .alike)
    #expect(
      text(alike).contains(
        "Replays cannot tell them apart, in 3 rounds: by the clock none, which the model puts behind "
          + "screens(leading=0.75), cannot be told from it."))
    let before = record(replay([Self.best: [0.060, 0.061, 0.062], Self.none: [0.010, 0.011, 0.012]]))
    #expect(before.verdict == .contradicts && before.rows[1].replayed == .before)
    #expect(
      text(before).contains(
        "Replays contradict the model, in 3 rounds: by the clock none misses less than "
          + "screens(leading=0.75)."))
  }

  @Test func `a recommendation that needs more than the budget, grows or crashes contradicts the model`() {
    let losses = [Self.best: [0.010, 0.012], Self.none: [0.040, 0.041]]
    func screens(_ change: (inout RunRecord) -> Void) -> ConfirmationRecord {
      record(replay(losses) { if $0.combination.strategy == "screens" { change(&$0) } })
    }
    let large = record(replay(losses, bytes: [Self.best: 160e6]))
    #expect(large.verdict == .contradicts)
    #expect(text(large).contains("its images take 160 MB of the 150 MB budget"))
    let growing = screens { $0.growth = Sample.growth(.growing, bytesPerLap: 1) }
    #expect(growing.verdict == .contradicts)
    let crashed = screens { if $0.iteration == 1 { $0.status = .crashed } }
    #expect(crashed.verdict == .contradicts && crashed.rows[0].figures == nil)
  }

  @Test func `a rival that cannot be taken is behind, and a busy machine confirms and contradicts nothing`() {
    let losses = [Self.best: [0.010, 0.012], Self.none: [0.000, 0.000]]
    let untakable = record(replay(losses, bytes: [Self.none: 160e6]))
    #expect(untakable.verdict == .agrees && untakable.rows[1].replayed == .behind)
    #expect(text(untakable).contains("cannot be used"))
    let busy = record(
      replay([Self.best: [0.060, 0.061], Self.none: [0.010, 0.011]]) { $0.metrics["stealShare"] = 0.5 })
    #expect(busy.verdict == .tooBusyToTell && busy.disturbanceNotes.count == 1)
    #expect(text(busy).contains("Nothing is confirmed: this machine was too busy to tell."))
  }

  @Test func `over two scenarios losses are the mean of each round`() {
    var file = Sample.advice
    file.scenarios.append(file.scenarios[0])
    let results = [
      replay([Self.best: [0.010, 0.020], Self.none: [0.1, 0.1]]),
      replay([Self.best: [0.030, 0.040], Self.none: [0.3, 0.3]]),
    ]
    let record = ConfirmationRecord(
      of: file, places: [Self.best, Self.none], replays: results.map { (name: "a", result: $0) })
    #expect(record.verdict == .agrees)
    #expect(zip(record.rows[0].losses, [0.02, 0.03]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test func `a confirmation is kept in the search's file, and in its page`() throws {
    var file = Sample.advice
    file.outcome?.confirmation = record(replay([Self.best: [0.010, 0.012], Self.none: [0.040, 0.041]]))
    #expect(try Page(Document(file).html()).text.contains("By the clock"))
    #expect(Document(file).markdown().contains("Replays agree, in 2 rounds"))
    file.outcome?.confirmation?.rows[1].candidate = 99
    #expect(file.problem?.contains("by their places, found 99") == true)
  }
}
