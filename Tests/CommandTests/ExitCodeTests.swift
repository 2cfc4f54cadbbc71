import Foundation
import TestSupport
import Testing

/// If a command fails, its exit code says why: 64 for the command or a scenario, 74 for the disk.
@Suite(.timeLimit(.minutes(15)))
struct ExitCodeTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    "run NONE/none.json", "advise NONE/none.json", "check --selftest NONE/none.json",
    "validate fling --costs epyc-2core --app none=NONE/none.csv", "run SMALL --library NONE/photos",
    "trace info NONE/none.csv", "trace import NONE/none.json", "report NONE/none.json",
    "compare NONE/a.json NONE/b.json", "report NONE/none.json --format benchfmt", "explain NONE/none.json",
    "advise --join NONE/none.json", "check --process NONE/none.csv", "library index NONE/photos",
    "list costs NONE/none.json", "library thumbnail NONE/none.jpg --size 9x9 --output /dev/null/thumbnails",
  ])
  func `a named file that is not there exits with 74`(line: String) async throws {
    let outcome = try await Program.run(line.replacing("NONE", with: folder.path), code: 74)
    #expect(outcome.complaints.count == 1 && outcome.output == "")
  }

  @Test(arguments: [
    "run FILE", "trace info FILE", "report FILE", "explain FILE", "compare FILE FILE", "advise --join FILE",
    "list costs FILE", "check --process FILE",
  ])
  func `a file that is read and wrong exits with 64`(line: String) async throws {
    let file = try folder.write("{}", as: "wrong.json")
    try await Program.run(line.replacing("FILE", with: file), code: 64)
  }

  @Test(.withShortFiles) func `a full disk exits with 74, and what was there stays`() async throws {
    let result = try await SmallScenario.replayed.resultPath
    let old = try folder.write("old", as: "old.csv")
    // A limit on files' sizes, whose signal is ignored, is the nearest to a full disk that needs no rights.
    let limited = "trap '' XFSZ; ulimit -f 1; '\(Program.path)'"
    for command in [
      "report '\(result)' --format csv-frames -o '\(old)'", "report '\(result)' -o '\(old)' --format html",
      "run '\(SmallScenario.path)' --mode model --no-variations --costs epyc-2core --output '\(folder.path)'",
    ] {
      let outcome = try await Program.shell("\(limited) \(command)", code: 74)
      #expect(!outcome.error.contains("ExitCode"))
    }
    #expect(try folder.text("old.csv") == "old")
    #expect(try folder.names() == ["old.csv"])
  }

  @Test func `a catalogue that SQLite cannot read exits with 74`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg"])
    let catalogue = try await Photos.catalogue(of: folder)
    try Data(repeating: 0x41, count: 8192).write(to: catalogue)
    for command in ["library index", "library info", "run SMALL --library"] {
      try await Program.run("\(command) \(folder.path)", code: 74, saying: catalogue.path)
    }
  }

  @Test func `output to a hyphen is standard output, and a link or a pipe stays what it is`() async throws {
    let result = try await SmallScenario.replayed.resultPath
    let plain = try await Program.run("report \(result) --format csv", code: 0)
    let hyphen = try await Program.run("report \(result) --format csv -o -", code: 0)
    #expect(hyphen.output == plain.output && !plain.output.isEmpty)
    let report = try await Program.run("report \(result)")
    #expect(try await Program.run("report \(result) -o -").output == report.output)
    try await Program.run("trace plot SMALL -o -", showing: ["<svg"])
    let scenario = try await folder.scrollsim("init -", code: 0)
    #expect(scenario.output.hasPrefix("{"))
    #expect(try folder.names() == [])

    try folder.write([], as: "target.csv")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.csv"), withDestinationPath: "target.csv")
    try await Program.run("report \(result) -o \(folder.file("link.csv"))", code: 0)
    #expect(try folder.text("target.csv") == plain.output)
    let piped = try await Program.shell(
      "cd '\(folder.path)' && mkfifo pipe && { cat pipe > read & } && "
        + "'\(Program.path)' report '\(result)' --format csv -o pipe && wait && test -p pipe && cat read",
      code: 0)
    #expect(piped.output == plain.output)
    // Earlier content of a file stays, as the shell has opened it to append to it.
    let appended = try await Program.shell(
      "cd '\(folder.path)' && echo before > log && '\(Program.path)' report '\(result)' --format csv -o - >> log && cat log"
    )
    #expect(appended.output == "before\n\(plain.output)")
  }
}
