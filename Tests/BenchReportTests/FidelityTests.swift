import Foundation
import Testing

@testable import BenchReport

@Suite struct `Rank correlation` {
  @Test func `is 1 for the same order, -1 for the reverse, and shares ranks between ties`() {
    #expect(RankCorrelation.spearman([(1, 10), (2, 20), (3, 40)]) == 1)
    #expect(RankCorrelation.spearman([(1, 3), (2, 2), (3, 1)]) == -1)
    #expect(RankCorrelation.ranks([5, 1, 5, 9]) == [2.5, 1, 2.5, 4])
    // By hand: ranks 1 2.5 2.5 4 against 1 2 3 4.
    let tied = RankCorrelation.spearman([(1, 1), (2, 2), (2, 3), (3, 4)])
    #expect(abs((tied ?? 0) - 0.948_683_298) < 1e-9)
  }

  @Test func `has no value where nothing varies`() {
    #expect(RankCorrelation.spearman([]) == nil)
    #expect(RankCorrelation.spearman([(1, 2)]) == nil)
    #expect(RankCorrelation.spearman([(1, 2), (1, 3)]) == nil)
  }
}

@Suite struct `Fidelity` {
  @Test func `a model that is the replay is right in everything`() {
    let result = Sample.fling
    let file = FidelityFile(
      replays: [result], models: [result], costs: "x", provenance: result.provenance)
    for metric in file.metrics where !metric.pairs.isEmpty {
      #expect(metric.meanAbsolutePercentageError == 0)
      #expect(metric.rankCorrelation ?? 1 > 0.999_999)
    }
  }

  @Test func `an error is the distance in shares of the replay, and nothing is over zero`() {
    #expect(FidelityFile.Pair(id: "", replay: 4, model: 5).error == 0.25)
    #expect(FidelityFile.Pair(id: "", replay: 0, model: 0).error == 0)
    #expect(FidelityFile.Pair(id: "", replay: 0, model: 1).error == nil)
  }

  @Test func `what falls short is said to`() {
    var model = Sample.fling
    for index in model.runs.indices {
      model.runs[index].metrics["blankAreaRatio"] = (model.runs[index].metrics["blankAreaRatio"] ?? nil).map {
        $0 * 1.2
      }
    }
    let file = FidelityFile(
      replays: [Sample.fling], models: [model], costs: "x", provenance: model.provenance)
    let blank = file.metrics.first { $0.metric == "blankAreaRatio" }
    #expect(blank?.holds == false)
    #expect(Document(file).markdown().contains("**falls short**"))
  }
}
