import BenchReport
import Testing

@testable import ScrollSim

struct CheckReportTests {
  private var file: CheckFile {
    let base = GateSample.model()
    let head = GateSample.model {
      $0.metrics.merge(["decodes": 600, "cacheHitRate": 0.9, "duplicateDecodes": 2]) { $1 }
    }
    return CheckFile(
      scenarios: [GateSample.gate(GateSample.baseline(of: base)).check(head)], provenance: base.provenance)
  }

  @Test func `the terminal shows what counts, where, and what to do`() {
    #expect(
      Document(file).terminal(colour: false, width: 400) == """
        fling · model · regression
          Against b/fling.json of 2026-01-02T03:04:05Z (the first).
          14 values decide: blankAreaRatio, budgetExcessBytes, cacheHitRate, coldStartMs, decodes, duplicateDecodes, growth, leftoverImageBytes, notSharpAreaRatio, peakImageBytes, peakResidentBytes, scrollBlankRatio, scrollNotSharpRatio, settleToFullMs.
          Findings: 2 worse, 1 better.
          fling/screens/released/fast/opportunistic/lru/urgency/0
            worse: decodes is 600, the baseline has 500 (+100, +20 %).
              → Undo what made it worse, or accept it with --update --reason TEXT and commit the baseline.
            worse: duplicateDecodes is 2. Images decoded twice at once; must be 0.
              → This is a fault of the program, which no baseline can excuse.

        Regression: decodes +20 %, duplicateDecodes 0 → 2, hit rate 50 → 90 % (fling)

        """)
    #expect(Document(file, all: true).terminal(colour: false, width: 100).contains("better: cacheHitRate"))
    #expect(Document(file).terminal(colour: true, width: 100).contains("\u{1B}[31m"))
  }

  @Test func `a comment is found by its mark, and shows what is worse and better open and the rest folded`() {
    var file = file
    file.scenarios[0].findings.append(
      Finding(.notice, .exact, metric: "redecodes", text: "redecodes is 9.", advice: ""))
    let text = Document(file).markdown()
    #expect(
      text.hasPrefix(
        "<!-- scrollsim check -->\n\n## ❌ Regression: decodes +20 %, duplicateDecodes 0 → 2, hit rate 50 → 90 % (fling)\n"
      ))
    let folded = text.split(separator: "<details>").dropFirst().joined()
    for words in ["decodes is 600", "cacheHitRate is 90 %"] {
      #expect(text.contains(words) && !folded.contains(words))
    }
    #expect(folded.contains("redecodes is 9"))
    #expect(Document(file, most: 1).markdown().contains("… and 2 more, which the JSON lists."))
  }

  @Test func `annotations are at the scenario's file, the largest first, one for all runs of a metric`() {
    var file = file
    var other = file.scenarios[0].findings[0]
    other.run = "another"
    other.head = 550
    file.scenarios[0].findings.append(other)
    let lines = file.renderAnnotations(paths: ["fling": "a,b/fling.json"]).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines[0].hasPrefix("::error file=a%2Cb/fling.json,title=fling%3A decodes%3A worse::fling/screens"))
    #expect(lines[0].contains("+20 %25") && lines[0].contains("Of 2 runs, this one changed the most."))
    #expect(lines[1].contains("duplicateDecodes"))
    #expect(lines[2].hasPrefix("::notice ") && lines[3].hasPrefix("Regression: decodes +20 %"))
  }

  @Test func `an advisory check warns of what is worse, and what still fails it is an error`() {
    var file = file
    file.isAdvisory = true
    file.scenarios[0].findings.append(
      Finding(.notMeasured, .measured, text: "nothing was measured", advice: ""))
    let lines = file.renderAnnotations(paths: [:]).split(separator: "\n")
    #expect(lines[0] == "::error title=fling%3A not measured::nothing was measured")
    #expect(lines.count { $0.hasPrefix("::error ") } == 1)
    #expect(lines[1].hasPrefix("::warning title=fling%3A decodes%3A worse::"))
  }

  @Test func `a headline reports a change that is a small share, and growth outside of images`() {
    func headline(base: (inout RunRecord) -> Void = { _ in }, head: (inout RunRecord) -> Void) -> String {
      let gate = GateSample.gate(GateSample.baseline(of: GateSample.model(base)))
      let check = CheckFile(
        scenarios: [gate.check(GateSample.model(head))], provenance: Sample.fling.provenance)
      return Document(check).terminal(colour: false, width: 400)
    }
    #expect(
      headline(base: { $0.metrics["decodes"] = 5000 }, head: { $0.metrics["decodes"] = 5001 })
        .contains("Regression: decodes 5,000 → 5,001 (fling)"))
    #expect(
      headline { $0.growth = Sample.growth(.growing, bytesPerLap: 0) }
        .contains("Regression: memory worse lap over lap (fling)"))
    #expect(
      headline { $0.growth = Sample.growth(.growing, bytesPerLap: 43_000) }
        .contains("Regression: memory +43 kB a lap (fling)"))
  }

  /// A check in which everything that gates got worse in many runs of many scenarios.
  private func large(scenarios: Int) -> CheckFile {
    let finding = file.scenarios[0].findings[0]
    var file = file
    file.scenarios = (0..<scenarios).map { number in
      var scenario = file.scenarios[0]
      scenario.name = "scenario-\(number)"
      scenario.findings = (0..<60).map { place in
        var copy = finding
        (copy.run, copy.metric) = ("run-\(place % 5)-" + String(repeating: "x", count: 90), "metric\(place)")
        copy.head = 500 + Double(place)
        return copy
      }
      return scenario
    }
    return file
  }

  @Test(arguments: [1, 5, 60, 2000])
  func `a comment is never longer than GitHub takes, and annotations are at most ten`(scenarios: Int) {
    let large = large(scenarios: scenarios)
    let text = Document.comment(on: large)
    #expect(text.utf8.count <= 65_000, "\(text.utf8.count)")
    #expect(text.hasPrefix("<!-- scrollsim check -->\n\n## ❌ Regression: metric59 +12 %"))
    #expect(text.contains("scenario-0"))
    let lines = large.renderAnnotations(paths: [:]).split(separator: "\n")
    #expect(lines.count == 11 && lines[0].contains("metric59"))
  }

  @Test func `JUnit's cases are named by metric, and an advisory regression is no failure in itself`() {
    let strict = JUnitReport(file).render()
    #expect(strict.contains("<testcase classname=\"fling.model\" name=\"decodes\"><failure message=\"fling/"))
    #expect(strict.contains("<testcase classname=\"fling.model\" name=\"peakImageBytes\"></testcase>"))
    #expect(!strict.contains("judged"))
    func advisory(beside others: [ScenarioCheck] = []) -> CheckFile {
      CheckFile(scenarios: file.scenarios + others, provenance: file.provenance, isAdvisory: true)
    }
    func text(_ check: CheckFile) -> String { Document(check).terminal(colour: false, width: 400) }
    let junit = JUnitReport(advisory()).render()
    #expect(junit.contains("failures=\"0\" errors=\"0\"") && !junit.contains("<failure"), "\(junit)")
    #expect(junit.contains("name=\"decodes\"><system-out>fling/screens/"))
    #expect(text(advisory()).contains("Regression (advisory: it fails nothing): decodes +20 %"))
    let failing = advisory(beside: [GateSample.gate(nil).check(GateSample.model())])
    #expect(failing.exitCode == 5 && text(failing).contains("Regression: decodes +20 %"))
  }

  @Test func `texts from files stay texts`() {
    var file = file
    file.scenarios[0].name = "<script>\u{1B}[2J|`x`"
    file.scenarios[0].findings[0].text = "a\n::error::b <img src=x>"
    let comment = Document(file).markdown()
    #expect(!comment.contains("<script>") && !comment.contains("<img"))
    #expect(!Document(file).terminal(colour: false, width: 80).contains("\u{1B}"))
    #expect(!file.renderAnnotations(paths: [:]).contains("\n::error::b"))
  }

  @Test func `the JSON says what the exit code says, and is stable`() throws {
    let text = try file.json()
    for field in ["\"schema\" : \"scrollsim.check/1\"", "\"exitCode\" : 2", "\"verdict\" : \"regression\""] {
      #expect(text.contains(field))
    }
    #expect(try file.json() == text)
  }
}
