import BenchReport
import Foundation
import TestSupport
import Testing

/// The gate's own test, from outside.
@Suite(.timeLimit(.minutes(15)))
struct SelftestCommandTests {
  @Test(.enabled(if: LongTests.areWanted, Comment(rawValue: LongTests.skipReason)))
  func `the gate holds as a machine reads it`() async throws {
    let outcome = try await Program.run(["selftest", "--format", "json"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let file = try JSONDecoder().decode(SelftestFile.self, from: Data(outcome.output.utf8))
    #expect(file.holds)
    #expect(file.faults.count >= 6)
  }

  @Test func `the gate holds, and every fault says by which rule it was caught`() async throws {
    let text = try await Program.run(["selftest", "--leaks", "1"])
    #expect(text.code == 0, "\(text.error)")
    #expect(text.output.contains("caught by rule growth"))
    #expect(text.output.contains("1 of 1 caught"))
    #expect(text.output.hasSuffix("The gate holds.\n"))
  }

  @Test func `a scenario without laps, or a count that is none, is wrong usage`() async throws {
    for arguments in [[SmallScenario.path], ["--leaks", "-1"], ["nowhere"]] {
      let outcome = try await Program.run(["selftest"] + arguments)
      #expect(outcome.code == 64)
      #expect(outcome.output == "")
    }
  }
}
