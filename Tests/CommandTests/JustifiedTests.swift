import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// A scenario whose cells have their photos' shapes, from its file to its pictures.
@Suite(.timeLimit(.minutes(15)))
struct JustifiedTests {
  /// The small scenario with one strategy, in justified rows.
  private static func scenario(in folder: TemporaryFolder) throws -> String {
    let text = try String(contentsOfFile: SmallScenario.short(in: folder), encoding: .utf8)
      .replacing("\"spacing\": 2", with: "\"spacing\": 2, \"cells\": \"justified\"")
    return try folder.write(Array(text.utf8), as: "justified.json")
  }

  @Test func `a replay's process lays photos out as a model does, and both are drawn`() async throws {
    let folder = try TemporaryFolder(in: Program.cache)
    let scenario = try Self.scenario(in: folder)
    let replay = try await Program.run(["run", scenario, "--output", folder.path])
    #expect(replay.code == 0, "\(replay.error)")
    let model = try await Program.run(
      ["run", scenario, "--mode", "model", "--costs", "epyc-2core", "--output", folder.path])
    #expect(model.code == 0, "\(model.error)")
    let results = try ["replay", "model"].map {
      try ResultFile.read(path: folder.file("small.\($0).json"))
    }
    #expect(Set(results.map(\.scenario.aspectRatios)).count == 1)
    #expect((results[0].scenario.aspectRatios?.count ?? 0) > 1)
    let offsets = results.map { $0.runs.first?.timeline.offset }
    #expect(offsets[0] == offsets[1] && offsets[0]?.isEmpty == false)
    let appearances = results.map { $0.runs.first?.metrics["appearances"] }
    #expect(appearances[0] == appearances[1])
  }

  @Test func `a check and a search lay the rows out, too`() async throws {
    let folder = try TemporaryFolder(in: Program.cache)
    let scenario = try Self.scenario(in: folder)
    let model = ["--costs", "epyc-2core", "--output", folder.path]
    let check = ["check", scenario, "--mode", "model", "--baseline", folder.file("baselines")] + model
    let updated = try await Program.run(check + ["--update", "--reason", "a test"])
    #expect(updated.code == 0, "\(updated.error)")
    let checked = try await Program.run(check)
    #expect(checked.code == 0 && checked.output.contains("Pass"), "\(checked.output)\(checked.error)")
    let search = try await Program.run(
      ["advise", scenario, "--strategy", "screens", "--combinations", "3", "--no-variations"] + model)
    #expect([0, 2].contains(search.code) && search.output.contains("screens"), "\(search.error)")
  }

  @Test func `a dry run and a trace know the rows, which a number of photos alone does not tell`()
    async throws
  {
    let folder = try TemporaryFolder()
    let scenario = try Self.scenario(in: folder)
    let dry = try await Program.run(["run", scenario, "--dry-run", "--costs", "epyc-2core"])
    #expect(dry.code == 0, "\(dry.error)")
    #expect(dry.output.contains("justified rows of up to 129 pixels, those of 3 columns on 390"))
    #expect(dry.output.contains("for images: about "))
    let info = try await Program.run(["trace", "info", scenario])
    #expect(info.code == 0 && info.output.hasPrefix("small\n"), "\(info.error)")
    let few = try await Program.run(["trace", "info", scenario, "--photos", "3"])
    #expect(few.code == 64)
    #expect(
      few.error.contains("--photos: expected nothing for small, whose cells have the shapes of its photos"))
  }
}
