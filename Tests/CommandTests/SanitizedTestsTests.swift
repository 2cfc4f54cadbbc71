import Foundation
import TestSupport
import Testing

/// The list of tests that run under sanitizers, held against the existing tests.
struct SanitizedTestsTests {
  private struct Line {
    let place: String
    let sanitizers: Set<String>

    func covers(_ file: String) -> Bool { file == place || file.hasPrefix(place + "/") }
  }

  /// The targets that `Package.swift` builds for each sanitizer.
  private let built = ["address": ["GalleryKitTests"], "thread": ["GalleryKitTests", "ScrollSimTests"]]

  private func lines() throws -> [Line] {
    try String(contentsOf: Repository.root.appending(path: "scripts/sanitized-tests.txt"), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { line in
        let words = line.split(separator: " ")
        try #require(words.count > 2, "expected a place, sanitizers and a reason: \(line)")
        return Line(place: String(words[0]), sanitizers: Set(words[1].split(separator: ",").map(String.init)))
      }
  }

  /// The contents of files with tests, by path below `Tests` without extension.
  private func files() throws -> [String: String] {
    let tests = Repository.root.appending(path: "Tests").path
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests) where path.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(tests)/\(path)", encoding: .utf8)
      if text.contains("@Test") { files[String(path.dropLast(".swift".count))] = text }
    }
    return files
  }

  @Test func `every file of tests has a line, and every line a file`() throws {
    let (lines, files) = (try lines(), try files().keys)
    for file in files.sorted() {
      #expect(lines.contains { $0.covers(file) }, "\(file): expected a line in scripts/sanitized-tests.txt")
    }
    for line in lines {
      #expect(files.contains(where: line.covers), "\(line.place): expected tests there, found none")
      for sanitizer in line.sanitizers where !["-", "never"].contains(sanitizer) {
        let targets = try #require(built[sanitizer], "\(line.place): expected address, thread, never or -")
        let isBuilt = targets.contains { line.place == $0 || line.place.hasPrefix($0 + "/") }
        #expect(isBuilt, "\(line.place): expected no \(sanitizer), for which it is not built")
      }
    }
    #expect(Set(lines.map(\.place)).count == lines.count)
  }

  @Test
  func
    `tests with threads run under the thread sanitizer, those of unsafe memory under the address sanitizer`()
    throws
  {
    let signs = [
      "thread": ["Thread", "TaskGroup", "async let", "Dispatch", "Semaphore", "concurrently"],
      "address": ["unsafe ", "ImageDecoder.", "ImageProbe.", "PictureWriter."],
    ]
    for (file, text) in try files() where file != "CommandTests/SanitizedTestsTests" {
      let line = try #require(
        try lines().filter { $0.covers(file) }.max { $0.place.count < $1.place.count }, "\(file)")
      // A line for the file itself has a reason of its own.
      guard line.place != file, !file.hasPrefix("CommandTests/") else { continue }
      for (sanitizer, words) in signs where !line.sanitizers.contains(sanitizer) {
        // Only GalleryKit has C code and memory of its own.
        if sanitizer == "address", !file.hasPrefix("GalleryKitTests/") { continue }
        let found = words.filter(text.contains)
        #expect(found.isEmpty, "\(file) has \(found): expected \(sanitizer) in scripts/sanitized-tests.txt")
      }
    }
  }
}
