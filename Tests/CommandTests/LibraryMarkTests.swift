import Foundation
import GalleryKit
import TestSupport
import Testing

/// `library mark`.
@Suite(.enabled(if: TagReader.isAvailable, "expected the package trait Watch"), .timeLimit(.minutes(15)))
struct LibraryMarkTests {
  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `photos and their list are made, and shown as any folder of photos`() async throws {
    let folder = try TemporaryFolder()
    let command = ["library", "mark", folder.file("marked"), "--photos", "30", "--megapixels", "0.2"]
    let outcome = try await Program.run(command)
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    #expect(outcome.output == "\(folder.file("marked")): 30 marked photos, listed in marked.tsv\n")
    let names = try Self.names(in: folder.file("marked"))
    #expect(names.count == 31 && names.first == "00000.jpg" && names.last == "marked.tsv")
    let again = try await Program.run(command)
    #expect(again.code == 0 && again.output == outcome.output)
    let info = try await Program.run(["library", "info", folder.file("marked")])
    #expect(info.output.contains("photos     30\n"), "\(info.output) \(info.error)")
  }

  @Test func `a disk that takes no more leaves nothing half, and is said`() async throws {
    let folder = try TemporaryFolder()
    let command = "'\(Program.path)' library mark '\(folder.file("marked"))' --photos 9 --megapixels 0.8"
    let outcome = try await Program.shell("trap '' XFSZ; ulimit -f 8; exec \(command)")
    #expect(outcome.code == 74 && !outcome.error.isEmpty, "\(outcome.error)")
    #expect(try Self.names(in: folder.path) == [])
    try await Program.run(
      ["library", "mark", "/dev/null/marked", "--photos", "2"], code: 74, saying: "/dev/null")
  }

  @Test func `a folder that cannot be replaced is refused before anything is made`() async throws {
    let folder = try TemporaryFolder()
    let link = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: link.file("marked"), withDestinationPath: folder.path)
    for place in [".", link.file("marked")] {
      try await Program.run(
        ["library", "mark", place, "--photos", "2", "--megapixels", "0.2"], in: folder.path, code: 64,
        saying: "\(place): expected these marked photos or nothing, found a folder that cannot be replaced")
      #expect(try Self.names(in: folder.path) == [])
    }
  }

  @Test func `an interruption leaves nothing`() async throws {
    let folder = try TemporaryFolder()
    let (outcome, _) = try await Program.run(
      ["library", "mark", folder.file("marked"), "--photos", "5000", "--megapixels", "0.8"]
    ) { program in
      try await Program.wait {
        try Self.names(in: folder.path).contains { !(try Self.names(in: folder.file($0)).isEmpty) }
      }
      kill(program, SIGINT)
    }
    #expect(outcome.code == 3 && outcome.error.contains("interrupted: nothing of"), "\(outcome.error)")
    #expect(try Self.names(in: folder.path) == [])
  }

  @Test(arguments: [
    (["--photos", "20001"], "--photos: expected 1 to 20000"),
    (["--megapixels", "0.01"], "--megapixels: expected 0.05 to 200.0"),
    (["--format", "gif"], "expected jpeg, png, webp, heic, avif, found 'gif'"),
  ]) func `what cannot be made is said`(options: [String], words: String) async throws {
    let folder = try TemporaryFolder()
    try await Program.run(["library", "mark", folder.file("marked")] + options, code: 64, saying: words)
    #expect(try Self.names(in: folder.path) == [])
  }

  @Test(
    .enabled("expected djpeg and exiftool") {
      try await Program.shell("command -v djpeg && command -v exiftool").code == 0
    })
  func `other programs decode every photo, and find the thumbnail`() async throws {
    let folder = try TemporaryFolder()
    let made = try await Program.run([
      "library", "mark", folder.file("marked"), "--photos", "30", "--megapixels", "1",
    ])
    try #require(made.code == 0, "\(made.error)")
    let script = """
      cd '\(folder.file("marked"))' && for photo in *.jpg; do
        djpeg -pnm "$photo" | wc -c && exiftool -b -ThumbnailImage "$photo" | djpeg -pnm | wc -c
      done
      """
    let decoded = try await Program.shell(script)
    #expect(decoded.error == "", "\(decoded.error)")
    let counts = decoded.output.split(separator: "\n")
    #expect(counts.count == 60 && Set(counts).count == 2, "\(Set(counts))")
  }
}
