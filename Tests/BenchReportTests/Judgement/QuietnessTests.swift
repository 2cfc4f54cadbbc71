import BenchReport
import Testing

@testable import ScrollSim

struct QuietnessTests {
  /// A run with these signs, and without any other.
  private func run(
    _ strategy: String, iteration: Int = 0, others: Double? = 0, decoding: Double = 1, stolen: Double = 0,
    slowdown: Double = 1, blank: Double = 0.1
  ) -> RunRecord {
    var run = Sample.run(strategy, iteration: iteration, blank: blank)
    run.metrics.merge([
      "othersShare": others, "disturbance": decoding, "stealShare": stolen, "canarySlowdown": slowdown,
    ]) { $1 }
    return run
  }

  @Test func `a run is disturbed where other programs slow its decoding`() {
    #expect(!Disturbance(run("none", others: 0.15, decoding: 1.1)).isDisturbed, "there are processors enough")
    #expect(Disturbance(run("none", others: 0.5, decoding: 1.1)).isDisturbed, "but not without their caches")
    #expect(!Disturbance(run("none", others: 0.01, decoding: 2)).isDisturbed, "decoders wait for each other")
    let disturbance = Disturbance(run("none", others: 0.5, decoding: 2))
    let words = "decoding took 2.00 times as long as it needs"
    #expect(disturbance.isDisturbed)
    #expect(disturbance.signs == ["other programs had 50.0 % of the processors' time and \(words)"])
    #expect(Disturbance(run("none", others: nil, decoding: 2)).signs == [words], "the others are not known")
  }

  @Test func `a run is disturbed where the host gives processors to others, or all is slower`() {
    #expect(Disturbance(run("none", stolen: 0.1)).signs.count == 1)
    #expect(Disturbance(run("none", slowdown: 5)).signs.count == 1)
    let both = Disturbance(run("none", stolen: 0.03, slowdown: 9))
    #expect(both.signs.first == "the machine was 9.00 times as slow as at its best", "the worst comes first")
    let severities = [1, 1.2, 1.5, 2, 5].map { Disturbance(run("none", slowdown: $0)).severity }
    #expect(severities == severities.sorted() && severities.first == 0)
  }

  @Test func `a run that says nothing of its machine was not disturbed, and a quiet result has no note`() {
    var model = Sample.run("none")
    for metric in Metric.all where metric.needs == .disturbance { model.metrics[metric.name] = nil }
    #expect(Disturbance(model).severity == 0)
    #expect(!Disturbance(Sample.failed("none", .crashed, nil)).isDisturbed)
    let result = Sample.result(runs: [run("none", blank: 0.4), run("screens")])
    #expect(Quietness(result).note == nil && result.answer == Recommendation(result).claim)
  }

  /// Three rounds of `fling` on one machine, within minutes of each other: in the second one a neighbour took the time, which
  /// hit the strategies that decode ahead.
  private func fling(isNoticed: Bool) -> ResultFile {
    let missed = [
      "none": [0.041, 0.035, 0.041], "apple-sample": [0.015, 0.235, 0.015], "screens": [0.003, 0.249, 0.003],
      "settle": [0.037, 0.042, 0.037],
    ]
    let bytes = ["none": 33e6, "apple-sample": 52e6, "screens": 107e6, "settle": 150e6]
    return Sample.result(
      runs: missed.sorted { $0.key < $1.key }.flatMap { strategy, rounds in
        rounds.enumerated().map { round, blank in
          let isHit = isNoticed && blank > 0.1
          var run = run(
            strategy, iteration: round, others: isHit ? 0.5 : 0, decoding: isHit ? 2 : 1, blank: blank)
          run.metrics["peakImageBytes"] = bytes[strategy]
          return run
        }
      })
  }

  @Test func `rounds that were disturbed do not hide how strategies differ`() {
    let result = fling(isNoticed: true)
    #expect(!Quietness(result).isTooBusyToTell, "two rounds of three were quiet")
    #expect(Recommendation(result).combination?.strategy == "screens")
    #expect(Quietness(result).note?.hasPrefix("2 of 12 runs were disturbed") == true)
    let text = Document([result]).terminal(colour: false, width: 200)
    #expect(text.contains("The table has them; the recommendation leaves them out."))
  }

  @Test
  func `where some disturbance was noticed and rounds differ too much to be sure, nothing is recommended`() {
    var result = fling(isNoticed: false)
    #expect(
      Recommendation(result).combination?.strategy == "none", "of what cannot be told apart, the smallest")
    #expect(Recommendation(result).rival?.strategy == "screens")
    #expect(!Quietness(result).isTooBusyToTell, "on a quiet machine that is how strategies are")
    result.runs[0].metrics["stealShare"] = 0.1
    #expect(
      result.answer
        == "Nothing is recommended: this machine was too busy to tell. screens mostly leaves less unseen than none, but "
        + "rounds differ too much to be sure; let nothing else run meanwhile, or ask a model with '--mode model'."
    )
  }

  @Test func `a rival that was disturbed in more than half of its iterations leaves the answer open`() {
    let quiet = (0..<3).map { run("screens", iteration: $0) }
    func rival(disturbed: Int) -> [RunRecord] {
      (0..<3).map { run("settle", iteration: $0, slowdown: $0 < disturbed ? 9 : 1, blank: 0.5) }
    }
    let few = Sample.result(runs: quiet + rival(disturbed: 1))
    let note = "1 of 6 runs were disturbed by other work on this machine"
    #expect(!Quietness(few).isTooBusyToTell && Quietness(few).note?.hasPrefix(note) == true)
    #expect(few.answer.hasPrefix("Recommended: screens"))
    let many = Sample.result(runs: quiet + rival(disturbed: 2))
    #expect(Quietness(many).isTooBusyToTell)
    #expect(many.answer.hasPrefix("Nothing is recommended: this machine was too busy to tell."))
    #expect(many.answer.contains("More than half of the runs of the strategy settle were disturbed"))
    let others = (0..<3).map { run("none", iteration: $0, slowdown: 9, blank: 0.5) }
    let more = Sample.result(runs: quiet + others + rival(disturbed: 2))
    #expect(more.answer.contains("of the strategies none and settle were disturbed"))
    #expect(!Document([many]).terminal(colour: false, width: 200).contains("the recommendation leaves"))
  }

  @Test func `one quiet round in common tells apart what differs in all rounds, and nothing else`() {
    func rounds(_ strategy: String, _ blank: [Double?]) -> [RunRecord] {
      blank.enumerated().map { round, blank in
        run(strategy, iteration: round, slowdown: blank == nil ? 9 : 1, blank: blank ?? 0.9)
      }
    }
    let close = rounds("none", [nil, 0.030, 0.031]) + rounds("screens", [0.031, nil, 0.038])
    #expect(Recommendation(Sample.result(runs: close)).runnerUp == nil)
    let apart = Sample.result(runs: close + rounds("settle", [0.3, nil, 0.3]))
    #expect(Recommendation(apart).runnerUp?.strategy == "settle")
  }

  @Test func `a disturbed reference leaves the answer as it is, and so do first visits before the last`() {
    let reference = Sample.result(runs: [run("none"), run("keep-all", slowdown: 9)])
    #expect(!Quietness(reference).isTooBusyToTell && Quietness(reference).disturbed.count == 1)
    func visit(_ number: Int, slowdown: Double) -> [RunRecord] {
      ["none", "screens"].map { strategy in
        var run = run(strategy, slowdown: slowdown)
        run.combination.visit = number
        run.id += "/visit \(number)"
        return run
      }
    }
    let first = Sample.result(runs: visit(1, slowdown: 9) + visit(2, slowdown: 1))
    #expect(!Quietness(first).isTooBusyToTell && Quietness(first).disturbed.count == 2)
    #expect(Quietness(Sample.result(runs: visit(1, slowdown: 1) + visit(2, slowdown: 9))).isTooBusyToTell)
  }

  @Test func `every format says that the machine was too busy, and none recommends`() {
    let result = Sample.result(runs: [run("none", slowdown: 9), run("screens")])
    let document = Document([result])
    for text in [document.terminal(colour: false, width: 200), document.markdown(), document.html()] {
      #expect(text.contains("too busy to tell") && text.contains("1 of 2 runs were disturbed"))
      #expect(!text.contains("Recommended: "))
    }
    #expect(document.html().contains("Everything was measured, but the machine was too busy to tell."))
    var played = Sample.played
    #expect(Document([played]).html().contains("the recommended one against"))
    played.runs[1].metrics["canarySlowdown"] = 9
    #expect(Quietness(played).isTooBusyToTell)
    let page = Document([played]).html()
    #expect(page.contains("frame by frame: choose any two.") && !page.contains("the recommended one against"))
  }

  @Test func `a mark is made once, and taken back from a run that was quiet after all`() {
    var run = run("none", slowdown: 9)
    run.warnings = ["Another."]
    run.markDisturbance()
    run.markDisturbance()
    #expect(run.warnings.count == 2)
    run.metrics["canarySlowdown"] = 1
    run.markDisturbance()
    #expect(run.warnings == ["Another."])
  }
}
