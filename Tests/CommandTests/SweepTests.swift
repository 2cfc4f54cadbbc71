import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The winning strategy at each load, from outside.
@Suite struct SweepTests {
  @Test func `a sweep leaves a file and a page, and prints who wins at which load`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run([
      "sweep", SmallScenario.path, "--costs", "epyc-2core", "--loads", "2,0.5", "--output", folder.path,
    ])
    #expect(outcome.code == 0)
    let file = try SweepFile.read(path: folder.file("small.sweep.json"))
    #expect(file.levels.map(\.load) == [0.5, 2])
    #expect(outcome.output == Document(file).terminal(colour: false, width: 10_000))
    let page = try String(contentsOfFile: folder.file("small.sweep.html"), encoding: .utf8)
    #expect(page == Document(file).html())
  }

  @Test(arguments: ["0", "1,1", "x", "1,,2", "1e9"])
  func `loads that make no sense are refused`(loads: String) async throws {
    let outcome = try await Program.run(["sweep", SmallScenario.path, "--loads=\(loads)"])
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("expected different loads from 0.01 to 100"))
  }
}
