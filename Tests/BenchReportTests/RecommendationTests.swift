import BenchReport
import Testing

struct RecommendationTests {
  @Test func `the least blank area within the budget is recommended`() {
    let recommendation = Recommendation(Sample.fling)
    #expect(recommendation.combination?.strategy == "screens")
    #expect(
      recommendation.description
        == "Recommended: screens, which leaves the least area blank, 3.1 % (next: apple-sample, 12.1 %), "
        + "of the 4 that fit; its images need 98 MB of the 150 MB budget.")
  }

  @Test func `what needs more than the budget is not recommended`() {
    let result = Sample.result(
      budget: 60_000_000,
      runs: [
        Sample.run("none", blank: 0.4, images: 10e6), Sample.run("screens", blank: 0.01, images: 60_000_001),
      ])
    #expect(
      Recommendation(result).description
        == "Recommended: none, the only strategy that fits; its images need 10 MB of the 60 MB budget.")
  }

  @Test func `what prints alike is told apart by the time to settle, then by memory`() {
    let settling = Sample.result(
      runs: [
        Sample.run("none", blank: 0.1004, settleMs: 200), Sample.run("screens", blank: 0.1001, settleMs: 90),
        Sample.run("settle", blank: 0.1, settleMs: nil),
      ])
    #expect(
      Recommendation(settling).description
        == "Recommended: screens, which leaves 10.0 % of the area blank as others do and settles first, after "
        + "90 ms (next: none, 200 ms), of the 3 that fit; its images need 50 MB of the 150 MB budget.")
    let weighing = Sample.result(
      runs: [Sample.run("none", images: 60e6), Sample.run("screens", images: 40e6)])
    #expect(
      Recommendation(weighing).description
        == "Recommended: screens, which shows as much as none with no more memory, of the 2 that fit; "
        + "its images need 40 MB of the 150 MB budget.")
  }

  @Test func `if nothing fits, the smallest is named`() {
    let result = Sample.result(
      budget: 1_000_000, runs: [Sample.run("screens", images: 60e6), Sample.run("none", images: 20e6)])
    #expect(Recommendation(result).combination == nil)
    #expect(
      Recommendation(result).description
        == "No strategy fits the budget of 1.0 MB; the smallest is none with 20 MB of images.")
  }

  @Test(arguments: ["unbounded", "clairvoyant"])
  func `a bound is never recommended`(bound: String) {
    let result = Sample.result(runs: [Sample.run(bound, blank: 0, images: 1), Sample.run("none", blank: 0.9)])
    #expect(Recommendation(result).combination?.strategy == "none")
    let alone = Sample.result(runs: [Sample.run(bound, blank: 0, images: 1)])
    #expect(
      Recommendation(alone).description
        == "Nothing can be recommended: no strategy was measured completely.")
  }

  @Test func `what crashed once or grows is not recommended`() {
    let result = Sample.result(
      runs: [
        Sample.run("screens", blank: 0), Sample.failed("screens", .crashed, nil, iteration: 1),
        Sample.run("settle", cells: "retained", blank: 0, growth: Sample.growth(.growing, bytesPerLap: 9)),
        Sample.run("settle", blank: 0.2, growth: Sample.growth(.flat, bytesPerLap: 0)),
      ])
    #expect(Recommendation(result).combination?[.cells] == "released")
    #expect(Recommendation(result).description.hasPrefix("Recommended: settle/released, the only"))
    #expect(Recommendation(result).combination?.strategy == "settle")
    let leaking = Sample.result(
      runs: [Sample.run("settle", growth: Sample.growth(.growing, bytesPerLap: 9))])
    #expect(
      Recommendation(leaking).description
        == "Nothing can be recommended: the memory of every strategy grows lap over lap.")
  }

  @Test func `without runs nothing is recommended`() {
    #expect(Recommendation(Sample.result(runs: [])).combination == nil)
  }
}
