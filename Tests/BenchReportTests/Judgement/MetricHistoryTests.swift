import BenchReport
import TestSupport
import Testing

@testable import ScrollSim

/// A baseline's record of earlier ones, and its use in checks.
struct MetricHistoryTests {
  private static let family = "fling/screens/released/fast/opportunistic/lru/urgency"

  /// A baseline that was updated with each of these peaks.
  private func baseline(
    _ peaks: [Double], of make: ((inout RunRecord) -> Void) -> ResultFile = GateSample.replay
  ) -> BaselineFile? {
    GateSample.baseline(ofNights: peaks.map { peak in make { $0.metrics["peakImageBytes"] = peak } })
  }

  /// A model's check against baselines with these peaks.
  private func check(_ peaks: [Double], head: Double) -> ScenarioCheck {
    GateSample.gate(baseline(peaks, of: GateSample.model)).check(
      GateSample.model { $0.metrics["peakImageBytes"] = head })
  }

  private func markdown(_ check: ScenarioCheck) -> String {
    Document(CheckFile(scenarios: [check], provenance: Sample.fling.provenance)).markdown()
  }

  @Test func `a metric's history is drawn in eight heights, and flat where nothing changes`() throws {
    for (peaks, head, line) in [
      ([10, 20, 30, 40, 50, 60, 70], 80, "▁▂▃▄▅▆▇█"), ([80, 10], 45, "█▁▅"), ([5, 5, 5], 5, "▄▄▄▄"),
      ([5], 5, "▄▄"),
    ] as [([Double], Double, String)] {
      let history = check(peaks, head: head).courses?.first { $0.metric == "peakImageBytes" }
      #expect(history?.sparkline == line)
    }
  }

  @Test func `a comment shows the histories folded, and a picture of what got worse the most, if any did`() {
    let text = markdown(check([60e6, 80e6], head: 90e6))
    #expect(text.contains("<details><summary>The last 2 baselines, and now</summary>"))
    #expect(text.contains("| \(GateSample.runID) | peakImageBytes | ▁▆█ | 80 MB | 90 MB |"))
    #expect(
      text.contains(
        """
        ```mermaid
        xychart-beta
          title "peakImageBytes of \(GateSample.runID)"
          x-axis ["2 ago", "1 ago", "now"]
          y-axis "MB" 0.0 --> 99.0
          line [60.0, 80.0, 90.0]
        ```
        """))
    let same = markdown(check([60e6, 80e6], head: 80e6))
    #expect(same.contains("▁██") && !same.contains("mermaid"))
  }

  @Test func `a model keeps what people decide by, a replay everything, of the last twenty updates`() throws {
    let model = try #require(baseline([1, 2], of: GateSample.model))
    #expect(model.history.allSatisfy { $0.values?[GateSample.runID]?["peakImageBytes"] != nil })
    #expect(model.history.allSatisfy { $0.values?[GateSample.runID]?["decodes"] == nil })
    let replay = try #require(baseline((1...23).map(Double.init)))
    #expect(replay.history.count == 23)
    #expect(replay.history.map { $0.values == nil } == (1...23).map { $0 <= 3 })
    #expect(replay.history.last?.values?[Self.family]?["decodes"] == 500)
  }

  @Test func `a baseline from before values were kept shows where it stands`() {
    var old = baseline([60e6], of: GateSample.model)
    old?.history[0].values = nil
    let check = GateSample.gate(old).check(GateSample.model { $0.metrics["peakImageBytes"] = 60e6 })
    #expect(check.courses?.first { $0.metric == "peakImageBytes" }?.accepted == [60e6])
  }

  @Test func `another scenario begins another history`() throws {
    let old = try #require(baseline([1, 2]))
    var result = GateSample.replay()
    result.scenario.sha256 = "another"
    let new = BaselineFile(updating: old, with: result, on: GateSample.machine, reason: "edited")
    #expect(new.history.map { $0.values == nil } == [true, true, false])
  }

  // MARK: Fences

  /// The verdict on a replay whose peak is `head` MB, after baselines with these peaks in MB.
  private func verdict(on head: Double, after peaks: [Double]) -> Verdict {
    GateSample.gate(baseline(peaks.map { $0 * 1e6 })).check(
      GateSample.replay { $0.metrics["peakImageBytes"] = head * 1e6 }
    ).verdict
  }

  @Test func `a metric that was noisy may move as far as it did, one that was steady less`() {
    let noisy: [Double] = [100, 112, 100, 112, 100, 112, 100, 112, 100]
    #expect(verdict(on: 110, after: noisy) == .pass)
    #expect(verdict(on: 110, after: [100, 100, 100]) == .regression)
    #expect(verdict(on: 150, after: noisy) == .regression)
    // A steady one has a fifth of the standard threshold.
    let steady = [Double](repeating: 100, count: 9)
    #expect(verdict(on: 102, after: steady) == .regression && verdict(on: 100.5, after: steady) == .pass)
    #expect(verdict(on: 102, after: [Double](steady.dropLast())) == .pass, "seven steps are too few")
    let check = GateSample.gate(baseline([Double](repeating: 100e6, count: 9))).check(
      GateSample.replay { $0.metrics["peakImageBytes"] = 102e6 })
    let words = "That passes the fence from its own history, 1 % and 800 kB."
    #expect(check.findings.first?.text.contains(words) == true)
  }
}

/// A change compared with the baselines of the branch that it goes to.
struct TradeTests {
  private static func image(_ bytes: Double) -> ResultFile {
    GateSample.model { $0.metrics.merge(["peakImageBytes": bytes, "scrollBlankRatio": 0]) { $1 } }
  }

  private let branch = GateSample.baseline(of: image(100e6))
  private let wider = GateSample.model {
    $0.metrics.merge(["peakImageBytes": 141e6, "scrollBlankRatio": 0.01]) { $1 }
  }

  private func check(_ head: ResultFile, updated reason: String?) -> CheckFile {
    let own =
      reason.map { BaselineFile(updating: branch, with: head, on: GateSample.machine, reason: $0) } ?? branch
    var gate = GateSample.gate(own)
    gate.before = branch
    return CheckFile(scenarios: [gate.check(head)], provenance: head.provenance)
  }

  @Test func `an update does not hide what gets worse: the headline names the trade and the reason`() {
    let file = check(wider, updated: "wider window")
    #expect(file.verdict == .pass && file.exitCode == 0)
    let text = Document(file).markdown()
    #expect(text.contains("Pass, accepts: image memory +41 %, blank 0 → 1 % (fling). Reason: wider window"))
    #expect(text.contains("peakImageBytes is 141 MB, the baseline has 100 MB"))
    #expect(Document(file).terminal(colour: false, width: 200).contains("Pass, accepts: image memory +41 %"))
    #expect(
      file.renderAnnotations(paths: [:]).hasPrefix("::warning title=accepts::Pass, accepts: image memory"))
  }

  @Test func `the cold start and the times to sharp after it are told apart`() {
    let slower = GateSample.model { $0.metrics.merge(["coldStartMs": 9000, "settleToFullMs": 9000]) { $1 } }
    let text = Document(check(slower, updated: "smaller window")).markdown()
    #expect(text.contains("cold start +") && text.contains("time to sharp +"), "\(text)")
  }

  @Test func `an update without a reason is reported, and one of any length fits into a comment`() {
    var file = check(wider, updated: "x")
    file.scenarios[0].trade?.reasons = []
    #expect(Document(file).markdown().contains("No reason is given."))
    let text = Document.comment(on: check(wider, updated: String(repeating: "why ", count: 50_000)))
    #expect(text.utf8.count <= 65_000 && text.contains("blank 0 → 1 % (fling). Reason: why why"))
  }

  @Test func `what the branch accepts already is no trade, and what gets better accepts nothing`() {
    #expect(check(Self.image(100e6), updated: nil).scenarios[0].trade == nil)
    var other = Self.image(100e6)
    other.runs[0].metrics["redecodes"] = 999
    #expect(check(other, updated: nil).scenarios[0].trade == nil)
    let better = check(Self.image(50e6), updated: "narrower")
    #expect(better.scenarios[0].trade?.isPaid == false && !Document(better).markdown().contains("accepts"))
  }

  @Test func `a regression stays one, and a change that lets others gate does not hide the usual ones`() {
    let file = check(wider, updated: nil)
    #expect(file.verdict == .regression)
    #expect(Document(file).markdown().contains("❌ Regression: image memory +41 %, blank 0 → 1 % (fling)"))
    var head = wider
    (head.scenario.sha256, head.scenario.gate) = ("other", ["decodes"])
    #expect(Document(check(head, updated: "x")).markdown().contains("accepts: image memory 100 MB → 141 MB"))
  }

  @Test func `an update does not hide what is no longer measured`() {
    let head = GateSample.model {
      $0.metrics.merge(["peakImageBytes": 100e6, "scrollBlankRatio": nil]) { $1 }
    }
    let file = check(head, updated: "no blanks")
    #expect(file.verdict == .pass && file.scenarios[0].trade?.changes == [])
    let text = Document(file).markdown()
    #expect(text.contains("Pass, accepts: another measurement (fling). Reason: no blanks"))
    #expect(text.contains("scrollBlankRatio is empty or missing, the baseline has 0 %."))
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
    let changes = updated.scenarios[0].trade?.changes.map(\.text) ?? []
    #expect(
      changes.contains("peakImageBytes is 141 MB, the baseline has 100 MB, measured under other conditions."))
    let stale = check(head, updated: nil)
    #expect(stale.verdict == .notComparable)
    #expect(
      Document(stale).markdown().contains("Not comparable: image memory 100 MB → 141 MB, blank 0 → 1 %"))
  }
}
