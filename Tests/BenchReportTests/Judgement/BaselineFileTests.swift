import BenchReport
import Foundation
import TestSupport
import Testing

struct BaselineFileTests {
  @Test func `a baseline is read as it was written`() throws {
    let folder = try TemporaryFolder()
    var baseline = GateSample.baseline(of: GateSample.model { $0.metrics["revisitHitRate"] = .some(nil) })
    baseline.tolerances = ["decodes": Tolerance(relative: 0.02)]
    let path = folder.file("new/fling.model.baseline.json")
    try baseline.write(to: path)
    #expect(try BaselineFile.readIfPresent(path: path) == baseline)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("new")).count == 1)
  }

  @Test func `a baseline that is not there is none`() throws {
    #expect(try BaselineFile.readIfPresent(path: "/nowhere/fling.model.baseline.json") == nil)
  }

  @Test(arguments: [
    ("", "empty file"), ("{", "no valid JSON"),
    ("{\"schema\": \"scrollsim.baseline/9\"}", "scrollsim.baseline/9"),
    ("{\"schema\": \"scrollsim.baseline/1\"}", "mode: expected a value, found none"),
  ])
  func `a damaged baseline is named, with what to do`(text: String, words: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), as: "fling.model.baseline.json")
    let error = try #require(throws: ResultFileError.self) { try BaselineFile.readIfPresent(path: path) }
    #expect(error.description.hasPrefix("\(path): "))
    if words != "no valid JSON" { #expect(error.description.contains(words)) }
    #expect(error.description.contains("restore it from version control"))
  }

  @Test func `a baseline whose parts do not fit is damaged`() throws {
    let faults: [(inout BaselineFile) -> Void] = [
      { $0.samples = [] }, { $0.samples[0].runs = [:] }, { $0.samples += $0.samples }, { $0.history = [] },
      { $0.mode = .replay }, { $0.tolerances = ["decodes": Tolerance()] },
      { $0.tolerances = ["decodes": Tolerance(relative: -1)] },
    ]
    let folder = try TemporaryFolder()
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

  @Test(
    arguments: [("2%", 0.02, nil), ("0%", 0, nil), ("3", nil, 3), ("0.5", nil, 0.5)]
      as [(String, Double?, Double?)])
  func `a tolerance is a share or a number`(text: String, relative: Double?, absolute: Double?) {
    #expect(Tolerance(text) == Tolerance(relative: relative, absolute: absolute))
  }

  @Test(arguments: ["", "%", "-1", "-2%", "nan", "inf", "two", "1e999"])
  func `what is no tolerance is refused`(text: String) {
    #expect(Tolerance(text) == nil)
  }
}
