import Foundation
import GalleryKit
import TestSupport
import Testing

/// `library mark`.
@Suite(.enabled(if: TagReader.isAvailable, "expected the package trait Watch"), .timeLimit(.minutes(15)))
struct LibraryMarkTests {
  private let folder = TemporaryFolder()
  private var mark: String { "library mark \(folder.file("marked"))" }

  @Test func `photos and their list are made, and shown as any folder of photos`() async throws {
    let outcome = try await Program.run("\(mark) --photos 30 --megapixels 0.2", code: 0)
    #expect(outcome.error == "")
    #expect(outcome.output == "\(folder.file("marked")): 30 marked photos, listed in marked.tsv\n")
    let names = try folder.names(in: "marked")
    #expect(names.count == 31 && names.first == "00000.jpg" && names.last == "marked.tsv")
    let again = try await Program.run("\(mark) --photos 30 --megapixels 0.2", code: 0)
    #expect(again.output == outcome.output)
    try await Program.run("library info \(folder.file("marked"))", showing: ["photos     30\n"])
  }

  @Test func `a full disk leaves nothing half made, and is reported`() async throws {
    let outcome = try await Program.shell(
      "trap '' XFSZ; ulimit -f 8; exec '\(Program.path)' \(mark) --photos 9 --megapixels 0.8", code: 74)
    #expect(!outcome.error.isEmpty)
    #expect(try folder.names() == [])
    try await Program.run("library mark /dev/null/marked --photos 2", code: 74, saying: "/dev/null")
  }

  @Test func `a folder that cannot be replaced is refused before anything is made`() async throws {
    let link = TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: link.file("marked"), withDestinationPath: folder.path)
    for place in [".", link.file("marked")] {
      try await folder.scrollsim(
        "library mark \(place) --photos 2 --megapixels 0.2", code: 64,
        saying: "\(place): expected these marked photos or nothing, found a folder that cannot be replaced")
      #expect(try folder.names() == [])
    }
  }

  @Test func `an interruption leaves nothing`() async throws {
    let (outcome, _) = try await Program.run("\(mark) --photos 5000 --megapixels 0.8") { program in
      try await Program.wait { try folder.names().contains { try !folder.names(in: $0).isEmpty } }
      kill(program, SIGINT)
    }
    #expect(outcome.code == 3 && outcome.error.contains("interrupted: nothing of"), "\(outcome.error)")
    #expect(try folder.names() == [])
  }

  @Test(arguments: [
    ("--photos 20001", "--photos: expected 1 to 20000"),
    ("--megapixels 0.01", "--megapixels: expected 0.05 to 200.0"),
    ("--format gif", "expected jpeg, png, webp, heic, avif, found 'gif'"),
  ]) func `what cannot be made is reported`(options: String, words: String) async throws {
    try await Program.run("\(mark) \(options)", code: 64, saying: words)
    #expect(try folder.names() == [])
  }

  @Test(.enabled("expected djpeg and exiftool") { try await Program.has("djpeg", "exiftool") })
  func `other programs decode every photo, and find the thumbnail`() async throws {
    try await Program.run("\(mark) --photos 30 --megapixels 1", code: 0)
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
