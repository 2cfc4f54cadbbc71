import Testing

@testable import BenchReport
@testable import ScrollSim

@Suite struct `A comparison by a choice` {
  /// A run in a resize mode; all other metrics are the sample's.
  private func run(
    _ strategy: String, _ mode: String, images: Double, blank: Double = 0.1, iteration: Int = 0
  ) -> RunRecord {
    var run = Sample.run(strategy, iteration: iteration, blank: blank, images: images)
    run.combination[.resizeMode] = mode
    return run
  }

  private func comparison(_ runs: [RunRecord], mode: ResultFile.Mode = .replay) throws -> ChoiceComparison {
    try #require(ChoiceComparison(Sample.result(mode: mode, runs: runs), by: .axis(.resizeMode)))
  }

  @Test func `gives the paired differences, memory as a share of the base`() throws {
    let comparison = try comparison(
      [
        run("screens", "exact", images: 60e6, blank: 0.15), run("screens", "fast", images: 100e6),
        run("none", "fast", images: 10e6), run("none", "exact", images: 5e6, blank: 0.11),
      ], mode: .model)
    let effect = try #require(comparison.choices.first)
    #expect(effect.choice == "exact" && effect.base == "fast" && effect.pairs == ["screens", "none"])
    let memory = try #require(effect.effects.first)
    #expect(memory.unit == "%" && abs(memory.mean + 45) < 1e-9 && memory.halfWidth == nil)
    #expect(memory.weight == .counts)
    #expect(
      effect.summary
        == "exact against fast: image memory -45 %, blank +3.0 pp, not sharp +3.0 pp; decode p95, time to sharp and "
        + "hitches alike; on average over screens and none.")
    #expect(comparison.pairs.map(\.pairs) == [["screens"], ["none"]])
  }

  @Test func `says how far iterations agree, and what cannot be told apart`() throws {
    let images = [40e6, 42e6, 41e6]
    let blanks = [0.05, 0.15, 0.11]
    let runs = (0..<3).flatMap { iteration in
      [
        run("screens", "fast", images: 100e6, iteration: iteration),
        run("screens", "exact", images: images[iteration], blank: blanks[iteration], iteration: iteration),
      ]
    }
    let effect = try #require(try comparison(runs).choices.first)
    // The mean of -60, -58 and -59 %, and 4.303 standard errors of 1/√3.
    #expect(abs((effect.effects[0].halfWidth ?? 0) - 2.484) < 0.001)
    #expect(
      effect.summary
        == "exact against fast: image memory -59 % ± 2; blank and not sharp cannot be told apart; decode p95, "
        + "time to sharp and hitches alike.")
  }

  @Test func `of a single replay tells nothing`() throws {
    let comparison = try comparison([run("none", "fast", images: 10e6), run("none", "exact", images: 9e6)])
    #expect(try #require(comparison.choices.first).effects[0].weight == .unknown)
    let text = Document(comparison, of: Sample.fling).terminal(colour: false, width: 200)
    #expect(text.contains("One iteration does not say how far to trust a difference"))
  }

  @Test func `pairs nothing with references, failures and what differs in more than the choice`() {
    var failed = run("none", "exact", images: 1)
    failed.status = .crashed
    var oracle = run("oracle", "exact", images: 1)
    oracle.combination.isReference = true
    let runs = [run("none", "fast", images: 10e6), failed, oracle, run("screens", "exact", images: 5e6)]
    #expect(ChoiceComparison(Sample.result(runs: runs), by: .axis(.resizeMode)) == nil)
  }

  @Test func `by strategy names parameters where they tell strategies apart`() throws {
    let result = Sample.result(
      mode: .model,
      runs: [
        Sample.run("none", images: 10e6), Sample.run("screens", parameters: ["leading": 2], images: 20e6),
        Sample.run("screens", parameters: ["leading": 3], images: 30e6),
      ])
    let comparison = try #require(ChoiceComparison(result, by: .strategy))
    #expect(comparison.choices.map(\.choice) == ["screens(leading=2)", "screens(leading=3)"])
    #expect(comparison.choices.map(\.base) == ["none", "none"])
    #expect(comparison.choices.map { $0.effects[0].mean } == [100, 200])
  }
}
