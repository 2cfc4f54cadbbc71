import Foundation
import GalleryKit
import TestSupport
import Testing

/// The decoder alone, from outside.
@Suite(.timeLimit(.minutes(15)))
struct ThumbnailTests {
  @Test(arguments: ["exact", "fast"])
  func `a thumbnail has the file's name and, when exact, the size that was asked for`(mode: String)
    async throws
  {
    let folder = try await Photos.folder(named: ["some photo.jpg"])
    let outcome = try await Program.run(
      "library thumbnail '\(folder.file("some photo.jpg"))' --size 61x40 --resize-mode \(mode) "
        + "--output \(folder.file("out/deep"))", code: 0)
    #expect(outcome.output == "" && outcome.error == "")
    #expect(try folder.names(in: "out/deep") == ["some photo.jpg.jpg"])
    let made = try ImageProbe.probe(path: folder.file("out/deep/some photo.jpg.jpg"))
    #expect(made.format.typeIdentifier == "public.jpeg")
    #expect(made.storedSize.width >= 61 && made.storedSize.height >= 40)
    if mode == "exact" { #expect(made.storedSize == PixelSize(width: 61, height: 40)) }
  }

  @Test(arguments: ["1", "2"])
  func `failures are named and the others made, on any number of threads`(workers: String) async throws {
    let folder = try await Photos.folder(named: ["a.jpg", "b.jpg", "c.jpg"])
    try folder.write("no picture", as: "broken.jpg")
    let names = ["a.jpg", "broken.jpg", "missing.jpg", "b.jpg", "c.jpg"]
    let files = names.map(folder.file).joined(separator: " ")
    let outcome = try await Program.run(
      "library thumbnail \(files) --size 30x30 --output \(folder.file("out")) --workers \(workers)", code: 74)
    #expect(outcome.complaints.count == 3)
    for name in ["broken.jpg", "missing.jpg"] {
      #expect(outcome.complaints.count { $0.hasPrefix("\(folder.file(name)): ") } == 1)
    }
    #expect(outcome.error.hasSuffix("2 of 5 files have no thumbnail\n"))
    #expect(try folder.names(in: "out") == ["a.jpg.jpg", "b.jpg.jpg", "c.jpg.jpg"])
  }

  /// A PNG of 100 megapixels; without optimisation, a smaller one with rows as wide, so that averaging does not take a minute.
  #if DEBUG
    private static let largePNG = (10_000, 500)
  #else
    private static let largePNG = (10_000, 10_000)
  #endif

  /// Writes a black picture, whose pixels were never written, so that the system need not find memory for them.
  private func write(_ width: Int, _ height: Int, to path: String, by writer: PictureWriter) throws {
    try writer.write(
      PixelBuffer(size: PixelSize(width: width, height: height), ledger: MemoryLedger()), to: path)
  }

  /// The figures of `--memory`: of images and decoders, and of the process.
  private static func memory(of file: String, _ mode: String) async throws -> (ledger: Int, resident: Int) {
    let outcome = try await Program.run(
      "library thumbnail \(file) --size 390x390 --resize-mode \(mode) --memory", code: 0)
    let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
    try #require(lines.count == 3)
    return (try #require(Int(lines[0][3])), try #require(Int(lines[1][1])))
  }

  @Test(arguments: ["exact", "fast"])
  func `a thumbnail of a large photo takes a few megabytes over its own pixels, really and by the ledger`(
    mode: String
  ) async throws {
    let folder = TemporaryFolder()
    try write(16, 16, to: folder.file("tiny.jpg"), by: .jpeg(quality: 75))
    try write(4_000, 3_000, to: folder.file("large.jpg"), by: .jpeg(quality: 75))
    try write(Self.largePNG.0, Self.largePNG.1, to: folder.file("large.png"), by: .png(compression: 1))
    let tiny = try await Self.memory(of: folder.file("tiny.jpg"), mode)
    let pixels = mode == "exact" ? 390 * 390 * 4 : 750 * 750 * 4
    for (name, most) in [("large.jpg", 4_000_000), ("large.png", 8_000_000)] {
      let large = try await Self.memory(of: folder.file(name), mode)
      #expect(large.ledger <= pixels + most, "\(name)")
      #expect(large.resident - tiny.resident <= pixels + most, "\(name)")
    }
  }

  @Test func `strict refuses what is otherwise delivered damaged, and previews are what files embed`()
    async throws
  {
    let folder = try await Photos.folder(named: ["whole.jpg"])
    let whole = Array(try folder.data("whole.jpg"))
    try folder.write(Array(whole.dropLast(whole.count / 10)), as: "torn.jpg")
    let torn = "library thumbnail \(folder.file("torn.jpg")) --size 30x30"
    try await Program.run(torn, code: 0, saying: "torn.jpg: damaged: ")
    let strict = try await Program.run("\(torn) --strict", code: 3)
    #expect(strict.error.hasPrefix(folder.file("torn.jpg")))
    try await Program.run("\(torn) --strict --preview", code: 64)
    try write(60, 40, to: folder.file("plain.png"), by: .png(compression: 1))
    try await Program.run(
      "library thumbnail \(folder.file("plain.png")) --size 30x30 --preview", code: 3,
      saying: "it holds nothing that could stand in")
  }

  @Test func `two files of one name are refused where their thumbnails would be one file`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg"])
    let twice = "library thumbnail \(folder.file("a.jpg")) \(folder.path)/./a.jpg --size 30x30"
    try await Program.run(
      "\(twice) --output \(folder.file("out"))", code: 64, saying: "expected files of different names")
    try await Program.run(twice, code: 0)
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.skipReason)))
  func `no broken file of the corpus ends the program`() async throws {
    let folder = TemporaryFolder()
    let corpus = try #require(SharedData.corpus("bad"))
    let files = try FileManager.default.contentsOfDirectory(atPath: corpus).map { "\(corpus)/\($0)" }
    let words = files.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try await Program.run(
      "library thumbnail \(words) --size 64x64 --output \(folder.path) --workers 2", code: 3)
    let made = try folder.names()
    for file in files {
      let isMade = made.contains("\((file as NSString).lastPathComponent).jpg")
      #expect(isMade || outcome.error.contains(file), "\(file) is neither made nor named")
    }
  }
}

/// The thumbnail store, from outside, when its process is killed or the disk is full.
@Suite(.timeLimit(.minutes(15)))
struct ThumbnailStoreTests {
  private static let names = (10..<34).map { "\($0).jpg" }

  /// A command line that makes the thumbnails, kept as PNG files in a folder if there is an output.
  private func line(_ folder: TemporaryFolder, output: String? = nil, store: Bool = true) -> String {
    let files = Self.names.map(folder.file).joined(separator: " ")
    return "library thumbnail \(files) --size 120x90 --resize-mode exact"
      + (output.map { " --png --output \(folder.file($0))" } ?? "")
      + (store ? " --store \(folder.file("store"))" : "")
  }

  @Test func `killed again and again, its thumbnails are whole or absent, and come out as without it`()
    async throws
  {
    let folder = try await Photos.folder(named: Self.names)
    var random = Shuffler(seed: 11)
    var counts: [Int] = []
    for _ in 0..<25 {
      let pause = Duration.microseconds(500 + random.next(25_000))
      _ = try await Program.run(line(folder)) { process in
        try await Task.sleep(for: pause)
        kill(process, SIGKILL)
      }
      counts.append((try? folder.contents(of: "store").keys.count { $0.hasSuffix("43712") }) ?? 0)
    }
    let outcome = try await Program.run(line(folder, output: "with"), code: 0)
    #expect(outcome.error == "")
    try await Program.run(line(folder, output: "without", store: false))
    #expect(try folder.contents(of: "with") == folder.contents(of: "without"))
    let left = try folder.contents(of: "store").keys
    #expect(!left.contains { $0.hasPrefix(".partial-") })
    #expect(left.count { $0.hasSuffix("43712") } == Self.names.count)
    // Entries were only added.
    #expect(counts == counts.sorted())
  }

  @Test(.withShortFiles) func `on a full disk says so once, and all thumbnails are made`() async throws {
    let folder = try await Photos.folder(named: Self.names)
    let command = "'\(Program.path)' \(line(folder))"
    // No file may be longer than 8 KiB (16 blocks of 512 bytes), as if the disk were full then.
    let outcome = try await Program.shell("trap '' XFSZ; ulimit -f 16; exec \(command)", code: 0)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.error.contains("cannot be written: File too large"))
    #expect(try folder.contents(of: "store").keys.sorted() == ["lock", "order"])
  }

  @Test func `a thumbnail that was kept is not decoded again, unless its photo has changed`() async throws {
    let folder = try await Photos.folder(named: Self.names)
    try await Program.run(line(folder, output: "before"))
    // Kept thumbnails are served to all who ask under the same name; a damaged one is made again.
    let entry = try #require(try folder.contents(of: "store").first { $0.key.hasSuffix("43712") })
    var bytes = Array(entry.value)
    bytes[20_000] ^= 1
    try folder.write(bytes, as: "store/\(entry.key)")
    let outcome = try await Program.run(line(folder, output: "after"), code: 0)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.error.contains("\(entry.key): dropped: the pixels"))
    #expect(try folder.contents(of: "before") == folder.contents(of: "after"))
    #expect(try folder.contents(of: "store")[entry.key] == entry.value)
  }

  @Test func `a store at a file's path is refused before anything is made`() async throws {
    let folder = try await Photos.folder(named: Self.names)
    try folder.write([], as: "store")
    let outcome = try await Program.run(line(folder, output: "out"))
    #expect(outcome.code != 0)
    #expect(outcome.error.contains(folder.file("store")))
    #expect(!folder.has("out/10.jpg.png"))
  }
}
