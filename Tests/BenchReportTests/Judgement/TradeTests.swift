import BenchReport
import Testing

@testable import ScrollSim

/// A change beside the baselines of the branch that it goes to.
struct TradeTests {
  private static func image(_ bytes: Double) -> ResultFile {
    GateSample.model {
      $0.metrics["peakImageBytes"] = bytes
      $0.metrics["scrollBlankRatio"] = 0
    }
  }

  private let branch = GateSample.baseline(of: image(100e6))
  private let wider = GateSample.model {
    $0.metrics["peakImageBytes"] = 141e6
    $0.metrics["scrollBlankRatio"] = 0.01
  }

  private func check(_ head: ResultFile, updated reason: String?) -> CheckFile {
    let own =
      reason.map { BaselineFile(updating: branch, with: head, on: GateSample.machine, reason: $0) } ?? branch
    var gate = GateSample.gate(own)
    gate.before = branch
    return CheckFile(scenarios: [gate.check(head)], provenance: head.provenance)
  }

  @Test func `an update does not hide what gets worse: the headline says the trade and the reason`() {
    let file = check(wider, updated: "wider window")
    #expect(file.verdict == .pass && file.exitCode == 0)
    let text = Document(file).markdown()
    #expect(text.contains("Pass, accepts: image memory +41 %, blank 0 → 1 % (fling). Reason: wider window"))
    #expect(text.contains("peakImageBytes is 141 MB, the baseline has 100 MB"))
    #expect(Document(file).terminal(colour: false, width: 200).contains("Pass, accepts: image memory +41 %"))
    #expect(
      file.renderAnnotations(paths: [:]).hasPrefix("::warning title=accepts::Pass, accepts: image memory"))
  }

  @Test func `an update without a reason is told so`() {
    var file = check(wider, updated: "x")
    file.scenarios[0].trade?.reasons = []
    #expect(Document(file).markdown().contains("No reason is given."))
  }

  @Test func `a reason of any length leaves a comment that GitHub takes`() {
    let text = Document.comment(on: check(wider, updated: String(repeating: "why ", count: 50_000)))
    #expect(text.utf8.count <= 65_000 && text.contains("blank 0 → 1 % (fling). Reason: why why"))
  }

  @Test func `what the branch accepts already is no trade`() {
    #expect(check(Self.image(100e6), updated: nil).scenarios[0].trade == nil)
    var other = Self.image(100e6)
    other.runs[0].metrics["redecodes"] = 999
    #expect(check(other, updated: nil).scenarios[0].trade == nil)
  }

  @Test func `a change that makes it better accepts nothing`() {
    let file = check(Self.image(50e6), updated: "narrower")
    #expect(file.scenarios[0].trade?.isPaid == false)
    #expect(!Document(file).markdown().contains("accepts"))
  }

  @Test func `a change that lets other metrics gate does not hide the usual ones`() {
    var head = wider
    head.scenario.sha256 = "other"
    head.scenario.gate = ["decodes"]
    #expect(Document(check(head, updated: "x")).markdown().contains("accepts: image memory 100 MB → 141 MB"))
  }

  @Test func `a regression stays one, and is headed by what it trades`() {
    let file = check(wider, updated: nil)
    #expect(file.verdict == .regression)
    #expect(Document(file).markdown().contains("❌ Regression: image memory +41 %, blank 0 → 1 % (fling)"))
  }

  @Test func `another scenario is shown side by side, updated or not`() {
    var head = wider
    head.scenario.sha256 = "other"
    let updated = check(head, updated: "longer fling")
    #expect(updated.verdict == .pass)
    let text = Document(updated).markdown()
    #expect(
      text.contains(
        "Pass, accepts: image memory 100 MB → 141 MB, blank 0 → 1 % (fling). Reason: longer fling"))
    #expect(text.contains("The scenario file has changed"))
    let stale = check(head, updated: nil)
    #expect(stale.verdict == .notComparable)
    #expect(
      Document(stale).markdown().contains("Not comparable: image memory 100 MB → 141 MB, blank 0 → 1 %"))
  }
}
