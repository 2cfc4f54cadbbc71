import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The gate's own test, from outside.
@Suite(.timeLimit(.minutes(15)))
struct SelftestCommandTests {
  private struct Report: Decodable {
    struct Fault: Decodable { let found: Finding? }
    let clean: [Finding]
    let faults: [Fault]
  }

  @Test(.enabled(if: LongTests.areWanted, Comment(rawValue: LongTests.skipReason)))
  func `the gate holds as a machine reads it`() async throws {
    let outcome = try await Program.run(["check", "--selftest", "--format", "json"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(report.clean.isEmpty)
    #expect(report.faults.count >= 6 && report.faults.allSatisfy { $0.found != nil })
  }

  @Test func `the gate holds, and every fault says by which rule it was caught`() async throws {
    let text = try await Program.run(["check", "--selftest"])
    #expect(text.code == 0, "\(text.error)")
    #expect(text.output.contains("caught by rule growth"))
    #expect(text.output.hasSuffix("The gate holds.\n"))
  }

  @Test func `a scenario without laps, several, or a format for CI are wrong usage`() async throws {
    for arguments in [[SmallScenario.path], ["--format", "junit"], ["nowhere"], ["growth", "fling"]] {
      let outcome = try await Program.run(["check", "--selftest"] + arguments)
      #expect(outcome.code == 64)
      #expect(outcome.output == "")
    }
  }
}
