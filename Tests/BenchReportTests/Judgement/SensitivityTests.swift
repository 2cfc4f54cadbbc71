import BenchReport
import Testing

struct SensitivityTests {
  /// Three speeds by two decode times; `winner` gives the recommendation of each.
  private func variations(
    _ winner: (_ speed: Double, _ decodeTime: Double) -> (best: String?, equals: [String])
  ) -> [VariationRecord] {
    [0.5, 1, 1.5].flatMap { speed in
      [1, 2].map { decodeTime in
        var variation = VariationRecord(seed: 7, speed: speed, decodeTime: decodeTime, columns: 3)
        let (best, equals) = winner(speed, decodeTime)
        variation.recommended = best.map { Sample.combination($0) }
        variation.equals = equals.map { Sample.combination($0) }
        return variation
      }
    }
  }

  private func answer(_ variations: [VariationRecord]) -> String {
    var result = Sample.result(
      runs: [Sample.run("none", blank: 0.3), Sample.run("screens", blank: 0.01, images: 120e6)])
    result.variations = variations
    return Recommendation(result).description
  }

  @Test func `a recommendation holds where it is the best, or cannot be told from the best`() throws {
    let sensitivity = try #require(
      Sensitivity(
        of: Sample.combination("screens"),
        in: variations { speed, _ in speed == 1 ? ("settle", ["none", "screens"]) : ("screens", []) }))
    #expect(sensitivity.held == 6)
    #expect(sensitivity.levels.allSatisfy { $0.held == $0.count })
    #expect(sensitivity.weakest == nil)
    #expect(Sensitivity(of: Sample.combination("screens"), in: []) == nil)
  }

  @Test func `where it always holds, the answer says so`() {
    #expect(
      answer(variations { _, _ in ("screens", []) }).hasSuffix(
        " It is the best, or as good, in all of 6 variations of speed, decode time, columns and chance."))
  }

  @Test func `the assumption under which it fails most is named, and so is what holds more often`() {
    let words = answer(
      variations { speed, decodeTime in
        decodeTime == 2 && speed > 0.5 ? ("none", []) : ("screens", ["none"])
      })
    #expect(
      words.hasSuffix(
        " It is the best, or as good, in 4 of 6 variations of speed, decode time, columns and chance, least often where "
          + "decoding takes twice as long; none is in 6."))
  }

  @Test func `failures that no one assumption explains are still told`() {
    #expect(
      answer(
        variations { speed, decodeTime in speed == 1 && decodeTime == 1 ? ("none", []) : ("screens", []) }
      )
      .hasSuffix(
        " It is the best, or as good, in 5 of 6 variations of speed, decode time, columns and chance."))
  }

  @Test func `a recommendation that mostly fails is said to hang on the assumptions`() {
    let words = answer(variations { speed, _ in speed == 0.5 ? ("screens", []) : (nil, []) })
    #expect(
      words.hasSuffix(
        " That hangs on the assumptions: it is the best, or as good, in 2 of 6 variations of speed, decode time, columns "
          + "and chance, least often where scrolling is just as fast; in 4 nothing fits the budget."))
  }
}
