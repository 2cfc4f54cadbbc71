import Foundation
import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

extension Sample {
  /// A search with known numbers: three on the front, one too large, one that failed.
  static let tune: TuneFile = {
    let fling = Sample.fling
    func candidate(
      _ strategy: String, _ parameters: [String: Double], bytes: Double, blank: Double, hit: Double?,
      failure: String? = nil
    ) -> TuneCandidate {
      let figures = TuneFigures(
        peakImageBytes: bytes, blankAreaRatio: blank, settleToFullMs: 8, cacheHitRate: hit, wasteRatio: nil)
      return TuneCandidate(
        combination: Sample.combination(strategy, parameters), changedParameters: parameters.count,
        fits: bytes <= 150e6 && failure == nil, failure: failure,
        measurements: failure == nil ? [figures] : [], overall: failure == nil ? figures : nil)
    }
    return TuneFile(
      provenance: fling.provenance,
      options: TuneOptions(
        memoryBudgetBytes: 150_000_000, combinations: 5,
        strategies: [StrategySpec(name: "none"), StrategySpec(name: "screens")]),
      scenarios: [
        TuneScenario(
          path: "scenarios/fling.json", scenario: fling.scenario, library: fling.library, costs: "epyc-2core",
          costsSHA256: "cc")
      ],
      gridCount: 4,
      candidates: [
        candidate("none", [:], bytes: 47e6, blank: 0.041, hit: 0),
        candidate("screens", ["leading": 0.25, "trailing": 0], bytes: 53e6, blank: 0.022, hit: 0.738),
        candidate("screens", ["leading": 0.75, "trailing": 0], bytes: 65e6, blank: 0.008, hit: 0.93),
        candidate("screens", ["leading": 9, "trailing": 0], bytes: 181e6, blank: 0.004, hit: 0.95),
        candidate(
          "screens", ["leading": 2, "trailing": 0], bytes: 1, blank: 0, hit: nil, failure: "fling: <crashed>"),
      ],
      outcome: TuneOutcome(
        front: [0, 1, 2], knee: 1,
        recommendation: .init(
          candidate: 2, scenarioJSON: "{ \"screens\": { \"leading\": 0.75, \"trailing\": 0 } }",
          swift: "let strategy = ScreensStrategy()"),
        curves: [
          .init(strategy: "none", points: [.init(memoryBytes: 47e6, blankAreaRatio: 0.041, cacheHitRate: 0)]),
          .init(
            strategy: "screens",
            points: [
              .init(memoryBytes: 53e6, blankAreaRatio: 0.022, cacheHitRate: 0.738),
              .init(memoryBytes: 65e6, blankAreaRatio: 0.008, cacheHitRate: 0.93),
              .init(memoryBytes: 181e6, blankAreaRatio: 0.004, cacheHitRate: 0.95),
            ]),
        ]))
  }()
}

/// A search in words, tables and drawings.
struct TuneReportTests {
  @Test func `the terminal shows the front, the knee and the recommendation ready to paste`() {
    let text = Document(Sample.tune).terminal(colour: false, width: 200)
    for words in [
      "fling · tune", "leading=0.75 trailing=0", "65 MB", "0.8 %", "93.0 %", "recommended",
      "Recommended: screens(leading=0.75,trailing=0): while scrolling it leaves 0.8 % of the area not sharp, 0.8 % blank",
      "its images need 65 MB of",
      "In a scenario:  { \"screens\": { \"leading\": 0.75, \"trailing\": 0 } }",
      "In an app:      let strategy = ScreensStrategy()",
      "Knee: screens(leading=0.25,trailing=0), 2.2 % not sharp for 53 MB",
      "1 of the combinations cannot be taken, the first screens(leading=2,trailing=0): fling: <crashed>.",
    ] { #expect(text.contains(words)) }
    #expect(!text.contains("leading=9"))
    #expect(!text.contains("\u{1B}"))
    #expect(Document(Sample.tune).terminal(colour: true, width: 200).contains("\u{1B}[1;32m"))
  }

  @Test func `a narrow terminal loses columns and is told which`() {
    let text = Document(Sample.tune).terminal(colour: false, width: 80)
    #expect(text.contains("Left out for want of width: "))
    let table = text.split(separator: "\n").filter { $0.hasPrefix("│") }
    #expect(table.allSatisfy { $0.count <= 80 })
  }

  @Test func `where nothing fits, the smallest is named and what to do is said`() {
    var file = Sample.tune
    file.options.memoryBudgetBytes = 10_000_000
    file.outcome?.front = []
    file.outcome?.knee = nil
    file.outcome?.recommendation = nil
    let text = Document(file).terminal(colour: false, width: 200)
    #expect(
      text.contains("No combination keeps to the budget of 10 MB; the smallest is none with 47 MB of images.")
    )
    #expect(text.contains("Allow more with '--memory-budget'."))
    #expect(Document(file).markdown().contains("No combination keeps"))
    #expect(Document(file).html().contains("No combination keeps"))
    file.candidates.removeAll()
    #expect(Document(file).terminal(colour: false, width: 200).contains("Nothing can be recommended"))
  }

  @Test func `Markdown marks the recommendation`() {
    let text = Document(Sample.tune).markdown()
    #expect(text.contains("| **screens** | leading=0.75 trailing=0 | recommended | 65 MB |"))
    #expect(text.contains("```swift\nlet strategy = ScreensStrategy()\n```"))
  }

  @Test func `CSV holds every combination with all digits`() {
    let lines = CSVReport(Sample.tune).render().components(separatedBy: "\r\n").filter { !$0.isEmpty }
    #expect(lines.count == 6)
    #expect(
      lines[3]
        == "screens,leading=0.75;trailing=0,released,fast,opportunistic,lru,urgency,true,,true,false,true,65000000,0.008,8,0.93,"
    )
    #expect(lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 17 })
  }

  @Test func `the page is well-formed, draws a line for each strategy in each panel, and escapes`() throws {
    let page = try Page(Document(Sample.tune).html())
    #expect(page.count("svg") == 1)
    #expect(page.count("polyline") == 4)
    #expect(page.count("script") == 0)
    #expect(page.text.contains("budget 150 MB"))
    #expect(page.text.contains("hit rate of screens from 73.8 to 95 % of appearances, the most"))
    #expect(page.text.contains("fling: <crashed>"))
    #expect(page.elements.filter { $0.name == "th" }.allSatisfy { $0.attributes["scope"] != nil })
    let text = Document(Sample.tune).html()
      .replacing("http://www.w3.org/1999/xhtml", with: "").replacing("http://www.w3.org/2000/svg", with: "")
    for way in ["http:", "https:", "src=", "url(", "@import", "<link"] { #expect(!text.contains(way)) }
  }

  @Test func `a share says what it is, and has no outcome`() {
    var file = Sample.tune
    file.shard = TuneShard(index: 2, of: 3)
    file.outcome = nil
    let text = Document(file).terminal(colour: false, width: 200)
    #expect(text.contains("Shard 2/3: 5 of a grid of 4 combinations were evaluated."))
    #expect(!text.contains("Recommended"))
  }
}

/// The file of a search.
struct TuneFileTests {
  @Test func `what is written is read again, to the byte`() throws {
    let folder = try TemporaryFolder()
    try Sample.tune.write(to: folder.file("a/b.json"))
    let read = try TuneFile.read(path: folder.file("a/b.json"))
    #expect(read == Sample.tune)
    #expect(try read.json() == Sample.tune.json())
    #expect(try read.json().contains("\"wasteRatio\" : null"))
  }

  @Test(arguments: [
    ("\"gridCount\" : 4", "\"gridCount\" : -1", "expected gridCount from 0"),
    ("\"gridCount\" : 4", "\"gridCount\" : 9", "expected at least 9 candidates, found 5"),
    ("\"gridCount\" : 4", "\"gridCount\" : 1e99", "expected"),
    ("\"gridCount\" : 4", "\"gridCount\" : \"x\"", "found a string; run 'scrollsim tune' again"),
    ("\"gridCount\" : 4", "\"shard\" : { \"index\" : 0, \"count\" : 3 }, \"gridCount\" : 4", "found 0/3"),
    (
      "\"gridCount\" : 4", "\"shard\" : { \"index\" : 1, \"count\" : 99999 }, \"gridCount\" : 4",
      "found 1/99999"
    ),
    ("\"knee\" : 1", "\"knee\" : 5", "by their places, found 5"),
    ("\"combinations\" : 5", "\"combinations\" : 0", "found 0"),
    ("scrollsim.tune/1", "scrollsim.result/1", "expected \"scrollsim.tune/1\", found \"scrollsim.result/1\""),
    ("\"memoryBudgetBytes\" : 150000000,\n    \"orders\"", "\"orders\"", "memoryBudgetBytes"),
  ])
  func `a file that cannot be is refused with its reason`(old: String, new: String, words: String) throws {
    let folder = try TemporaryFolder()
    let text = try Sample.tune.json()
    #expect(text.contains(old))
    let path = try folder.write(Array(text.replacing(old, with: new).utf8), as: "x.json")
    let error = #expect(throws: ResultFileError.self) { try TuneFile.read(path: path) }
    #expect(error?.description.hasPrefix("\(path): ") == true)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: ["", "{}", "[]", "garbage"])
  func `what is no search is refused`(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), as: "x.json")
    #expect(throws: ResultFileError.self) { try TuneFile.read(path: path) }
    #expect(throws: ResultFileError.self) { try TuneFile.read(path: "/nowhere/x.json") }
  }
}
