import Testing

@testable import BenchReport

/// The conclusions from a survey, over known figures.
@Suite struct SurveyReportTests {
  /// Combinations of two strategies in two orders and a reference, by the share that each leaves not sharp and its memory.
  private static func survey(_ situations: [(load: Double, bound: Double, left: [Double])]) -> SurveyFile {
    let names = [("none", "fifo"), ("none", "lifo"), ("wide", "fifo"), ("wide", "lifo"), ("narrow", "lifo")]
    let megabytes: [Double] = [10, 10, 90, 90, 40]
    let combinations = names.map { Combination(strategy: $0.0, choices: [.order: $0.1]) }
    let levels = situations.map { situation in
      let rows = combinations.indices.map { place in
        row(combinations[place], left: situation.left[place], megabytes: megabytes[place])
      }
      return SweepFile.Level(
        load: situation.load, decodeTime: 1, bound: situation.bound, rows: rows, recommended: nil, equals: [])
    }
    return SurveyFile(
      provenance: Sample.fling.provenance, name: "small", scenarios: [], combinations: combinations,
      situations: levels.map { .init($0, of: "fling", physics: "uiscrollview", columns: 3, plain: 0) })
  }

  private static func row(_ combination: Combination, left: Double, megabytes: Double) -> SweepFile.Row {
    let figures = TuneFigures(
      peakImageBytes: megabytes * 1e6, blankAreaRatio: 0, scrollNotSharpRatio: left, settleToFullMs: nil,
      cacheHitRate: nil, wasteRatio: 0.25)
    return SweepFile.Row(combination: combination, figures: figures, shareOfPossible: nil)
  }

  private static let known = survey([
    (1, 0.1, [0.5, 0.3, 0.2, 0.101, 0.104]), (1, 0.0, [0.2, 0.2, 0.1, 0.05, 0.05]),
    (2, 0.2, [0.4, 0.4, 0.3, 0.3, 0.3]),
  ])

  @Test func `shares are of all that can be gained at a load, and no load counts more than another`() throws {
    let standings = Self.known.standings(over: Self.known.situations)
    let wide = try #require(standings.first { $0.place == 2 })
    // Of 0.4 and 0.2 that can be gained at a load of 1, 0.1 each is left; of 0.2 at a load of 2, half.
    let (atOne, atTwo) = (try #require(wide.shares[1]), try #require(wide.shares[2]))
    let worst = try #require(wide.worst)
    #expect(abs(atOne - 2.0 / 3) < 1e-12)
    #expect(abs(atTwo - 0.5) < 1e-12)
    #expect(abs(wide.share - 7.0 / 12) < 1e-12)
    #expect(abs(worst - 0.5) < 1e-12)
    #expect(try #require(standings.first { $0.place == 0 }).share == 0)
  }

  @Test func `of what cannot be told apart, the least memory is recommended`() throws {
    let standings = Self.known.standings(over: Self.known.situations)
    #expect(standings.first?.combination.strategy == "wide")
    #expect(Self.known.leader(of: standings)?.combination.strategy == "narrow")
  }

  @Test func `where another is so much better that a person could see it, the report says so`() {
    let survey = Self.survey([
      (1, 0, [0.5, 0.4, 0.3, 0.2, 0.1]), (2, 0, [0.5, 0.4, 0.1, 0.3, 0.2]),
      (2, 0, [0.8, 0.7, 0.6, 0.5, 0.1]),
    ])
    let text = Document(survey).markdown()
    #expect(text.contains("**narrow/lifo is recommended over all"))
    #expect(text.contains("In 1 of 3 situations another leaves so much less"))
    #expect(text.contains("| fling | uiscrollview | 3 | 2 | wide/fifo | 10.0 % | 20.0 % | 90 MB | 40 MB |"))
    #expect(text.contains("![The share of the possible gain by strategy and situation](small.svg)"))
  }

  @Test func `tiles are marked where they are best, and empty where there is nothing to gain`() throws {
    let survey = Self.survey([
      (1, 0, [0.5, 0.4, 0.3, 0.2, 0.1]), (2, 0.001, [0.002, 0.002, 0.001, 0.001, 0.001]),
    ])
    let narrow = try #require(SurveyReport(survey).chart.rows.first { $0.name == "narrow/lifo" })
    #expect(narrow.tiles == [.share(0.8, isBest: true), .nothing])
    let drawing = survey.chart()
    #expect(drawing.hasPrefix("<?xml"))
    #expect(drawing.contains("load 1") && drawing.contains("narrow/lifo: 80.0 % in the mean"))
  }

  @Test func `a run that did not complete stands nowhere`() {
    var survey = Self.known
    survey.situations[0].figures["scrollNotSharpRatio"]?[3] = nil
    #expect(!survey.standings(over: survey.situations).contains { $0.place == 3 })
  }
}
