import Foundation
import GalleryKit
import TestSupport
import Testing

/// `library generate`, `info` and `index`, and what a process learns from another that indexes.
@Suite(.timeLimit(.minutes(15)))
struct LibraryCommandTests {
  private let folder = TemporaryFolder()
  private var library: Command { Command(start: "library", code: 0) }
  private var generate: String { "library generate --output \(folder.file("photos"))" }

  @Test func `making a library again finds it there, and another is refused its place`() async throws {
    let line = "\(generate) --photos 40 --distinct 4 --megapixels 0.02-0.04 --png 0.5 --seed"
    let first = try await Program.run("\(line) 9", code: 0)
    // Progress is shown only on a terminal, even if it is not switched off.
    #expect(first.error == "" && first.output.contains("photos     40\n"))
    let again = try await Program.run("\(line) 9", code: 0)
    #expect(again.output == first.output)
    try await Program.run(
      "\(line) 10", code: 64, saying: "\(folder.file("photos")): expected this synthetic library or nothing")
    #expect(try folder.names(in: "photos").count { $0.hasSuffix("g") } == 4)
  }

  @Test(arguments: ["0001.jpg", "catalogue.sqlite"])
  func `what is left of a library is not taken for the whole`(lost: String) async throws {
    let line = "\(generate) --photos 3 --distinct 2 --megapixels 0.05 --png 0"
    try await Program.run(line)
    try FileManager.default.removeItem(atPath: folder.file("photos/\(lost)"))
    try await Program.run(line, code: 64, saying: "move it away")
  }

  @Test func `the next attempt removes what an interrupted one left, but not a running one's`()
    async throws
  {
    // No process can have the first number; the other is ours.
    let (stale, running) = (
      "photos.999999999.part", "photos.\(ProcessInfo.processInfo.processIdentifier).part"
    )
    for name in [stale, running, "photos.not-ours.part"] { try folder.makeFolder(name) }
    try await Program.run("\(generate) --photos 1 --megapixels 0.05", code: 0)
    #expect(try Set(folder.names()) == ["photos", running, "photos.not-ours.part"])
  }

  @Test func `a library reports what it holds and would cost, and its broken files`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg", "b/c.jpg"])
    try folder.write("no picture", as: "broken.jpg")
    try await library(
      "info \(folder.path)",
      showing: [
        "photos     3\n", "a photo of 12 megapixels: 48 MB",
        "broken     1 of the photos cannot be shown:\n  broken.jpg: ",
      ])
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
  func `a folder that may not be listed is reported by index and info`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg", "locked/b.jpg"])
    unsafe chmod(folder.file("locked"), 0)
    defer { unsafe chmod(folder.file("locked"), 0o700) }
    let info = try await library("info \(folder.path)")
    #expect(info.output.contains("photos     1\n"))
    #expect(
      info.output.hasSuffix("unlisted   1 in which there may be more photos:\n  locked: Permission denied\n"))
  }

  @Test func `an index reads only what is new or changed`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg", "b.jpg", "c.jpg"])
    let bytes = Array(try folder.data("a.jpg"))
    func index() async throws -> String {
      let outcome = try await library("index \(folder.path)")
      return outcome.output.split(separator: "\n").first.map(String.init) ?? ""
    }
    let counts = { (first: String, rest: String) in "\(first), \(rest), 0 cannot be shown" }
    #expect(try await index() == counts("3 added, 0 updated", "0 moved, 0 returned, 0 missing, 0 unchanged"))
    #expect(try await index() == counts("0 added, 0 updated", "0 moved, 0 returned, 0 missing, 3 unchanged"))
    try FileManager.default.removeItem(atPath: folder.file("a.jpg"))
    try folder.write(bytes + [0], as: "b.jpg")
    try folder.write(bytes + [1, 2], as: "d.jpg")
    #expect(try await index() == counts("1 added, 1 updated", "0 moved, 0 returned, 1 missing, 1 unchanged"))
    try FileManager.default.moveItem(atPath: folder.file("d.jpg"), toPath: folder.file("e.jpg"))
    try folder.write(bytes, as: "found.jpg")
    #expect(try await index() == counts("0 added, 1 updated", "1 moved, 1 returned, 0 missing, 2 unchanged"))
  }

  @Test func `an index counts all photos that cannot be shown, and reports each once`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg"])
    try folder.write("no picture", as: "broken.jpg")
    for isTold in [true, false] {
      let outcome = try await library("index \(folder.path)", showing: [" 1 cannot be shown\n"])
      #expect(outcome.error.contains("broken.jpg: ") == isTold)
    }
  }

  @Test func `an index of a folder that has lost most of its photos stops, unless that is accepted`()
    async throws
  {
    let folder = try await Photos.folder(named: ["a.jpg", "b.jpg", "c.jpg"])
    try await library("index \(folder.path)")
    for name in ["a.jpg", "b.jpg"] { try FileManager.default.removeItem(atPath: folder.file(name)) }
    let stopped = try await library(
      "index \(folder.path)", code: 64,
      saying: "expected most of the 3 known photos, found 2 of them missing; nothing was changed")
    #expect(stopped.error.contains("'scrollsim library index --accept-missing'"))
    try await library("index --accept-missing \(folder.path)", showing: ["2 missing, 1 unchanged"])
    try await library(
      "info \(folder.path)", showing: ["missing    2, kept for when their files return"])
    try await library("index --keep-missing 0 \(folder.path)", showing: ["2 forgotten"])
  }

  @Test func `a catalogue that was emptied is reported`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg"])
    try Data().write(to: await Photos.catalogue(of: folder))
    for command in ["index", "info"] {
      let again = try await library("\(command) \(folder.path)")
      #expect(again.error.contains("held nothing and was rebuilt") == (command == "index"))
    }
  }

  @Test func `a damaged catalogue is found, and repaired from the photos`() async throws {
    let folder = try await Photos.folder(named: (0..<40).map { "\($0).jpg" })
    let catalogue = try await Photos.catalogue(of: folder)
    let sound = try await library("verify \(folder.path)")
    #expect(sound.output == "sound: \(catalogue.path)\n")

    var data = try Data(contentsOf: catalogue)
    let pages = stride(from: 4096, to: data.count, by: 4096).filter { page in
      data[page..<page + 4096].range(of: Data(".jpg".utf8)) != nil
    }
    try #require(!pages.isEmpty)
    for page in pages { data.replaceSubrange(page..<page + 64, with: repeatElement(0xa5, count: 64)) }
    try data.write(to: catalogue)
    let damaged = try await library(
      "verify \(folder.path)", code: 2,
      saying: "'scrollsim library verify --repair' keeps its readable parts")
    #expect(damaged.output == "")
    try await library("verify --repair \(folder.path)", showing: ["damaged file: \(catalogue.path).damaged"])
    #expect(try await library("verify \(folder.path)").output == sound.output)
    try await library("info \(folder.path)", showing: ["40"])
  }

  @Test(arguments: [0, 1, 3, 20])
  func `a catalogue that was cut off is repaired, whatever is left of it`(pages: Int) async throws {
    let folder = try await Photos.folder(named: (0..<20).map { "\($0).jpg" })
    let catalogue = try await Photos.catalogue(of: folder)
    try Data(contentsOf: catalogue).prefix(pages * 4096).write(to: catalogue)
    try await library("verify \(folder.path)", code: 2)
    try await library(
      "verify --repair \(folder.path)", showing: ["indexed: ", "kept: \(pages < 20 ? 0 : 20) photos"])
    try await library("verify \(folder.path)")
    try await library("info \(folder.path)", showing: ["20"])
  }

  @Test func `a folder that was never indexed has no catalogue to verify`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg"])
    try await library("verify \(folder.path)", code: 74, saying: "there is no such file")
  }

  @Test func `the catalogue of a folder is in the cache, not among the photos`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg"])
    let outcome = try await library("index \(folder.path)")
    #expect(!outcome.error.contains("held nothing"))
    #expect(outcome.output.contains("catalogue: \(Program.cache)/catalogues/"))
    #expect(try folder.names() == ["a.jpg"])
  }

  #if os(Linux)
    @Test func `the cache of a user is in the home that the environment names`() async throws {
      let folder = try await Photos.folder(named: ["a.jpg"])
      let home = TemporaryFolder()
      let outcome = try await Program.run(
        "library index \(folder.path)",
        environment: ["HOME": home.path, "SCROLLSIM_CACHE": "", "XDG_CACHE_HOME": ""])
      #expect(outcome.output.contains("catalogue: \(home.path)/.cache/scrollsim/catalogues/"))
    }
  #endif

  @Test(arguments: ["index", "info"])
  func `what is no folder is refused by name`(command: String) async throws {
    let file = try folder.write([], as: "file")
    for (path, code) in [(file, Int32(64)), (folder.file("missing"), 74)] {
      let outcome = try await Program.run("library \(command) \(path)", code: code)
      #expect(outcome.output == "")
      #expect(outcome.error.hasPrefix("\(path): expected a folder of photos"))
    }
  }

  // MARK: Two processes over one catalogue

  @Test func `what another process indexes is observed here, with all details`() async throws {
    let photos = try await Photos.folder(named: ["a.jpg", "b.jpg", "c.jpg"])
    let cache = TemporaryFolder()
    let index = "library index \(photos.path)"
    let settings = ["SCROLLSIM_CACHE": cache.path]
    try await Program.run(index, environment: settings, code: 0)
    let catalogues = try cache.names(in: "catalogues")
    let catalogue = try #require(catalogues.first { $0.hasSuffix(".sqlite") })
    let library = try PhotoLibrary(folder: photos.path, catalogue: cache.file("catalogues/\(catalogue)"))
    var assets = try library.fetchAssets()
    #expect(assets.count == 3)

    var changes = library.changes().makeAsyncIterator()
    try FileManager.default.removeItem(atPath: photos.file("b.jpg"))
    // Not the removed photo under another name, which would be the same asset.
    let bytes = try photos.data("a.jpg")
    try photos.write(Array(bytes) + [0], as: "d.jpg")
    try await Program.run(index, environment: settings, code: 0)
    var removed = 0
    var inserted = 0
    // The other process may write in several steps.
    while removed < 1 || inserted < 1 {
      let change = try #require(await changes.next())
      guard let details = try change.details(for: assets) else { continue }
      #expect(details.hasIncrementalChanges)
      removed += details.removedObjects.count
      inserted += details.insertedObjects.count
      assets = details.fetchResultAfterChanges
    }
    #expect(removed == 1 && inserted == 1)
    let after = try library.fetchAssets()
    #expect(assets.map(\.localIdentifier) == after.map(\.localIdentifier))
  }
}
