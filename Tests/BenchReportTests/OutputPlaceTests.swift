import Foundation
import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

/// Whole results in their place, partial ones beside them, and earlier ones in the history.
struct OutputPlaceTests {
  private let folder = TemporaryFolder()
  private let place: OutputPlace<ResultFile>

  init() {
    place = OutputPlace(folder: folder.path, scenario: "fling", mode: .replay)
  }

  private func result(blank: Double = 0.1, strategy: String = "none", startedAt: String? = nil) -> ResultFile
  {
    var result = Sample.result(runs: [Sample.run(strategy, blank: blank)])
    if let startedAt { result.provenance.startedAt = startedAt }
    return result
  }

  @Test func `a result is partial until every run has ended, and then takes its place`() throws {
    var result = Sample.result(runs: [Sample.run("none"), Sample.failed("screens", .notRun, "not run yet")])
    #expect(try place.write(result).path == place.partialPath)
    let partial = "fling.replay.\(getpid()).partial"
    #expect(try folder.names(in: "") == ["\(partial).json"])
    #expect(ResultFolder(folder.path).entries.isEmpty, "its run goes on")
    result.runs[1] = Sample.failed("screens", .crashed, "signal 11")
    try folder.write([], as: "\(partial).html")
    #expect(try place.write(result).path == place.path)
    #expect(try folder.names(in: "") == ["fling.replay.json"])
    let later = Sample.result(runs: [Sample.failed("none", .notRun, nil)])
    #expect(try place.write(later).earlier == nil, "a partial result leaves the whole one alone")
    #expect(try ResultFile.read(path: place.path) == result)
  }

  @Test func `runs at the same time have separate partial results, and each whole one is kept`() async throws
  {
    let places = (0..<8).map { _ in
      OutputPlace<ResultFile>(folder: folder.path, scenario: "fling", mode: .replay)
    }
    try await withThrowingTaskGroup { group in
      for (number, place) in places.enumerated() {
        group.addTask {
          for step in 0..<4 {
            let result = result(blank: Double(number * 4 + step) / 100)
            let (aside, written) = (try place.writeAside(result), try place.write(result))
            #expect(written.path == place.path && aside.path != written.path)
          }
        }
      }
      try await group.waitForAll()
    }
    let kept = try folder.names(in: "history").map { try ResultFile.read(path: folder.file("history/\($0)")) }
    let all = kept + [try ResultFile.read(path: place.path)]
    #expect(Set(all.map { $0.runs[0].metrics["blankAreaRatio"] }).count == 32 && all.count == 32)
    #expect(try folder.names(in: "") == ["fling.replay.json", "history"])
  }

  @Test func `the latest partial result whose run has ended is resumed, and no other`() throws {
    let whole = result()
    let live = OutputPlace<ResultFile>(folder: folder.path, scenario: "fling", mode: .replay)
    _ = try live.writeAside(whole)
    #expect(place.resume() == nil, "the other run goes on")
    for (name, age) in [("fling.replay.7.partial.json", 2.0), ("fling.replay.9-2.partial.json", 1)] {
      try whole.write(to: folder.file(name))
      try FileManager.default.setAttributes(
        [.modificationDate: Date.now.addingTimeInterval(-age * 60)], ofItemAtPath: folder.file(name))
    }
    try whole.write(to: folder.file("fling.replay.fast.8.partial.json"))
    let resumed = try #require(place.resume())
    #expect(resumed.path == folder.file("fling.replay.9-2.partial.json"))
    #expect(resumed.others == [folder.file("fling.replay.7.partial.json")])
    #expect(
      live.interrupted == [folder.file("fling.replay.7.partial.json")], "the resumed one has a run again")
    _ = try place.write(whole)
    #expect(!FileManager.default.fileExists(atPath: resumed.path))
  }

  @Test func `a page goes to where its record is, though another run has ended meanwhile`() throws {
    let first = try place.write(result(blank: 0.1))
    let second = try place.write(result(blank: 0.2))
    try first.write(page: "first")
    try second.write(page: "second")
    let kept = try #require(second.earlier)
    #expect(try String(contentsOfFile: kept.dropLast(4) + "html", encoding: .utf8) == "first")
    #expect(try String(contentsOfFile: place.page, encoding: .utf8) == "second")
  }

  @Test func `a link in the place of the result stays, and its target is kept and replaced`() throws {
    try FileManager.default.createDirectory(atPath: folder.file("far"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: "far/result.json")
    _ = try place.write(result(blank: 0.1))
    let kept = try #require(try place.write(result(blank: 0.2)).earlier)
    #expect(try ResultFile.read(path: kept) == result(blank: 0.1))
    #expect(try ResultFile.read(path: folder.file("far/result.json")) == result(blank: 0.2))
  }

  @Test func `results of the same second have different names, which sort as they were made`() throws {
    for blank in [0.1, 0.2, 0.3, 0.4] { _ = try place.write(result(blank: blank)) }
    let stem = "fling.replay.2026-01-02T03-04-05Z"
    #expect(try folder.names(in: "history") == ["\(stem).json", "\(stem)_2.json", "\(stem)_3.json"])
    let kept = try folder.names(in: "history").map { try ResultFile.read(path: folder.file("history/\($0)")) }
    #expect(kept == [0.1, 0.2, 0.3].map { result(blank: $0) })
    #expect(OutputHistory.result(before: place.path) == folder.file("history/\(stem)_3.json"))
    // A name that begins alike has a different history.
    let other = OutputPlace<ResultFile>(folder: folder.path, name: "fling.replay.fast")
    for blank in [0.1, 0.2] { _ = try other.write(result(blank: blank)) }
    #expect(OutputHistory.result(before: other.path) != nil)
    #expect(OutputHistory(folder: folder.path, name: "fling.replay").files.count == 3)
  }

  @Test func `the name says what differs besides figures`() throws {
    var head = result(strategy: "screens")
    head.library.sha256 = "cc"
    head.provenance.git = "abcdef"
    #expect(head.differences(from: result()) == ["library", "strategies", "program"])
    #expect(head.differences(from: head).isEmpty)
    var other = head
    other.scenario.sha256 = "dd"
    other.scenario.seed = 8
    other.costs = CostsRecord(name: "phone", sha256: "ee")
    other.provenance.cpu = "another"
    other.runs[0].combination[.cells] = "retained"
    other.runs[0].iteration = 1
    #expect(
      other.differences(from: head) == ["scenario", "options", "costs", "seed", "iterations", "machine"])
  }

  @Test(arguments: ["../../escape", "", "yesterday"])
  func `an invalid date is not used in a name`(date: String) throws {
    _ = try place.write(result(startedAt: date))
    let earlier = try #require(try place.write(result(blank: 0.2)).earlier)
    #expect(try folder.names(in: "history").count == 1)
    #expect(earlier.contains(/history\/fling\.replay\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.json$/))
  }

  @Test func `what this version cannot read is kept as it is`() throws {
    try folder.write("{\"schema\": \"scrollsim.result/99\"}", as: "fling.replay.json")
    let earlier = try #require(try place.write(result()).earlier)
    #expect(earlier.hasSuffix("Z.unreadable.json"))
    #expect(try String(contentsOfFile: earlier, encoding: .utf8).contains("result/99"))
  }

  @Test func `a name that is too long for a file is found before anything is measured`() throws {
    func place(_ length: Int) -> OutputPlace<AdviceFile> {
      OutputPlace(folder: folder.path, name: String(repeating: "n", count: length))
    }
    let error = try #require(throws: ResultFileError.self) { try place(250).check() }
    #expect(error.description.contains("the name is too long for a file; take shorter or fewer names"))
    try place(200).check()
    // The record before would have no room in the history, whose names say more.
    try folder.write([], as: URL(filePath: place(200).path).lastPathComponent)
    #expect(throws: ResultFileError.self) { try place(200).check() }
  }

  @Test(.enabled(if: geteuid() != 0, "nothing is read-only for root"))
  func `a folder that cannot be written is found before anything is measured`() throws {
    func allow(_ permissions: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: folder.path)
    }
    try allow(0o555)
    defer { try? allow(0o755) }
    let error = try #require(throws: ResultFileError.self) { try place.check() }
    #expect(error.description.hasPrefix("\(folder.path): expected a folder to write a result file to"))
  }
}
