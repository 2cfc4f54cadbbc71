import BenchReport
import Foundation
import Testing

@testable import ScrollSim

struct ExplanationTests {
  @Test func `an explanation is small tables and a conclusion`() throws {
    let report = try #require(Document(explaining: Sample.explained, of: Sample.fling))
    let text = report.terminal(colour: false, width: 100)
    #expect(
      text.hasPrefix(
        """
        fling/screens/released/fast/opportunistic/lru/urgency/0 · replay
        25 of 500 appearances began with nothing to show.

        ┌─────────┬──────────────────────────────────┬───────┬────────┬────────┬────────┬────────┐
        │ cause   │ meaning                          │ cells │  share │  blank │   from │     to │
        ├─────────┼──────────────────────────────────┼───────┼────────┼────────┼────────┼────────┤
        │ queued  │ wanted, but no decoder was free  │    20 │ 80.0 % │ 500 ms │ 0.10 s │ 2.00 s │
        │ evicted │ was in memory before and left it │     5 │ 20.0 % │ 125 ms │ 0.10 s │ 2.00 s │
        └─────────┴──────────────────────────────────┴───────┴────────┴────────┴────────┴────────┘

        On average, 3 jobs for cells on screen and 0.5 prefetches started while a queued cell waited. When
        it appeared, its image had been wanted for 80 ms (median).
        Images of evicted cells had left memory: 4 for lack of budget; 1 when their cells let go and no
        window kept them.

        Blank for longest
        """))
    #expect(
      text.contains("Decoders were busy 50.0 % of the time in motion and 60.0 % of the fast scrolling.\n"))
    #expect(
      text.replacing("\n", with: " ").contains(
        "Over this scroll no strategy in any order leaves fewer than 2 blank, 8.0 % of the blank cells here.")
    )
    #expect(text.contains("│ beach │ budget 2×          │            2× │"))
  }

  @Test func `a narrow terminal keeps what matters most and stays within its width`() throws {
    let report = try #require(Document(explaining: Sample.explained, of: Sample.fling))
    let text = report.terminal(colour: false, width: 60)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 72 })
    for word in ["queued", "evicted", "500 ms", "p95"] { #expect(text.contains(word)) }
  }

  @Test func `an explanation is Markdown and JSON`() throws {
    let report = try #require(Document(explaining: Sample.explained, of: Sample.fling))
    let markdown = report.markdown()
    #expect(markdown.hasPrefix("## fling/screens/released/fast/opportunistic/lru/urgency/0 · replay\n"))
    #expect(markdown.contains("| queued | wanted, but no decoder was free | 20 | 80.0 % | 500 ms |"))
    let json = try #require(try Sample.explained.explanationJSON())
    let object = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["conclusion"] as? String == Sample.explanation().conclusion)
    #expect((object["explanation"] as? [String: Any])?["blankAppearances"] as? Int == 25)
  }

  @Test func `a list has a line for each run, and says which cannot be explained`() throws {
    var result = Sample.fling
    result.runs[2] = Sample.explained
    let text = Document(causesIn: result).terminal(colour: false, width: 200)
    #expect(
      text.contains(
        "│ fling/screens/released/fast/opportunistic/lru/urgency/0      │          25 │     20 │       5 │"))
    #expect(text.contains("no explanation"))
    let narrow = Document(causesIn: result).terminal(colour: false, width: 72)
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 72 })
    #expect(narrow.contains("25 blank (20\nqueued, 5 evicted)"))
    #expect(Document(causesIn: result).markdown().contains("| 25 | 20 | 5 |"))
    #expect(try result.causesJSON().contains("\"queuedBehind\""))
    #expect(
      Document(causesIn: Sample.result(runs: [])).terminal(colour: false, width: 80).contains("no runs"))
  }

  @Test func `a recording gives no reasons, and nobody is told to run it again`() {
    let recording = Sample.result(mode: .watch, runs: [Sample.run("Photos")])
    let text = Document(causesIn: recording).markdown()
    #expect(text.contains("no explanation: a recording shows what was blank, not why"))
    #expect(!text.contains("run the scenario again"))
  }

  @Test func `a run is named by its identifier, its strategy or a part that no other has`() throws {
    let result = Sample.fling
    #expect(try result.run(named: result.runs[3].id).combination.strategy == "settle")
    #expect(try result.run(named: "screens").combination.strategy == "screens")
    #expect(try result.run(named: "apple").combination.strategy == "apple-sample")
    let several = #expect(throws: ResultFile.RunNameError.self) { try result.run(named: "released") }
    #expect(several?.description.contains("found 6 that match 'released'") == true)
    let none = #expect(throws: ResultFile.RunNameError.self) { try result.run(named: "tiles\u{1B}[31m") }
    #expect(none?.description.contains("found 'tiles\u{FFFD}[31m'; there are:\n  fling/none/") == true)
  }

  @Test(arguments: Self.rules)
  func `each rule has its conclusion`(explanation: RunExplanation, conclusion: String) {
    #expect(explanation.conclusion == conclusion)
  }

  @Test func `what is not proved is not claimed`() throws {
    for leastBlank in [nil, 0] as [Int?] {
      var run = Sample.explained
      run.explanation = Sample.explanation(leastBlank: leastBlank)
      let text = try #require(Document(explaining: run, of: Sample.fling)).markdown()
      #expect(text.contains("the rest waits for its turn."))
      #expect(!text.contains("no strategy"))
    }
  }

  @Test func `the page has a section on blank cells where there is an explanation`() {
    #expect(!Document([Sample.fling]).html().contains("<h2>Blank cells</h2>"))
    var result = Sample.fling
    result.runs[2] = Sample.explained
    let page = Document([result]).html()
    #expect(page.contains("<h2>Blank cells</h2>"))
    #expect(page.contains("screens: Most of the blank cells (80.0 %)"))
  }

  @Test func `numbers that no run measures do not crash a report`() throws {
    var run = Sample.explained
    run.explanation?.blankAppearances = .max
    run.explanation?.causes = [
      .init(cause: .queuedBehind, cells: .max, blankMs: 1e300, firstMs: -1e300, lastMs: 1e300),
      .init(cause: .jumped, cells: .min, blankMs: -1, firstMs: 0, lastMs: 0),
    ]
    run.explanation?.queuedBehind = .init(visible: .max, cached: .min, wantedBeforeMs: 1e300)
    run.explanation?.leastBlank = .max
    let report = try #require(Document(explaining: run, of: Sample.fling))
    #expect(!report.terminal(colour: true, width: 1).isEmpty)
    #expect(!report.markdown().isEmpty)
  }

  private static let queued = """
    Most of the blank cells (80.0 %) were wanted and waited for a decoder, mostly behind cells that were on screen.
    """

  private static let latency = """
    at the median while scrolling fast, where nineteen in twenty images take up to 100 ms from wanted to ready
    """

  private static let rules: [(RunExplanation, String)] = [
    (Sample.explanation(causes: []), "No cell was blank when it appeared."),
    (
      Sample.explanation(causes: [(.firstScreen, 3)]),
      """
      All of the blank cells (100.0 %) were on screen in the first frame, before any window could want them. \
      No window could have helped.
      """
    ),
    (
      Sample.explanation(leastBlank: 20, busy: 0.97),
      """
      \(queued) A longer lead would hardly help: no strategy in any order leaves fewer than 20 blank; \
      decoders are busy 97.0 % of the fast scrolling.
      """
    ),
    (
      Sample.explanation(leastBlank: 20),
      "\(queued) A longer lead would hardly help: no strategy in any order leaves fewer than 20 blank."
    ),
    (
      Sample.explanation(causes: [(.evictedEarly, 20), (.decoding, 5)]),
      """
      Most of the blank cells (80.0 %) had been in memory and left it before they were shown again, \
      mostly for lack of budget. Keeping images for longer would help more than a longer lead.
      """
    ),
    (
      Sample.explanation(lead: [50]),
      "\(queued) The lead is too short: 50 ms \(latency); no strategy in any order leaves fewer than 2 blank."
    ),
    (
      Sample.explanation(lead: [0]),
      """
      \(queued) Nothing is wanted ahead in most frames while scrolling fast, where nineteen in twenty images \
      take up to 100 ms from wanted to ready; no strategy in any order leaves fewer than 2 blank.
      """
    ),
    (
      Sample.explanation(),
      """
      \(queued) The lead is long enough in most frames (300 ms \(latency)); the rest waits for its turn; \
      no strategy in any order leaves fewer than 2 blank.
      """
    ),
  ]
}
