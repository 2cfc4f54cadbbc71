import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// `scrollsim report` for other tools, from outside.
@Suite(.timeLimit(.minutes(15)))
struct ReportFormatTests {
  @Test func `a model's result is written for other tools, whole or a run of it`() async throws {
    let folder = try TemporaryFolder()
    let run = try await Program.run([
      "run", SmallScenario.path, "--mode", "model", "--no-variations", "--costs", "epyc-2core", "--output",
      folder.path,
    ])
    #expect(run.code == 0)
    let path = folder.file("small.model.json")
    for format in ExchangeFormat.allCases {
      let whole = try await Program.run(["report", path, "--format", format.rawValue])
      #expect(whole.code == 0 && whole.error == "")
      #expect(try whole.output == format.render(ResultFile.read(path: path)))
    }
    let result = try ResultFile.read(path: path)
    let decodes = try #require(result.runs.first?.decodes)
    #expect(Double(decodes.endMs.count) >= result.runs[0].metrics["decodes"]! ?? .infinity)
    let one = try await Program.run([
      "report", path, "--run", result.runs[0].id, "-o", folder.file("one.xml"),
    ])
    #expect(one.code == 0 && one.output == "")
    #expect(try String(contentsOfFile: folder.file("one.xml"), encoding: .utf8).contains("tests=\"1\""))
  }

  @Test func `an unknown format and a file that is no result end with 64`() async throws {
    let format = try await Program.run(["report", "a.json", "--format", "excel"])
    #expect(format.code == 64 && format.error.contains("found 'excel'"))
    let file = try await Program.run(["report", SmallScenario.path, "--format", "junit"])
    #expect(file.code == 64 && file.error.contains("schema"))
  }
}
