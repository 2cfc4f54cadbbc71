import Foundation
import Testing

@testable import BenchReport
@testable import ScrollSim

@Suite struct `Fidelity` {
  private typealias Situation = FidelityFile.Situation

  private func file(_ situations: Situation...) -> FidelityFile {
    FidelityFile(provenance: Sample.fling.provenance, costs: "x", situations: situations)
  }

  private func text(_ file: FidelityFile) -> String { Document(file).markdown() }

  /// Runs of these strategies with these shares of blank area, each in three iterations.
  private func result(
    blank: [(String, Double)], _ change: (inout RunRecord) -> Void = { _ in }
  ) -> ResultFile {
    var result = Sample.result(
      runs: blank.flatMap { strategy, share in
        (0..<3).map { Sample.run(strategy, iteration: $0, blank: share) }
      })
    result.changeRuns(change)
    return result
  }

  private let blank = [("none", 0.3), ("settle", 0.2), ("screens", 0.1)]

  @Test func `a model that is the replay is right in everything`() {
    let result = result(blank: blank)
    let file = file(Situation(replay: result, model: result))
    #expect(file.holds == true && file.exitCode == 0)
    #expect(file.situations[0].metrics.allSatisfy { ($0.error ?? 0) == 0 })
    #expect(file.situations[0].pairs.map(\.isAlike) == [true, true, true])
    #expect(text(file).contains("The model predicts replays."))
  }

  @Test func `one strategy is reported in the singular`() {
    let result = result(blank: [("none", 0.3)])
    let file = file(Situation(replay: result, model: result))
    #expect(text(file).contains("1 strategy over 5,000 photos of 48 files, "))
  }

  @Test func `a model's costs are reported as scaled if decoders were gauged, by the median run`() {
    let replay = result(blank: blank) { $0.metrics["costRatio"] = [0.9, 0.95, 1.3][$0.iteration] }
    let file = file(Situation(replay: replay, model: replay))
    #expect(file.situations[0].costRatio == 0.95)
    #expect(text(file).contains("at the costs of x, scaled by 0.95 to match the decode times"))
    let situations = [9.8, 10.2].map { ratio in
      let replay = result(blank: blank) { $0.metrics["costRatio"] = ratio }
      return Situation(replay: replay, model: replay)
    }
    let several = text(self.file(situations[0], situations[1]))
    #expect(several.contains("scaled by 9.80 to 10.20 to match the decode times"))
  }

  @Test func `several scenarios' costs are all named, and every note on them is kept`() {
    let choices: [(name: String, note: String?)] = [("pixel-3a", nil), ("galaxy-s6-edge", "disturbed")]
    let costs = choices + choices
    let file = FidelityFile(provenance: Sample.fling.provenance, costs: costs, situations: [])
    #expect(file.costs == "pixel-3a, galaxy-s6-edge" && file.costsNote == "disturbed")
    let alone = FidelityFile(provenance: Sample.fling.provenance, costs: [costs[0]], situations: [])
    #expect(alone.costs == "pixel-3a" && alone.costsNote == nil)
  }

  @Test func `of results in both modes, a replay is compared only with a model of the same inputs`() {
    let replay = result(blank: blank)
    func model(_ change: (inout ResultFile) -> Void = { _ in }) -> ResultFile {
      var model = replay
      model.mode = .model
      model.costsNote = "Costs are epyc-2core's."
      change(&model)
      return model
    }
    let both = FidelityFile(bothModesOf: [replay, model()])
    #expect(both?.situations.count == 1 && both?.costsNote == "Costs are epyc-2core's.")
    let changes: [(inout ResultFile) -> Void] = [
      { $0.scenario.memoryBudgetBytes /= 2 }, { $0.scenario.seed += 1 }, { $0.scenario.sha256 = "other" },
      { $0.library.photos += 1 },
    ]
    for (place, change) in changes.enumerated() {
      #expect(FidelityFile(bothModesOf: [replay, model(change)]) == nil, "\(place)")
    }
    var paced = replay
    paced.scenario.devicePace = DevicePace(device: "phone", ratios: ["fast": 0.5])
    for device in ["server", "phone"] {
      let own = model { $0.costs = CostsRecord(name: device, sha256: "cc") }
      #expect((FidelityFile(bothModesOf: [paced, own]) != nil) == (device == "phone"), "of its own device")
    }
    paced.scenario.devicePace = DevicePace(device: "phone", ratios: ["fast": 2])
    let phone = model { $0.costs = CostsRecord(name: "phone", sha256: "cc") }
    #expect(FidelityFile(bothModesOf: [paced, phone]) == nil, "a machine that is too slow for it")
    paced.changeRuns { $0.metrics["costRatio"] = 2 }
    #expect(FidelityFile(bothModesOf: [paced, phone]) != nil, "but for 'validate', which slows its model")
  }

  @Test func `references do not count, and what replays cannot tell apart is no pair`() {
    let references = result(blank: blank + [("keep-all", 0.1), ("oracle", 0)])
    let situation = Situation(replay: references, model: references)
    #expect(situation.metrics.allSatisfy { $0.runs.count <= 3 } && situation.pairs.count == 3)
    let replay = result(blank: [("none", 0.3), ("settle", 0.301), ("screens", 0.1)])
    let model = result(blank: [("none", 0.35), ("settle", 0.2), ("screens", 0.1)])
    #expect(Situation(replay: replay, model: model).pairs.count == 2)
  }

  @Test func `an error is the distance in shares of the replay, and none where it is too small to matter`() {
    func run(_ replay: Double, _ model: Double) -> FidelityFile.Run {
      .init(id: "", replay: replay, replaySpread: nil, model: model)
    }
    #expect(run(4, 5).error(beyond: 0) == 0.25 && run(4, 5).error(beyond: 1) == 0)
    #expect(run(0.5, 2.5).error(beyond: 1) == 2, "of next to nothing a share says nothing")
    #expect(run(0, 0).error(beyond: 0) == 0 && run(0, 1).error(beyond: 0) == nil)
  }

  @Test func `resident memory that the model has too high is an error like any other`() {
    func resident(_ bytes: Double) -> ResultFile {
      result(blank: blank) { $0.metrics["peakResidentBytes"] = bytes }
    }
    for (bytes, holds) in [(164e6, true), (190e6, false)] {
      #expect(file(Situation(replay: resident(150e6), model: resident(bytes))).holds == holds)
    }
  }

  @Test func `what falls short is named, and so are pairs in reverse order`() {
    let replay = result(blank: blank)
    let model = result(blank: [("none", 0.3), ("settle", 0.1), ("screens", 0.2)])
    let file = file(Situation(replay: replay, model: model))
    let blank = file.situations[0].metrics.first { $0.metric == "scrollBlankRatio" }
    #expect(abs((blank?.error ?? 0) - (0 + 0.5 + 1) / 3) < 1e-9 && blank?.holds == false)
    #expect(file.holds == false && file.exitCode == 2)
    for words in [
      "The model falls short.",
      "The model ranks 2 of 3 pairs of strategies that replays tell apart as they do",
      "in replays fling/screens/released/fast/opportunistic/lru/urgency is better than "
        + "fling/settle/released/fast/opportunistic/lru/urgency by 10.0 %, in the model worse by 10.0 %",
    ] { #expect(text(file).contains(words)) }
  }

  @Test func `a disturbed machine does not count against a model`() {
    let busy = result(blank: blank) { $0.metrics["stealShare"] = 0.5 }
    let file = file(
      Situation(replay: busy, model: result(blank: [("none", 0.9), ("settle", 0), ("screens", 0)])))
    #expect(file.situations[0].isTooBusyToTell && file.holds == nil && file.exitCode == 3)
    #expect(text(file).contains("this machine was too busy to tell"))
    #expect(!text(file).contains("tell no two strategies apart") && !text(file).contains("by replays"))
    let table = text(file).split(separator: "\n").first { $0.hasPrefix("| fling |") }
    #expect(table?.contains("**") == false, "nothing that is not judged is marked as bad")
  }

  @Test func `strategies that crashed leave it open, even beside a perfect one, but a reference does not`() {
    let whole = result(blank: blank)
    let crashed = result(blank: blank) { $0.status = .crashed }
    let all = self.file(Situation(replay: whole, model: whole), Situation(replay: crashed, model: whole))
    #expect(all.holds == nil && all.exitCode == 3 && text(all).contains("Not everything was measured."))
    #expect(text(all).contains("fling: not measured to the end: fling/none/released/"), "\(text(all))")
    let runs = blank + [("keep-all", 0.1)]
    func file(crashing strategy: String) -> FidelityFile {
      let replay = result(blank: runs) { run in
        if run.combination.strategy == strategy { run.status = .crashed }
      }
      return self.file(Situation(replay: replay, model: result(blank: runs)))
    }
    #expect(file(crashing: "keep-all").holds == true)
    let open = file(crashing: "settle")
    #expect(open.holds == nil && open.exitCode == 3)
    #expect(text(open).contains("not measured to the end: fling/settle/released/"), "\(text(open))")
  }
}
