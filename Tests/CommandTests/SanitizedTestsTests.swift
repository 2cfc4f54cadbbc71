import Foundation
import TestSupport
import Testing

/// The list of tests that run under sanitizers, compared with the existing tests.
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

  /// What the script says with a `swift` that prints its arguments and settings, and with the `paste` of
  /// macOS, which reads no input that is not asked for.
  private func sanitize(_ arguments: String, in place: String) async throws -> String {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let swift = "printf '%s\\n' \"$*\" \"$LSAN_OPTIONS\" \"$TSAN_OPTIONS\" 'Test run with 1 test'"
    let paste = "[ $# -gt 2 ] && exec /usr/bin/paste \"$@\""
    for (name, line) in ["swift": swift, "paste": paste] {
      try folder.writeProgram("#!/bin/sh\n\(line)\n", as: name)
    }
    let script = "'\(place)/scripts/sanitize' \(arguments)"
    return try await Program.shell("PATH='\(folder.path)':\"$PATH\" \(script)", code: 0).output
  }

  @Test func `tests are named to a sanitizer on macOS, too`() async throws {
    let named = try await sanitize("thread", in: Repository.path)
    #expect(named.contains(#"--filter ^GalleryKitTests\..*/("#), "\(named)")
    let all = try await sanitize("thread all", in: Repository.path)
    #expect(all.contains("--skip /(SimulationTests|DesktopGalleryTests|"), "\(all)")
  }

  @Test func `a sanitizer finds what it ignores below a path with a blank`() async throws {
    let folder = TemporaryFolder()
    let place = folder.file("a b")
    try await Program.shell("mkdir '\(place)' && ln -s '\(Repository.path)/scripts' '\(place)'", code: 0)
    let said = try await sanitize("thread all", in: place)
    // Without quotes a blank ends an option.
    for file in ["leaks", "races"] {
      #expect(said.contains("suppressions='\(place)/scripts/foreign-\(file).txt' "), "\(said)")
    }
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
      // A line for the file itself has its own reason.
      guard line.place != file, !file.hasPrefix("CommandTests/") else { continue }
      for (sanitizer, words) in signs where !line.sanitizers.contains(sanitizer) {
        // Only GalleryKit has C code and its own memory.
        if sanitizer == "address", !file.hasPrefix("GalleryKitTests/") { continue }
        let found = words.filter(text.contains)
        #expect(found.isEmpty, "\(file) has \(found): expected \(sanitizer) in scripts/sanitized-tests.txt")
      }
    }
  }
}
