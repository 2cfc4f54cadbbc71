import Foundation
import TestSupport
import Testing

@testable import BenchReport

/// Whole results in their place, partial ones beside them, and earlier ones in the history.
struct OutputPlaceTests {
  private let folder: TemporaryFolder
  private let place: OutputPlace<ResultFile>

  init() throws {
    folder = try TemporaryFolder()
    place = OutputPlace(folder: folder.path, scenario: "fling", mode: .replay)
  }

  private func result(blank: Double = 0.1, strategy: String = "none", startedAt: String? = nil) -> ResultFile
  {
    var result = Sample.result(runs: [Sample.run(strategy, blank: blank)])
    if let startedAt { result.provenance.startedAt = startedAt }
    return result
  }

  private func names(in part: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file(part)).sorted()
  }

  @Test func `a result is partial until every run has ended, and then takes its place`() throws {
    var result = Sample.result(runs: [Sample.run("none"), Sample.failed("screens", .notRun, "not run yet")])
    #expect(try place.write(result).path == place.partialPath)
    #expect(try names(in: "") == ["fling.replay.partial.json"])
    result.runs[1] = Sample.failed("screens", .crashed, "signal 11")
    try folder.write([], as: "fling.replay.partial.html")
    #expect(try place.write(result).path == place.path)
    #expect(try names(in: "") == ["fling.replay.json"])
    #expect(try ResultFile.read(path: place.path) == result)
  }

  @Test func `a partial result leaves the whole one alone`() throws {
    _ = try place.write(result())
    let partial = Sample.result(runs: [Sample.failed("none", .notRun, nil)])
    #expect(try place.write(partial).earlier == nil)
    #expect(try ResultFile.read(path: place.path) == result())
  }

  @Test func `results of one second have names of their own, which sort as they were made`() throws {
    for blank in [0.1, 0.2, 0.3, 0.4] { _ = try place.write(result(blank: blank)) }
    let stem = "fling.replay.2026-01-02T03-04-05Z"
    #expect(try names(in: "history") == ["\(stem).json", "\(stem)_2.json", "\(stem)_3.json"])
    let kept = try names(in: "history").map { try ResultFile.read(path: folder.file("history/\($0)")) }
    #expect(kept == [0.1, 0.2, 0.3].map { result(blank: $0) })
    #expect(OutputHistory.result(before: place.path) == folder.file("history/\(stem)_3.json"))
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
  func `a date that is none is not taken for a name`(date: String) throws {
    _ = try place.write(result(startedAt: date))
    let earlier = try #require(try place.write(result(blank: 0.2)).earlier)
    #expect(try names(in: "history").count == 1)
    #expect(earlier.contains(/history\/fling\.replay\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.json$/))
  }

  @Test func `what this version cannot read is kept as it is`() throws {
    try folder.write(Array("{\"schema\": \"scrollsim.result/99\"}".utf8), as: "fling.replay.json")
    let earlier = try #require(try place.write(result()).earlier)
    #expect(earlier.hasSuffix("Z.unreadable.json"))
    #expect(try String(contentsOfFile: earlier, encoding: .utf8).contains("result/99"))
  }

  @Test func `a history of a name that begins alike is another`() throws {
    let other = OutputPlace<ResultFile>(folder: folder.path, name: "fling.replay.fast")
    for blank in [0.1, 0.2] { _ = try other.write(result(blank: blank)) }
    #expect(OutputHistory.result(before: place.path) == nil)
    #expect(OutputHistory.result(before: other.path) != nil)
  }

  @Test func `a folder in the place of the result is found before anything is measured`() throws {
    try FileManager.default.createDirectory(atPath: place.path, withIntermediateDirectories: true)
    #expect(throws: ResultFileError.self) { try place.check() }
  }
}
