import BenchReport
import TestSupport
import Testing

@testable import ScrollSim

/// A baseline's record of earlier ones, and its use in checks.
struct CourseTests {
  private static let family = "fling/screens/released/fast/opportunistic/lru/urgency"

  /// A baseline that was updated with each of these peaks.
  private func baseline(
    _ peaks: [Double], of make: ((inout RunRecord) -> Void) -> ResultFile = GateSample.replay
  ) -> BaselineFile? {
    peaks.reduce(nil) { old, peak in
      BaselineFile(
        updating: old, with: make { $0.metrics["peakImageBytes"] = peak }, on: GateSample.machine,
        reason: "peak \(peak)")
    }
  }

  @Test func `a course is drawn in eight heights, and flat where nothing changes`() throws {
    func line(_ peaks: [Double], head: Double) throws -> String {
      let check = GateSample.gate(baseline(peaks, of: GateSample.model)).check(
        GateSample.model { $0.metrics["peakImageBytes"] = head })
      return try #require(check.courses?.first { $0.metric == "peakImageBytes" }).sparkline
    }
    #expect(try line([10, 20, 30, 40, 50, 60, 70], head: 80) == "▁▂▃▄▅▆▇█")
    #expect(try line([80, 10], head: 45) == "█▁▅")
    #expect(try line([5, 5, 5], head: 5) == "▄▄▄▄")
    #expect(try line([5], head: 5) == "▄▄")
  }

  @Test func `a comment shows the courses folded, and a picture of what got worse the most`() {
    let head = GateSample.model { $0.metrics["peakImageBytes"] = 90e6 }
    let check = GateSample.gate(baseline([60e6, 80e6], of: GateSample.model)).check(head)
    let text = Document(CheckFile(scenarios: [check], provenance: head.provenance)).markdown()
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
  }

  @Test func `nothing that got worse, no picture`() {
    let head = GateSample.model { $0.metrics["peakImageBytes"] = 80e6 }
    let check = GateSample.gate(baseline([60e6, 80e6], of: GateSample.model)).check(head)
    let text = Document(CheckFile(scenarios: [check], provenance: head.provenance)).markdown()
    #expect(text.contains("▁██") && !text.contains("mermaid"))
  }

  @Test func `a baseline from before courses were kept shows where it stands`() {
    var old = baseline([60e6], of: GateSample.model)
    old?.history[0].values = nil
    let check = GateSample.gate(old).check(GateSample.model { $0.metrics["peakImageBytes"] = 60e6 })
    #expect(check.courses?.first { $0.metric == "peakImageBytes" }?.accepted == [60e6])
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

  @Test func `another scenario begins another course`() throws {
    let old = try #require(baseline([1, 2]))
    var result = GateSample.replay()
    result.scenario.sha256 = "another"
    let new = BaselineFile(updating: old, with: result, on: GateSample.machine, reason: "edited")
    #expect(new.history.map { $0.values == nil } == [true, true, false])
  }

  // MARK: Fences

  /// The verdict on a replay whose peak is `head` MB, after baselines with these peaks in MB.
  private func verdict(on head: Double, after peaks: [Double]) -> CheckFile.Verdict {
    GateSample.gate(baseline(peaks.map { $0 * 1e6 })).check(
      GateSample.replay { $0.metrics["peakImageBytes"] = head * 1e6 }
    ).verdict
  }

  @Test func `a metric that was noisy may move as far as it did`() {
    let noisy: [Double] = [100, 112, 100, 112, 100, 112, 100, 112, 100]
    #expect(verdict(on: 110, after: noisy) == .pass)
    #expect(verdict(on: 110, after: [100, 100, 100]) == .regression)
    #expect(verdict(on: 150, after: noisy) == .regression)
  }

  @Test func `a metric that was steady is held to a fifth of the standard threshold`() {
    let steady = [Double](repeating: 100, count: 9)
    #expect(verdict(on: 102, after: steady) == .regression)
    #expect(verdict(on: 100.5, after: steady) == .pass)
    #expect(verdict(on: 102, after: [Double](steady.dropLast())) == .pass, "seven steps are too few")
  }

  @Test func `a finding says which fence it passed`() throws {
    let check = GateSample.gate(baseline([Double](repeating: 100e6, count: 9))).check(
      GateSample.replay { $0.metrics["peakImageBytes"] = 102e6 })
    let finding = try #require(check.findings.first)
    #expect(finding.text.contains("That passes the fence from its own history, 1 % and 800 kB."))
  }
}
