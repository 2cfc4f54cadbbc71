import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

/// A recommendation's standing at other loads.
struct LoadStandingTests {
  private func level(_ load: Double, _ notSharp: [String: Double], best: String?) -> LoadRecord {
    var runs: [RunRecord] = []
    for (strategy, share) in notSharp.sorted(by: { $0.key < $1.key }) {
      runs.append(Sample.run(strategy, blank: share, images: strategy == "screens" ? 90e6 : 20e6))
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
    let sentence =
      "leaves 0.0 %, 0.7 % and 20.0 % of the area not sharp; at 2 screens is better."
    #expect(result.atOtherLoads == "At loads of 0.3, 1 and 2 none \(sentence)")
    #expect(Recommendation(result).description.contains("At loads of 0.3, 1 and 2 it \(sentence)"))
  }

  @Test func `it is said where it is the best at every load, and where at none`() {
    let always = result([level(1, ["none": 0.007, "screens": 0.01], best: "none")])
    #expect(always.atOtherLoads?.hasSuffix("of the area not sharp, and is the best, or as good.") == true)
    #expect(always.atOtherLoads?.hasPrefix("At a load of 1 none leaves 0.7 %") == true)
    let never = result([1, 2].map { level($0, ["none": 0.2, "screens": 0.1], best: "screens") })
    #expect(never.atOtherLoads?.hasSuffix("of the area not sharp; at 1 and 2 screens is better.") == true)
  }

  @Test func `nothing is said where no load was tried`() {
    #expect(result(nil).atOtherLoads == nil)
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
    let folder = try TemporaryFolder()
    for result in [found, result(nil)] {
      try result.write(to: folder.file("a.json"))
      #expect(try ResultFile.read(path: folder.file("a.json")) == result)
    }
  }
}
