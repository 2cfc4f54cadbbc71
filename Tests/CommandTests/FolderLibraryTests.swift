import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Replays over a folder of photos, as people have them.
@Suite(.timeLimit(.minutes(15)))
struct FolderLibraryTests {
  /// Names that photos may have.
  private static let oddNames = [
    "plain.jpg", "two  spaces.JPG", "line\nbreak.jpg", "grün – 写真 🏔.jpeg", "-rf.jpg", "100%.jpg",
    "deep/down/here/a.jpg",
    "'quoted \"name\".jpg", "back\\slash.jpg", "deep/ .jpg",
  ]

  private func replay(
    over folder: TemporaryFolder, _ options: String = "--strategy none", of scenario: String = "SMALL"
  ) async throws -> SmallScenario.Replay {
    try await SmallScenario.replay("\(options) --library \(folder.path)", of: scenario, code: 0)
  }

  /// The small scenario over a folder's photos in place of synthetic ones.
  private func scenario(over library: String, in folder: TemporaryFolder) throws -> String {
    let synthetic = #""synthetic": { "photos": 300, "distinct": 6, "megapixels": [0.1, 0.2], "png": 0.2 }"#
    return try SmallScenario.variant([(synthetic, library)], in: folder)
  }

  @Test func `photos of any name are shown, and broken ones reported once by name and reason`() async throws {
    let folder = try await Photos.folder(named: Self.oddNames)
    try folder.write("no picture", as: "text.jpg")
    try folder.write([], as: "empty.png")
    try folder.write([0xFF, 0xD8, 0xFF], as: "cut.jpg")
    try folder.write("notes", as: "notes.txt")
    let replay = try await replay(over: folder)
    for name in ["text.jpg", "empty.png", "cut.jpg"] {
      let lines = replay.outcome.complaints.filter { $0.hasPrefix("\(name): ") }
      #expect(lines.count == 1, "\(name)")
      #expect(lines.allSatisfy { $0.count > name.count + 10 })
    }
    #expect(!replay.outcome.error.contains("notes.txt"))
    let result = try replay.result()
    #expect(result.library.photos == Self.oddNames.count + 3)
    #expect(Set(result.library.failures.keys) == ["text.jpg", "empty.png", "cut.jpg"])
    let run = try #require(result.runs.first)
    #expect(run.status == .completed)
    #expect(try #require(run.figure("failedAppearances")) >= 3)
    #expect(try #require(run.figure("decodes")) >= Double(Self.oddNames.count))
  }

  @Test
  func `a phone's folder of HEIC and MOV files is replayed with its stills, and says what it leaves out`()
    async throws
  {
    let folder = TemporaryFolder()
    for number in 1...3 { try folder.write(TinyPictures.heicWithThumbnail, as: "IMG_000\(number).HEIC") }
    try folder.write("no film", as: "IMG_0001.MOV")
    try folder.write("no film", as: "IMG_0009.MOV")
    try folder.write("edits", as: "IMG_0001.AAE")
    let line = "3 photos; 2 files are not shown: 1 MOV (Live Photo), 1 MOV (video)"
    let replay = try await replay(over: folder, "--strategy screens")
    #expect(replay.outcome.complaints.contains(line))
    let result = try replay.result()
    #expect(result.library.photos == 3 && result.library.failures.isEmpty)
    let run = try #require(result.runs.first)
    #expect(run.status == .completed)
    #expect(run.metrics["failedAppearances"] == .some(0))
    let model = try await SmallScenario.model(
      "--library \(folder.path) --strategy screens", in: TemporaryFolder())
    #expect(model.complaints.contains(line))
    let info = try await Program.run("library info \(folder.path)")
    #expect(
      info.output.contains("3 heic") && info.output.contains("2 files are not shown: 1 MOV (Live Photo)"))
  }

  @Test func `a folder of nothing but broken photos is replayed, and says so`() async throws {
    let folder = TemporaryFolder()
    for number in 0..<3 { try folder.write("no picture", as: "\(number).jpg") }
    let replay = try await SmallScenario.replay("--strategy screens --library \(folder.path)")
    let run = try #require(try replay.result().runs.first)
    #expect(run.status == .completed)
    #expect(try #require(run.figure("failedAppearances")) >= 3)
    #expect(run.metrics["cacheHitRate"] == .some(nil), "nothing to divide by is null, not zero")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
  func `a photo and a folder that may not be read are reported, and the others shown`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg", "locked.jpg", "locked/b.jpg"])
    for name in ["locked.jpg", "locked"] { unsafe chmod(folder.file(name), 0) }
    let replay = try await replay(over: folder)
    unsafe chmod(folder.file("locked"), 0o700)
    for name in ["locked.jpg", "locked"] {
      #expect(replay.outcome.complaints.contains("\(name): Permission denied"))
    }
    #expect(try replay.result().library.photos == 2)
  }

  @Test func `an empty folder, a missing one and a file are refused`() async throws {
    let folder = TemporaryFolder()
    let file = try folder.write("no folder", as: "notes.txt")
    for (path, code, words) in [
      (folder.path, Int32(64), "expected photos, found none"),
      (folder.file("missing"), 74, "expected a folder of photos, found nothing"),
      (file, 64, "expected a folder of photos, found a file"),
    ] {
      for mode in ["replay", "model --no-variations --costs epyc-2core"] {
        let outcome = try await Program.run(
          "run SMALL --library \(path) --output \(folder.file("results")) --mode \(mode)", code: code,
          saying: words)
        #expect(outcome.output == "")
        #expect(outcome.complaints.count == 1)
        #expect(outcome.error.contains(path))
      }
    }
  }

  @Test func `photos are repeated up to a number, and a trace that has too few of them is reported`()
    async throws
  {
    let folder = try await Photos.folder(named: ["a.jpg", "b.jpg"])
    let scenario = try scenario(over: "\"path\": \"\(folder.path)\", \"photos\": 300", in: folder)
    let result = try await SmallScenario.replay("--strategy none", of: scenario, code: 0).result()
    #expect(result.library.photos == 300)
    #expect(result.library.distinct == 2)
    #expect(result.traceNotes == nil)
    // Each copy is decoded separately.
    #expect(try #require(result.runs.first?.figure("decodes")) > 10)

    let few = try await replay(over: folder)
    let notes = try #require(try few.result().traceNotes)
    #expect(notes.count == 1 && notes[0].contains("beside \"path\" in library"))
    #expect(few.outcome.complaints.contains("small: \(notes[0])"))
  }

  @Test func `photos given by option stand in for a library that is not there`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg", "b.jpg"])
    let replay = try await replay(over: folder, of: scenario(over: "\"path\": \"gone\"", in: folder))
    #expect(try replay.result().library.photos == 2)
  }
}
