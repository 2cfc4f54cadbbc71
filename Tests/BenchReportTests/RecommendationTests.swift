import BenchReport
import Foundation
import Testing

@testable import ScrollSim

struct RecommendationTests {
  @Test func `of very many that cannot be told apart, three are named`() {
    let result = Sample.thirty
    let recommendation = Recommendation(result)
    #expect(recommendation.equals.count == 25)
    #expect(recommendation.description.contains(" and 19 others look as good to the eye, with more memory"))
    #expect(recommendation.runnerUp?.parameters["leading"] ?? 9 < 4, "one of those seen to lose more")
  }

  @Test func `what leaves the least unseen within the budget is recommended`() {
    #expect(Recommendation(Sample.fling).combination?.strategy == "screens")
  }

  @Test
  func `of what cannot be told apart, what needs the least memory is recommended, and the others are named`()
  {
    let result = Sample.result(
      runs: [
        Sample.run("none", blank: 0.3, images: 10e6), Sample.run("screens", blank: 0.010, images: 120e6),
        Sample.run("directional", blank: 0.012, images: 80e6),
        Sample.run("settle", blank: 0.013, images: 60e6),
      ])
    let recommendation = Recommendation(result)
    #expect(recommendation.equals.map(\.strategy) == ["directional", "screens"])
    #expect(
      recommendation.description
        == "Recommended: settle: while scrolling it leaves 1.3 % of the area not sharp, 1.3 % blank (next: none, "
        + "30.0 % and 30.0 %); its images need 60 MB of the 150 MB budget. directional and screens look as good to the "
        + "eye, with more memory.")
  }

  @Test func `a grid that did not scroll is judged, and told of, over the whole trace`() throws {
    var result = Sample.result(
      runs: [Sample.run("none", blank: 0.3, images: 10e6), Sample.run("screens", blank: 0.1, images: 60e6)])
    for place in result.runs.indices {
      for metric in ["scrollBlankRatio", "scrollNotSharpRatio"] {
        result.runs[place].metrics[metric] = .some(nil)
      }
      result.runs[place].metrics["blurredAreaRatio"] = 0.2
    }
    #expect(
      Recommendation(result).claim.hasPrefix(
        "Recommended: screens: over the whole trace it leaves 30.0 % of the area not sharp, 10.0 % blank"))
    let figures = try #require(DecidingFigures(result.runs[0].figure))
    let text = try figures.stableJSON()
    #expect(text.contains("\"isOfWholeTrace\" : true"))
    #expect(try JSONDecoder().decode(DecidingFigures.self, from: Data(text.utf8)) == figures)
  }

  @Test func `what differs only because its rounds do cannot be told from what is recommended`() {
    let result = Sample.result(
      runs: [0, 0.001, 0.2].enumerated().flatMap { round, loss in
        [
          Sample.run("directional", iteration: round, blank: loss, images: 60e6),
          Sample.run("screens", iteration: round, blank: 0.02, images: 120e6),
        ]
      })
    #expect(Recommendation(result).description.contains("screens cannot be told from it, with more memory."))
  }

  @Test func `an order that is named after its strategy is not named twice`() {
    let orders = [("screens", "fifo"), ("screens", "urgency"), ("oracle", "oracle")]
    let combinations = orders.map { strategy, order in
      var combination = Sample.run(strategy).combination
      combination[.order] = order
      return combination
    }
    let names = RowNames(combinations)
    #expect(combinations.map(names.line) == ["screens/fifo", "screens/urgency", "oracle"])
  }

  @Test func `a degraded image is worth more than none, and less than a sharp one`() {
    let result = Sample.result(
      runs: [
        Sample.run("none", blank: 0.10, notSharp: 0.10), Sample.run("screens", blank: 0, notSharp: 0.30),
        Sample.run("settle", blank: 0, notSharp: 0.40),
      ])
    #expect(Recommendation(result).combination?.strategy == "screens")
  }

  @Test func `idle time changes nothing`() {
    let busy = Sample.result(
      runs: [Sample.run("none", blank: 0.2, images: 10e6), Sample.run("screens", blank: 0.1, images: 90e6)])
    var idle = busy
    // Averages over the whole trace shrink with rest; averages over scrolling do not.
    for (index, blank) in [0.002, 0.001].enumerated() { idle.runs[index].metrics["blankAreaRatio"] = blank }
    #expect(Recommendation(busy) == Recommendation(idle))
  }

  @Test func `too much to decode is reported, and so is next to nothing`() {
    func words(load: Double, blank: Double = 0.05) -> String {
      Recommendation(
        Sample.result(runs: [Sample.run("none", load: load), Sample.run("screens", blank: blank, load: load)])
      ).description
    }
    #expect(
      words(load: 1.3).hasSuffix(
        "The decoders cannot keep up (load 1.30): smaller or degraded images, or another order, help more than any window."
      ))
    #expect(
      words(load: 0.05).hasSuffix(
        "The decoders have next to nothing to do (load 0.05); a faster scroll or a slower device would tell more."
      ))
    #expect(words(load: 0.4).hasSuffix("budget."))
    #expect(words(load: 1.3, blank: 0).hasSuffix("budget."), "decoders that leave nothing unseen keep up")
  }

  @Test func `what needs more than the budget is not recommended; if nothing fits, the smallest is named`() {
    let large = Sample.result(
      budget: 60_000_000,
      runs: [
        Sample.run("none", blank: 0.4, images: 10e6), Sample.run("screens", blank: 0.01, images: 60_000_001),
      ])
    #expect(
      Recommendation(large).description
        == "Recommended: none, the only strategy that fits; its images need 10 MB of the 60 MB budget.")
    let none = Recommendation(
      Sample.result(
        budget: 1_000_000, runs: [Sample.run("screens", images: 60e6), Sample.run("none", images: 20e6)]))
    #expect(none.combination == nil)
    #expect(
      none.description == "No strategy fits the budget of 1.0 MB; the smallest is none with 20 MB of images.")
    let close = Recommendation(
      Sample.result(budget: 60_000_000, runs: [Sample.run("screens", images: 60.4e6)]))
    #expect(close.description.hasSuffix("60 MB; the smallest is screens with 60 MB of images, 400 kB more."))
  }

  @Test(arguments: ["keep-all", "oracle"])
  func `a bound is never recommended`(bound: String) {
    let result = Sample.result(runs: [Sample.run(bound, blank: 0, images: 1), Sample.run("none", blank: 0.9)])
    #expect(Recommendation(result).combination?.strategy == "none")
    let alone = Sample.result(runs: [Sample.run(bound, blank: 0, images: 1)])
    #expect(
      Recommendation(alone).description
        == "Nothing can be recommended: only references and models of libraries were run.")
    #expect(
      Recommendation(Sample.result(runs: [])).description
        == "Nothing can be recommended: no strategy was measured completely.")
  }

  @Test func `what crashed once or grows is not recommended`() {
    let result = Sample.result(
      runs: [
        Sample.run("screens", blank: 0), Sample.failed("screens", .crashed, nil, iteration: 1),
        Sample.run("settle", cells: "retained", blank: 0, growth: Sample.growth(.growing, bytesPerLap: 9)),
        Sample.run("settle", blank: 0.2, growth: Sample.growth(.flat, bytesPerLap: 0)),
      ])
    let found = Recommendation(result)
    #expect(found.combination?[.cells] == "released" && found.combination?.strategy == "settle")
    #expect(found.description.hasPrefix("Recommended: settle/released, the only"))
    let leaking = Sample.result(runs: [Sample.run("settle", growth: Sample.growth(.growing, bytesPerLap: 9))])
    #expect(
      Recommendation(leaking).description
        == "Nothing can be recommended: the memory of every strategy grows lap over lap.")
  }
}
