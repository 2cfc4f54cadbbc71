import BenchReport
import Foundation
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

  @Test func `a survey leaves a file, a page and a chart, and its shares are the whole`() async throws {
    let folder = try TemporaryFolder()
    func survey(_ options: String...) async throws -> Program.Outcome {
      try await Program.run(
        [
          "sweep", SmallScenario.path, "--costs", "epyc-2core", "--loads", "1", "--survey", "all",
          "--survey-columns",
          "3,4", "--strategy", "screens", "--output", folder.path,
        ] + options)
    }
    let outcome = try await survey()
    #expect(outcome.code == 0)
    let file = try SurveyFile.read(path: folder.file("all.survey.json"))
    #expect(file.situations.map(\.columns) == [3, 4])
    #expect(outcome.output == Document(file).terminal(colour: false, width: 10_000))
    #expect(
      try String(contentsOfFile: folder.file("all.survey.html"), encoding: .utf8) == Document(file).html())
    #expect(try String(contentsOfFile: folder.file("all.svg"), encoding: .utf8) == file.chart())

    for shard in ["1/2", "2/2"] { #expect(try await survey("--shard", shard).code == 0) }
    let parts = ["2", "1"].map { folder.file("all.survey.\($0)-of-2.json") }
    let merged = try await Program.run(["merge"] + parts + ["--output", folder.file("merged")])
    #expect(merged.code == 0)
    #expect(merged.output == outcome.output)
    var joined = try SurveyFile.read(path: folder.file("merged/all.survey.json"))
    joined.provenance = file.provenance
    #expect(joined == file)
    let missing = try await Program.run(["merge", parts[0], "--output", folder.file("merged")])
    #expect(missing.code == 3)
    #expect(missing.error.contains("expected all 2 shards, found 1; missing: 1/2"))
  }

  @Test(arguments: [
    ["--survey", "a b"], ["--survey", "x", "--survey-physics", "moon"],
    ["--survey", "x", "--survey-columns", "0"],
    ["--survey", "x", "--shard", "3/2"],
  ])
  func `a survey of what makes no sense is refused`(options: [String]) async throws {
    let outcome = try await Program.run(["sweep", SmallScenario.path] + options)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("expected "))
  }
}
