import Foundation
import TestSupport
import Testing

/// The thumbnail store, from outside, when its process is killed or the disk is full.
@Suite(.timeLimit(.minutes(15)))
struct ThumbnailStoreTests {
  private static let names = (10..<34).map { "\($0).jpg" }

  private func arguments(_ folder: TemporaryFolder, output: String? = nil, store: Bool = true) -> [String] {
    ["library", "thumbnail"] + Self.names.map(folder.file) + ["--size", "120x90", "--resize-mode", "exact"]
      + (output.map { ["--output", folder.file($0), "--png"] } ?? [])
      + (store ? ["--store", folder.file("store")] : [])
  }

  private func contents(_ folder: TemporaryFolder, _ name: String) throws -> [String: Data] {
    let path = folder.file(name)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    return Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: "\(path)/\($0)")))
      })
  }

  @Test func `killed again and again, its thumbnails are whole or absent, and come out as without it`()
    async throws
  {
    let folder = try await Photos.folder(named: Self.names)
    var random = Shuffler(seed: 11)
    var counts: [Int] = []
    for _ in 0..<25 {
      let pause = Duration.microseconds(500 + random.next(25_000))
      _ = try await Program.run(arguments(folder)) { process in
        try await Task.sleep(for: pause)
        kill(process, SIGKILL)
      }
      counts.append((try? contents(folder, "store").keys.count { $0.hasSuffix("43712") }) ?? 0)
    }
    let outcome = try await Program.run(arguments(folder, output: "with"))
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    _ = try await Program.run(arguments(folder, output: "without", store: false))
    #expect(try contents(folder, "with") == contents(folder, "without"))
    let left = try contents(folder, "store").keys
    #expect(!left.contains { $0.hasPrefix(".partial-") })
    #expect(left.count { $0.hasSuffix("43712") } == Self.names.count)
    // Entries were only added.
    #expect(counts == counts.sorted())
  }

  #if THREAD_SANITIZER
    private static let isThreadSanitized = true
  #else
    private static let isThreadSanitized = false
  #endif

  @Test(.disabled(if: isThreadSanitized, "the sanitizer itself does not start where files must be short"))
  func `on a full disk says so once, and all thumbnails are made`() async throws {
    let folder = try await Photos.folder(named: Self.names)
    let command = ([Program.path] + arguments(folder)).map { "'\($0)'" }.joined(separator: " ")
    // No file may be longer than 8 KiB (16 blocks of 512 bytes), as if the disk were full then.
    let outcome = try await Program.shell("trap '' XFSZ; ulimit -f 16; exec \(command)")
    #expect(outcome.code == 0)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.error.contains("cannot be written: File too large"))
    #expect(try contents(folder, "store").keys.sorted() == ["lock", "order"])
  }

  @Test func `a thumbnail that was kept is not decoded again, unless its photo has changed`() async throws {
    let folder = try await Photos.folder(named: Self.names)
    _ = try await Program.run(arguments(folder, output: "before"))
    // Kept thumbnails are served to all who ask under the same name; a damaged one is made anew.
    let entry = try #require(try contents(folder, "store").first { $0.key.hasSuffix("43712") })
    var bytes = entry.value
    bytes[20_000] ^= 1
    try bytes.write(to: URL(fileURLWithPath: folder.file("store/\(entry.key)")))
    let outcome = try await Program.run(arguments(folder, output: "after"))
    #expect(outcome.code == 0)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.error.contains("\(entry.key): dropped: the pixels"))
    #expect(try contents(folder, "before") == contents(folder, "after"))
    #expect(try contents(folder, "store")[entry.key] == entry.value)
  }

  @Test func `a store where a file stands is refused before anything is made`() async throws {
    let folder = try await Photos.folder(named: Self.names)
    try folder.write([], as: "store")
    let outcome = try await Program.run(arguments(folder, output: "out"))
    #expect(outcome.code != 0)
    #expect(outcome.error.contains(folder.file("store")))
    #expect(!FileManager.default.fileExists(atPath: folder.file("out/10.jpg.png")))
  }
}
