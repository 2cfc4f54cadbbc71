import BenchReport
import Testing

struct CheckReportTests {
  private var file: CheckFile {
    let base = GateSample.model()
    let head = GateSample.model {
      $0.metrics["decodes"] = 600
      $0.metrics["cacheHitRate"] = 0.9
      $0.metrics["duplicateDecodes"] = 2
    }
    return CheckFile(
      scenarios: [GateSample.gate(GateSample.baseline(of: base)).check(head)], provenance: base.provenance)
  }

  @Test func `the terminal shows what counts, where, and what to do`() {
    #expect(
      Document(file).terminal(colour: false, width: 100) == """
        fling · model · regression
          Against b/fling.json of 2026-01-02T03:04:05Z (the first).
          Values judged, by rule: 50 measured, 3 invariant, 1 baseline, 67 exact, 1 growth.
          Findings: 2 regression, 1 improvement.
          fling/screens/released/fast/opportunistic/lru/urgency/0
            regression (invariant): duplicateDecodes is 2. Images decoded twice at once; must be 0.
              → This is a fault of the program, which no baseline can excuse.
            regression (exact): decodes is 600, the baseline has 500 (+100, +20 %).
              → Undo what made it worse, or accept it with --update --reason TEXT and commit the baseline.

        Regression: fling

        """)
    #expect(
      Document(file, all: true).terminal(colour: false, width: 100).contains(
        "improvement (exact): cacheHitRate"))
    #expect(Document(file).terminal(colour: true, width: 100).contains("\u{1B}[31m"))
  }

  @Test func `a comment is found by its mark, and shows regressions open and the rest folded`() {
    let text = Document(file).markdown()
    #expect(text.hasPrefix("<!-- scrollsim check -->\n\n## ❌ Regression: fling\n"))
    let folded = text.split(separator: "<details>").dropFirst().joined()
    #expect(text.contains("decodes is 600") && !folded.contains("decodes is 600"))
    #expect(folded.contains("cacheHitRate is 90 %"))
    #expect(Document(file, most: 1).markdown().contains("… and 1 more, which the JSON lists."))
  }

  @Test func `annotations stand at the scenario's file, one a finding`() {
    let lines = file.renderAnnotations(paths: ["fling": "a,b/fling.json"]).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines[0].hasPrefix("::error file=a%2Cb/fling.json,title=fling%3A regression (invariant)::fling/screens")
    )
    #expect(lines[1].contains("+20 %25"))
    #expect(lines[2].hasPrefix("::notice "))
    #expect(lines[3] == "Regression: fling")
  }

  @Test func `texts from files stay texts`() {
    var file = file
    file.scenarios[0].name = "<script>\u{1B}[2J|`x`"
    file.scenarios[0].findings[0].text = "a\n::error::b <img src=x>"
    #expect(!Document(file).markdown().contains("<script>"))
    #expect(!Document(file).markdown().contains("<img"))
    #expect(!Document(file).terminal(colour: false, width: 80).contains("\u{1B}"))
    #expect(!file.renderAnnotations(paths: [:]).contains("\n::error::b"))
  }

  @Test func `the JSON says what the exit code says, and is stable`() throws {
    let text = try file.json()
    #expect(text.contains("\"schema\" : \"scrollsim.check/1\""))
    #expect(text.contains("\"exitCode\" : 2"))
    #expect(text.contains("\"verdict\" : \"regression\""))
    #expect(try file.json() == text)
  }
}
