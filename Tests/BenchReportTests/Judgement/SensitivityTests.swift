import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

struct SensitivityTests {
  /// Three speeds by two decode times; `winner` gives the recommendation of each.
  private func variations(
    _ winner: (_ speed: Double, _ decodeTime: Double) -> (best: String?, equals: [String])
  ) -> [VariationRecord] {
    [0.5, 1, 1.5].flatMap { speed in
      [1, 2].map { decodeTime in
        let (best, equals) = winner(speed, decodeTime)
        return VariationRecord(
          seed: 7, speed: speed, decodeTime: decodeTime, columns: 3,
          recommended: best.map { Sample.combination($0) }, equals: equals.map { Sample.combination($0) })
      }
    }
  }

  private func answer(_ variations: [VariationRecord], mode: ResultFile.Mode = .model) -> String {
    var result = Sample.result(
      mode: mode,
      runs: [Sample.run("none", blank: 0.3), Sample.run("screens", blank: 0.01, images: 120e6)])
    result.variations = variations
    return Recommendation(result).description
  }

  @Test func `a recommendation holds where it is the best, or cannot be told from the best`() throws {
    let sensitivity = try #require(
      Sensitivity(
        of: Sample.combination("screens"),
        in: variations { speed, _ in speed == 1 ? ("settle", ["none", "screens"]) : ("screens", []) }))
    #expect(sensitivity.held == 6 && sensitivity.weakest == nil)
    #expect(sensitivity.levels.allSatisfy { $0.held == $0.count })
    #expect(Sensitivity(of: Sample.combination("screens"), in: []) == nil)
  }

  @Test func `the answer says where it holds: always, but under some assumption, or seldom`() {
    let varied = "variations of speed, decode time, columns and chance"
    let all = variations { _, _ in ("screens", []) }
    #expect(answer(all).hasSuffix(" It is best or tied for best in all of 6 \(varied)."))
    #expect(answer(all, mode: .replay).hasSuffix(" in all of 6 \(varied), by the model."))
    let slow = variations { speed, decodeTime in
      decodeTime == 2 && speed > 0.5 ? ("none", []) : ("screens", ["none"])
    }
    let least = "least often when decoding takes twice as long"
    #expect(answer(slow).hasSuffix(" It is best or tied for best in 4 of 6 \(varied), \(least)."))
    let once = variations { speed, decodeTime in
      speed == 1 && decodeTime == 1 ? ("none", []) : ("screens", [])
    }
    #expect(answer(once).hasSuffix(" It is best or tied for best in 5 of 6 \(varied)."), "by no assumption")
    let seldom = variations { speed, _ in speed == 0.5 ? ("screens", []) : (nil, []) }
    #expect(
      answer(seldom).hasSuffix(
        " That depends on the assumptions: it is best or tied for best in 2 of 6 \(varied), "
          + "least often when scrolling is just as fast; in 4 nothing fits the budget."))
    // A row that looks better than the recommended one is in the answer.
    let better =
      "Here screens leaves less, 1.0 % not sharp, but it is best or tied for best in only 0 of 6 variations."
    #expect(answer(variations { _, _ in ("none", []) }).contains(better))
  }

  @Test func `what needs less memory and looks as good is named with the price that it has elsewhere`() {
    var result = Sample.result(
      mode: .model,
      runs: [
        Sample.run("none", blank: 0.3, images: 5e6), Sample.run("settle", blank: 0.012, images: 40e6),
        Sample.run("screens", blank: 0.01, images: 60e6),
      ])
    result.variations = variations { _, decodeTime in
      decodeTime == 2 ? ("screens", []) : ("settle", ["screens"])
    }
    for index in 0..<6 {
      let slow = result.variations?[index].decodeTime == 2
      let shares = [("settle", slow ? 0.15 : 0.01), ("screens", slow ? 0.003 : 0.01)]
      result.variations?[index].rows = shares.map { strategy, share in
        let figures = DecidingFigures(
          peakImageBytes: 1, blankAreaRatio: 0, scrollBlankRatio: 0, scrollNotSharpRatio: share)
        return RivalRecord(combination: Sample.combination(strategy), figures: figures)
      }
    }
    let recommendation = Recommendation(result)
    #expect(recommendation.combination == Sample.combination("screens"))
    #expect(
      recommendation.description.hasSuffix(
        " settle needs 20 MB less and looks as good here; when decoding takes twice as long it leaves 15.0 % not sharp, "
          + "screens 0.3 %."), "\(recommendation)")
  }
}

/// A recommendation's standing at other loads.
struct LoadStandingTests {
  private func level(_ load: Double, _ notSharp: [String: Double], best: String?) -> LoadRecord {
    let runs = notSharp.sorted { $0.key < $1.key }.map { strategy, share in
      Sample.run(strategy, blank: share, images: strategy == "screens" ? 90e6 : 20e6)
    }
    let result = Sample.result(mode: .model, runs: runs)
    let level = LoadRecord(
      load: load, decodeTime: load, Recommendation(result),
      among: PooledRuns.gather(result.runs).map(\.record))
    #expect(level.recommended?.strategy == best)
    return level
  }

  private func result(_ loads: [LoadRecord]?) -> ResultFile {
    var result = Sample.result(
      mode: .model,
      runs: [
        Sample.run("none", blank: 0.01, images: 20e6), Sample.run("screens", blank: 0.012, images: 90e6),
      ])
    // Samples have the metrics of replays.
    result.metricDefinitions = Metric.definitions(of: .replay)
    result.loads = loads
    return result
  }

  @Test func `one sentence says what it leaves at each load, and where something else is better`() {
    let result = result([
      level(0.3, ["none": 0, "screens": 0], best: "none"),
      level(1, ["none": 0.007, "screens": 0.01], best: "none"),
      level(2, ["none": 0.2, "screens": 0.1], best: "screens"),
    ])
    let sentence = "leaves 0.0 %, 0.7 % and 20.0 % of the area not sharp; at 2 screens is better."
    #expect(result.atOtherLoads == "At loads of 0.3, 1 and 2 none \(sentence)")
    #expect(Recommendation(result).description.contains("At loads of 0.3, 1 and 2 it \(sentence)"))
  }

  @Test func `the report says if it is the best at every load, and if at none`() {
    let always = result([level(1, ["none": 0.007, "screens": 0.01], best: "none")])
    #expect(always.atOtherLoads?.hasSuffix("of the area not sharp, and is best or tied for best.") == true)
    #expect(always.atOtherLoads?.hasPrefix("At a load of 1 none leaves 0.7 %") == true)
    let never = result([1, 2].map { level($0, ["none": 0.2, "screens": 0.1], best: "screens") })
    #expect(never.atOtherLoads?.hasSuffix("of the area not sharp; at 1 and 2 screens is better.") == true)
    #expect(result(nil).atOtherLoads == nil, "nothing was tried")
    #expect(!Recommendation(result(nil)).description.contains("At loads"))
  }

  @Test func `a page has the loads beside the variations, and a result without them is read`() throws {
    var found = result([
      level(0.3, ["none": 0, "screens": 0], best: "none"),
      level(2, ["none": 0.2, "screens": 0.1], best: "screens"),
    ])
    var variation = VariationRecord(seed: 1, speed: 1, decodeTime: 1, columns: 3)
    variation.recommended = Recommendation(found).combination
    found.variations = [variation]
    let page = try Page(Document([found]).html())
    #expect(page.text.contains("it leaves not sharp"))
    let folder = TemporaryFolder()
    for result in [found, result(nil)] {
      try result.write(to: folder.file("a.json"))
      #expect(try ResultFile.read(path: folder.file("a.json")) == result)
    }
  }
}
