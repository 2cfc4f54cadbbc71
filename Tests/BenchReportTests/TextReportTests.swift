import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

/// A result on a terminal and in Markdown, beside the snapshots of whole reports.
struct TextReportTests {
  @Test func `a run that failed has its reason in its row and below the table`() {
    let text = Document([Sample.fling]).terminal(colour: false, width: 200)
    #expect(text.contains("│ directional     │ out of memory: the system refused memory for an image │\n"))
    let reason =
      "fling/directional/released/fast/opportunistic/lru/urgency/0: out of memory: the system refused memory for an image."
    #expect(text.hasSuffix("\n\nNot measured:\n\(reason)\n"))
    let markdown = Document([Sample.fling]).markdown()
    #expect(
      markdown.contains(
        "\n| directional | **out of memory: the system refused memory for an image** |  |  |  |\n"))
    #expect(markdown.contains("\n\n**Not measured:**\n\n- \(reason)\n\nMeasured with:\n\n"))
  }

  @Test func `a narrow terminal gets the columns that matter most and names the others`() {
    #expect(
      Document([Sample.fling]).terminal(colour: false, width: 62) == """
        fling · replay
        A thumb flings.

        ┌─────────────────┬─────────┬─────────┬─────────┬─────────┐
        │ strategy        │  blank  │    not  │  image  │   time  │
        │                 │         │  sharp  │ memory  │     to  │
        │                 │         │         │         │  sharp  │
        ├─────────────────┼─────────┼─────────┼─────────┼─────────┤
        │ ▸ screens       │  3.1 %* │  3.1 %* │  98 MB  │ 120 ms* │
        │ apple-sample    │ 12.1 %  │ 12.1 %  │  38 MB  │ 310 ms  │
        │ settle          │ 29.0 %  │ 29.0 %  │  60 MB  │      –  │
        │ none            │ 38.4 %  │ 38.4 %  │  12 MB* │ 540 ms  │
        │ directional     │ out of memory: the system refused me… │
        │ keep-all (ref.) │  0.2 %  │  0.2 %  │ 803 MB  │  20 ms  │
        └─────────────────┴─────────┴─────────┴─────────┴─────────┘
        * best of its column

        Recommended: screens: while scrolling it leaves 3.1 % of the
        area not sharp, 3.1 % blank (next: apple-sample, 12.1 % and
        12.1 %); its images need 98 MB of the 150 MB budget.

        A reference (ref.) is for comparison only: it ignores the
        budget or knows the future.

        Not measured:
        fling/directional/released/fast/opportunistic/lru/urgency/0:
        out of memory: the system refused memory for an image.

        """)
  }

  @Test func `eighty columns are enough for what people decide by, a hundred for its spread, too`() {
    let runs = ["apple-sample", "screens", "keep-all"].enumerated().flatMap { place, strategy in
      (0..<3).map { iteration -> RunRecord in
        let step = Double(iteration)
        return Sample.run(
          strategy, iteration: iteration, blank: 0.12 + 0.01 * step,
          settleMs: 300 + 10 * step + Double(100 * place), images: 98e6 + 1e6 * step + Double(place) * 60e6)
      }
    }
    let document = Document([Sample.result(runs: runs)])
    let narrow = document.terminal(colour: false, width: 80)
    #expect(narrow.contains("Left out, as the terminal is too narrow: spreads (±).\n"))
    let wide = document.terminal(colour: false, width: 100)
    #expect(!wide.contains("Left out"))
    #expect(wide.contains("13.0 % ± 1.0") && wide.contains("99 MB ± 1") && wide.contains("310 ms ± 10"))
  }

  @Test(arguments: [1, 20, 60, 80, 120])
  func `no width is too small`(width: Int) {
    let text = Document([Sample.fling]).terminal(colour: false, width: width)
    let table = text.split(separator: "\n").filter { $0.hasPrefix("│") }
    #expect(Set(table.map(\.count)).count == 1)
    if width >= 60 { #expect(table.allSatisfy { $0.count <= width }) }
  }

  @Test func `a table that can lose no columns is sentences on a terminal that is too narrow`() {
    let keys = Document.scenarioKeys.terminal(colour: false, width: 80)
    #expect(keys.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(keys.contains("\nlibrary.synthetic.photos: value 1 to 10000000, whole; default required;"))
    let recordings = Sample.result(mode: .watch, runs: (0..<3).map { Sample.run("Photos", iteration: $0) })
    let shown = Document([recordings]).terminal(colour: false, width: 100)
    #expect(shown.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(shown.contains("\nmedian, spread: blank 10.0 % (10.0 % to 10.0 %); blank while scrolling"))
  }

  @Test func `colours change nothing but colours`() throws {
    let coloured = Document([Sample.fling]).terminal(colour: true, width: 80)
    #expect(coloured.contains("\u{1B}[1;32m"))
    let escape = try Regex("\u{1B}\\[[0-9;]*m")
    #expect(
      coloured.replacing(escape, with: "") == Document([Sample.fling]).terminal(colour: false, width: 80))
  }

  @Test func `a result without runs says so`() {
    #expect(
      Document([Sample.result(runs: [])]).terminal(colour: false, width: 80)
        == "fling · replay\nA thumb flings.\n\nThere are no runs.\n")
  }

  @Test func `a list of results has no recommendations for recordings`() throws {
    let folder = TemporaryFolder()
    var recording = Sample.result(name: "Photos", runs: [Sample.run("Photos")])
    recording.mode = .watch
    try recording.write(to: folder.file("Photos.watch.json"))
    let text = Document(ResultFolder(folder.path)).markdown()
    #expect(text.contains("\n| Photos.watch | 2026-01-02T03:04:05Z | 1 |  |  |\n"), "\(text)")
  }

  @Test func `a result that cannot be read does not separate the rows of a list, and says why below`() throws
  {
    let folder = TemporaryFolder()
    try Sample.fling.write(to: folder.file("fling.replay.json"))
    try folder.write("{\"schema\": \"scrollsim.result/99\"}", as: "old.replay.json")
    let text = Document(ResultFolder(folder.path)).terminal(colour: false, width: 80)
    let lines = text.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("│") }.allSatisfy { $0.count <= 80 }, "\(text)")
    #expect(lines.contains { $0.hasPrefix("│ old.replay ") && $0.hasSuffix("│ cannot be read │") })
    let words = "expected \"scrollsim.result/1\", found \"scrollsim.result/99\""
    #expect(text.replacing("\n", with: " ").contains(words))
  }

  @Test func `broken limits are listed below the table`() {
    let result = Sample.result(limits: ["cacheHitRate": .number(0.8)], runs: [Sample.run("none", hit: 0.1)])
    let id = "fling/none/released/fast/opportunistic/lru/urgency/0"
    #expect(
      Document([result]).terminal(colour: false, width: 200).hasSuffix(
        "\nLimits broken:\n\(id): cacheHitRate is 10 %, but the scenario asks for at least 80 %.\n"))
  }

  @Test func `one photo, one decoder and one column are reported in the singular`() {
    var result = Sample.result(runs: [Sample.run("none")])
    (result.library.photos, result.library.distinct) = (1, 1)
    (result.scenario.decodeWorkers, result.scenario.columns) = (1, 1)
    let text = Document([result]).markdown()
    for fact in [
      "\n- Photos: 1 from 1 file of 210 MB\n", " and 60 Hz, 1 column\n",
      "\n- Device: 1 decode thread, 150 MB for images\n",
    ] { #expect(text.contains(fact), "\(fact)") }
  }

  @Test func `hostile names are text in every table`() {
    let lines = Document([Sample.hostile]).markdown().split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("| ") }
    #expect(rows.count == 5)
    #expect(Set(rows.map { $0.replacing("\\|", with: "").split(separator: "|").count }).count == 1)
    let expected: [Unicode.Scalar] = ["a", "\\", "|", "\u{301}"]
    #expect(Array("a|\u{301}".markdown.unicodeScalars) == expected, "a bar with an accent ends no cell")
  }

  @Test func `results of one scenario and mode are told apart by the times at which they were made`() {
    var later = Sample.fling
    later.provenance.startedAt = "2026-01-03T03:04:05Z"
    let lines = Document([Sample.fling, later, Sample.lapped]).markdown().split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("## ") } == [
        "## fling · replay · 2026-01-02T03:04:05Z", "## fling · replay · 2026-01-03T03:04:05Z",
        "## laps · replay",
      ])
  }

  @Test
  func
    `the head names the device whose decode times replays have, and none that is too fast for this machine`()
  {
    var result = Sample.result(runs: [Sample.run("none"), Sample.run("screens", blank: 0)])
    func head(ratio: Double) -> String {
      result.scenario.devicePace = DevicePace(device: "phone", ratios: ["fast": ratio])
      return Document([result]).terminal(colour: false, width: 400)
    }
    #expect(head(ratio: 0.25).hasPrefix("fling · replay · phone\n"))
    #expect(head(ratio: 0.25).contains("are made to take 4.0 times as long"))
    #expect(head(ratio: 2).hasPrefix("fling · replay\n"))
    #expect(head(ratio: 2).contains("cannot be made faster"))
  }
}
