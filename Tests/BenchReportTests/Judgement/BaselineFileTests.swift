import BenchReport
import Foundation
import TestSupport
import Testing

@testable import ScrollSim

struct BaselineFileTests {
  @Test func `a baseline is read as it was written`() throws {
    let folder = TemporaryFolder()
    var baseline = GateSample.baseline(of: GateSample.model { $0.metrics["revisitHitRate"] = .some(nil) })
    baseline.tolerances = ["decodes": Tolerance(relative: 0.02)]
    let path = folder.file("new/fling.model.baseline.json")
    try baseline.keep(at: path)
    #expect(try BaselineFile.readIfPresent(path: path) == baseline)
    #expect(try folder.names(in: "new") == ["fling.model.baseline.json", "fling.model.history.jsonl"])
    #expect(try BaselineFile.readIfPresent(path: "/nowhere/fling.model.baseline.json") == nil)
  }

  @Test func `branches that both update add a line each, which are in order once they are merged`() throws {
    let folder = TemporaryFolder()
    let (path, history) = (folder.file("fling.model.baseline.json"), "fling.model.history.jsonl")
    func update(_ reason: String, at date: String) throws -> [String] {
      var result = GateSample.model()
      result.provenance.startedAt = date
      try BaselineFile(
        updating: try BaselineFile.readIfPresent(path: path), with: result, on: GateSample.machine,
        reason: reason
      ).keep(at: path)
      return try folder.text(history).split(separator: "\n").map(String.init)
    }
    let first = try update("first", at: "2026-01-01T00:00:00Z")
    let mine = try update("mine", at: "2026-01-03T00:00:00Z")
    try folder.write(first[0] + "\n", as: history)
    let theirs = try update("theirs", at: "2026-01-02T00:00:00Z")
    #expect(mine.count == 2 && theirs.count == 2 && mine[0] == theirs[0])
    // As Git joins them by merge=union.
    try folder.write([mine[0], mine[1], theirs[1]].joined(separator: "\n") + "\n", as: history)
    let joined = try BaselineFile.readIfPresent(path: path)
    #expect(joined?.history.map(\.reason) == ["first", "theirs", "mine"])
    #expect(joined?.history.allSatisfy { $0.values != nil } == true)
    try folder.write("no update\n", as: history)
    #expect(throws: ResultFileError.self) { try BaselineFile.readIfPresent(path: path) }
  }

  @Test func `a reason may contain line separators, and a history's lines may end as on Windows`() throws {
    let folder = TemporaryFolder()
    let (path, history) = (folder.file("fling.model.baseline.json"), "fling.model.history.jsonl")
    let reason = "a\u{2028}b\u{85}c"
    try BaselineFile(updating: nil, with: GateSample.model(), on: GateSample.machine, reason: reason)
      .keep(at: path)
    for end in ["\n", "\r\n"] {
      try folder.write(folder.text(history).replacing("\n", with: end), as: history)
      #expect(try BaselineFile.readIfPresent(path: path)?.history.map(\.reason) == [reason])
    }
  }

  @Test(arguments: [
    ("", "empty file"), ("{", "in valid JSON"),
    ("{\"schema\": \"scrollsim.baseline/9\"}", "scrollsim.baseline/9"),
    ("{\"schema\": \"scrollsim.baseline/1\"}", "mode: expected a value, found none"),
  ])
  func `a damaged baseline is named, with what to do`(text: String, words: String) throws {
    let folder = TemporaryFolder()
    let path = try folder.write(text, as: "fling.model.baseline.json")
    let error = try #require(throws: ResultFileError.self) { try BaselineFile.readIfPresent(path: path) }
    #expect(error.description.hasPrefix("\(path): "))
    #expect(error.description.contains(words))
    #expect(error.description.contains("restore it from version control"))
  }

  @Test func `a baseline whose parts do not fit is damaged`() throws {
    let faults: [(inout BaselineFile) -> Void] = [
      { $0.samples = [] }, { $0.samples[0].runs = [:] }, { $0.samples += $0.samples },
      { $0.mode = .replay }, { $0.tolerances = ["decodes": Tolerance()] },
      { $0.tolerances = ["decodes": Tolerance(relative: -1)] },
    ]
    let folder = TemporaryFolder()
    for (place, fault) in faults.enumerated() {
      var baseline = GateSample.baseline(of: GateSample.model())
      fault(&baseline)
      let path = folder.file("\(place).json")
      try baseline.write(to: path)
      #expect(throws: ResultFileError.self, "fault \(place)") {
        _ = try BaselineFile.readIfPresent(path: path)
      }
    }
  }

  @Test func `a tolerance is a share or a number, and nothing else`() {
    for (text, share) in [("2%", 0.02), ("0%", 0)] { #expect(Tolerance(text) == Tolerance(relative: share)) }
    for (text, number) in [("3", 3), ("0.5", 0.5)] { #expect(Tolerance(text) == Tolerance(absolute: number)) }
    for text in ["", "%", "-1", "-2%", "nan", "inf", "two", "1e999"] {
      #expect(Tolerance(text) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    ("model\t\t: 85\nmodel name\t: Intel(R) Xeon(R)\nmodel name\t: Intel(R) Xeon(R)\n", "Intel(R) Xeon(R)"),
    (
      "CPU implementer\t: 0x41\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n",
      "ARM 0x41 0xd0c 0x3 1"
    ),
    ("CPU implementer\t: 0x41\nModel\t\t: Raspberry Pi 5\n", "Raspberry Pi 5"), ("", "unknown"),
  ])
  func `a machine is known by its processor, which ARM numbers`(information: String, name: String) {
    #expect(Provenance.processor(in: information) == name)
  }
}
