import Foundation
import TestSupport
import Testing

/// Where a command ends by an error, the code says whose it is: 64 the command's or a scenario's, 74 the disk's.
@Suite(.timeLimit(.minutes(15)))
struct ExitCodeTests {
  private static let model = ["--mode", "model", "--no-variations", "--costs", "epyc-2core"]

  @Test(arguments: [
    "run NONE/none.json", "advise NONE/none.json", "check --selftest NONE/none.json",
    "validate fling --costs epyc-2core --app none=NONE/none.csv", "run SMALL --library NONE/photos",
    "trace info NONE/none.csv", "trace import NONE/none.json", "report NONE/none.json",
    "compare NONE/a.json NONE/b.json", "report NONE/none.json --format benchfmt", "explain NONE/none.json",
    "advise --join NONE/none.json", "check --process NONE/none.csv", "library index NONE/photos",
    "list costs NONE/none.json", "library thumbnail NONE/none.jpg --size 9x9 --output /dev/null/thumbnails",
  ])
  func `a named file that is not there ends with 74`(line: String) async throws {
    let folder = try TemporaryFolder()
    let words = SmallScenario.words(line).map { $0.replacing("NONE", with: folder.path) }
    let outcome = try await Program.run(words, code: 74)
    #expect(outcome.complaints.count == 1 && outcome.output == "")
  }

  @Test(arguments: ["run", "trace", "report", "explain", "compare", "advise", "list", "check"])
  func `a file that is read and wrong ends with 64`(command: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("{}", as: "wrong.json")
    let arguments =
      switch command {
      case "trace": ["trace", "info", file]
      case "compare": ["compare", file, file]
      case "list": ["list", "costs", file]
      case "advise": ["advise", "--join", file]
      case "check": ["check", "--process", file]
      default: [command, file]
      }
    try await Program.run(arguments, code: 64)
  }

  @Test func `the name of a shipped scenario that is misspelled ends with 64, and with the likely word`()
    async throws
  {
    try await Program.run(["run", "flnig"], code: 64, saying: "fling")
  }

  @Test(.withShortFiles) func `a full disk ends with 74, and what was there stays`() async throws {
    let folder = try TemporaryFolder()
    let result = try await SmallScenario.replayed.resultPath
    let old = try folder.write("old", as: "old.csv")
    // A limit on files' sizes, whose signal is ignored, is the nearest to a full disk that needs no rights.
    let limited = "trap '' XFSZ; ulimit -f 1; '\(Program.path)'"
    for command in [
      "report '\(result)' --format csv-frames -o '\(old)'", "report '\(result)' -o '\(old)' --format html",
      "run '\(SmallScenario.path)' \(Self.model.joined(separator: " ")) --output '\(folder.path)'",
    ] {
      let outcome = try await Program.shell("\(limited) \(command)", code: 74)
      #expect(!outcome.error.contains("ExitCode"))
    }
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
    #expect(try folder.names() == ["old.csv"])
  }

  @Test func `a catalogue that SQLite cannot read ends with 74`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg"])
    let catalogue = try await Photos.catalogue(of: folder)
    try Data(repeating: 0x41, count: 8192).write(to: catalogue)
    for command in [["library", "index"], ["library", "info"], ["run", SmallScenario.path, "--library"]] {
      let outcome = try await Program.run(command + [folder.path])
      #expect(outcome.code == 74 && outcome.error.contains(catalogue.path), "\(outcome.error)")
    }
  }

  @Test func `output to a hyphen is standard output, and a link or a pipe stays what it is`() async throws {
    let folder = try TemporaryFolder()
    let result = try await SmallScenario.replayed.resultPath
    let plain = try await Program.run(["report", result, "--format", "csv"])
    let hyphen = try await Program.run(["report", result, "--format", "csv", "-o", "-"])
    #expect(plain.code == 0 && hyphen.code == 0)
    #expect(hyphen.output == plain.output && !plain.output.isEmpty)
    let report = try await Program.run(["report", result])
    #expect(try await Program.run(["report", result, "-o", "-"]).output == report.output)
    let chart = try await Program.run(["trace", "plot", SmallScenario.path, "-o", "-"])
    #expect(chart.output.contains("<svg"))
    let scenario = try await Program.run(["init", "-"], in: folder.path)
    #expect(scenario.code == 0 && scenario.output.hasPrefix("{"))
    #expect(try folder.names() == [])

    let target = try folder.write([], as: "target.csv")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.csv"), withDestinationPath: "target.csv")
    #expect(try await Program.run(["report", result, "-o", folder.file("link.csv")]).code == 0)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == plain.output)
    let piped = try await Program.shell(
      "cd '\(folder.path)' && mkfifo pipe && { cat pipe > read & } && "
        + "'\(Program.path)' report '\(result)' --format csv -o pipe && wait && test -p pipe && cat read")
    #expect(piped.code == 0 && piped.output == plain.output)
    // What stands in a file before stays, as the shell has opened it to append to it.
    let appended = try await Program.shell(
      "cd '\(folder.path)' && echo before > log && '\(Program.path)' report '\(result)' --format csv -o - >> log && cat log"
    )
    #expect(appended.output == "before\n\(plain.output)")
  }
}
