import BenchReport
import Foundation
import TestSupport
import Testing

/// The scatter of this machine's replays, from outside.
@Suite(.timeLimit(.minutes(10)))
struct NoiseTests {
  @Test(.enabled(if: LongTests.areWanted, Comment(rawValue: LongTests.skipReason)))
  func `repeated replays show each metric's spread and the smallest change that can be seen`()
    async throws
  {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.short(in: folder)
    let outcome = try await Program.run(
      ["calibrate", "--noise", scenario, "--output", folder.file("results")])
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.output.contains("# Noise of small"))
    let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("results/small.noise.json")))
    let file = try JSONDecoder().decode(NoiseFile.self, from: data)
    #expect(file.repeats == 10)
    let peak = try #require(file.metrics.first { $0.metric == "peakResidentBytes" })
    #expect(peak.count == 10)
    #expect(peak.least <= peak.median && peak.median <= peak.greatest)
  }

  @Test func `too few repeats, or a scenario that is none, is wrong usage`() async throws {
    for arguments in [
      ["--noise", SmallScenario.path, "--repeats", "9"], ["--noise", "nowhere"], ["--noise", ""],
    ] {
      let outcome = try await Program.run(["calibrate"] + arguments)
      #expect(outcome.code == 64)
      #expect(outcome.output == "")
    }
  }
}
