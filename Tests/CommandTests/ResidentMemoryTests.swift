import BenchReport
import Foundation
import GalleryKit
import ScrollSim
import TestSupport
import Testing

/// What is left of decoders' memory in the program and its replays, on Linux, where it depends on the C library's settings.
@Suite(
  .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm"), "it is measured on Linux"),
  .timeLimit(.minutes(15)))
struct ResidentMemoryTests {
  /// Bytes by which a process may stay larger than it was.
  private static let most = 10_000_000.0

  /// A folder of progressive photos, each of which takes 22 MB to decode.
  private static func progressivePhotos() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let picture = try TestImage.gradient(3000, 2400)
    let bytes = try PictureWriter.jpeg(quality: 80, isProgressive: true).encode(picture)
    for number in 10..<34 { try folder.write(bytes, as: "\(number).jpg") }
    return folder
  }

  @Test func `a replay over progressive photos ends within 10 MB of where it began`() async throws {
    let photos = try Self.progressivePhotos()
    let replay = try await SmallScenario.replay(
      "--strategy screens --rounds 1 --library \(photos.path)", code: 0)
    let run = try #require(try replay.result().runs.first)
    func bytes(_ name: String) throws -> Double { try #require(run.metrics[name] ?? nil) }
    // Decoders have held several photos at once.
    #expect(try bytes("decodes") >= 20 && bytes("peakScratchBytes") >= 20_000_000)
    let left = try bytes("settledResidentBytes") - bytes("settledImageBytes") - bytes("baseResidentBytes")
    #expect(left < Self.most)
  }

  @Test func `so does the program, on any number of threads`() async throws {
    let photos = try Self.progressivePhotos()
    let files = (10..<34).map { photos.file("\($0).jpg") }.joined(separator: " ")
    for workers in ["1", "4"] {
      let outcome = try await Program.run(
        "library thumbnail \(files) --size 200x200 --memory --workers \(workers)", code: 0)
      let line = try #require(outcome.output.split(separator: "\n").first { $0.hasPrefix("left: ") })
      #expect(try #require(Double(line.split(separator: " ")[1])) < Self.most, "\(line)")
    }
  }
}
