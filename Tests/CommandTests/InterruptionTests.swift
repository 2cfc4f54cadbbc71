import BenchReport
import Foundation
import TestSupport
import Testing

/// A program that ends early keeps its measurements and leaves no process behind.
@Suite(.timeLimit(.minutes(15)))
struct InterruptionTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func `an interruption leaves a valid result of what was measured`(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("small.replay.partial.json")
    let (outcome, workers) = try await Program.run(
      ["run", SmallScenario.path, "--iterations", "50", "--strategy", "none", "--output", folder.path]
    ) { program in
      try await Program.wait {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        return try ResultFile.read(path: path).runs.contains { $0.status == .completed }
      }
      let workers = try await Self.workers(of: program)
      kill(program, signal)
      return workers
    }
    #expect(outcome.code == 3)
    let result = try ResultFile.read(path: path)
    let measured = result.runs.count { $0.status == .completed }
    #expect(measured > 0 && measured < 50)
    #expect(result.runs.allSatisfy { $0.status == .completed || $0.status == .notRun })
    #expect(result.verdict == .notMeasured)
    #expect(outcome.error.contains("interrupted: \(measured) of 50 runs were measured and kept in \(path)"))
    #expect(outcome.output.contains("│ none "))
    #expect(FileManager.default.fileExists(atPath: folder.file("small.replay.partial.html")))
    #expect(!FileManager.default.fileExists(atPath: folder.file("small.replay.json")))
    try await Program.wait { workers.allSatisfy { !ProcessTable.isRunning($0) } }
  }

  @Test func `an interruption ends the second scenario as it would the first`() async throws {
    let folder = try TemporaryFolder()
    let second = try SmallScenario.variant([("\"name\": \"small\"", "\"name\": \"second\"")], in: folder)
    let partial = folder.file("second.replay.partial.json")
    let (outcome, _) = try await Program.run(
      ["run", SmallScenario.path, second, "--iterations", "8", "--strategy", "none", "--output", folder.path]
    ) { program in
      try await Program.wait {
        guard FileManager.default.fileExists(atPath: partial) else { return false }
        return try ResultFile.read(path: partial).runs.contains { $0.status == .completed }
      }
      kill(program, SIGTERM)
    }
    #expect(outcome.code == 3)
    #expect(try ResultFile.read(path: folder.file("small.replay.json")).runs.count == 8)
    #expect(try ResultFile.read(path: partial).runs.contains { $0.status == .notRun })
  }

  @Test func `an interruption leaves the result before it, and its page, as they were`() async throws {
    let folder = try TemporaryFolder()
    let files = ["small.replay.json", "small.replay.html"]
    for name in files { try folder.write(Array("whole".utf8), as: name) }
    try await SmallScenario.replayed.result().write(to: folder.file(files[0]))
    func contents() throws -> [Data] {
      try files.map { try Data(contentsOf: URL(filePath: folder.file($0))) }
    }
    let before = try contents()
    let partial = folder.file("small.replay.partial.json")
    let (outcome, _) = try await Program.run(
      ["run", SmallScenario.path, "--iterations", "50", "--strategy", "none", "--output", folder.path]
    ) { program in
      try await Program.wait { FileManager.default.fileExists(atPath: partial) }
      kill(program, SIGINT)
    }
    #expect(outcome.code == 3)
    #expect(try contents() == before)
    #expect(try ResultFile.read(path: partial).runs.count == 50)
    // An interrupted result is compared with the one that it would have replaced.
    let comparison = try await Program.run(["compare", partial])
    #expect(comparison.error == "before: \(folder.file(files[0]))\n")
    let report = try await Program.run(["report", folder.file(files[0]), partial])
    #expect(report.code == 0)
    #expect(report.error == "\(partial): passed over: it was interrupted\n")
  }

  @Test func `an interrupted search shows and keeps what it found, and leaves the one before it`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Array("whole".utf8), as: "small.tune.json")
    let partial = folder.file("small.tune.partial.json")
    let (outcome, _) = try await Program.run([
      "tune", SmallScenario.path, "--costs", "epyc-2core", "--combinations", "20000", "--output", folder.path,
    ]) { program in
      try await Program.wait { FileManager.default.fileExists(atPath: partial) }
      kill(program, SIGINT)
    }
    #expect(outcome.code == 3)
    let file = try TuneFile.read(path: partial)
    let planned = try #require(file.plannedCount)
    #expect(file.candidates.count > 0 && file.candidates.count < planned)
    #expect(
      outcome.complaints == [
        "interrupted: \(file.candidates.count) of up to \(planned) combinations were evaluated and kept in \(partial)"
      ])
    #expect(outcome.output == Document(file).terminal(colour: false, width: 10_000))
    #expect(outcome.output.contains("Interrupted: "))
    let page = try String(contentsOfFile: folder.file("small.tune.partial.html"), encoding: .utf8)
    #expect(page == Document(file).html())
    #expect(try String(contentsOfFile: folder.file("small.tune.json"), encoding: .utf8) == "whole")
  }

  @Test func `an interrupted validation compares what was replayed`() async throws {
    let folder = try TemporaryFolder()
    let partial = folder.file("small.replay.partial.json")
    let (outcome, _) = try await Program.run([
      "validate", SmallScenario.path, "--costs", "epyc-2core", "--iterations", "50", "--strategy", "none",
      "--output", folder.path,
    ]) { program in
      try await Program.wait {
        guard FileManager.default.fileExists(atPath: partial) else { return false }
        return try ResultFile.read(path: partial).runs.contains { $0.status == .completed }
      }
      kill(program, SIGINT)
    }
    #expect(outcome.code == 3)
    #expect(outcome.output.contains("Interrupted: 0 of 1 scenarios were replayed to the end."))
    let file = try FidelityFile.read(path: folder.file("fidelity.partial.json"))
    #expect(file.situations.first?.metrics.first { $0.metric == "decodes" }?.runs.count == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.file("fidelity.json")))
  }

  @Test(arguments: ["none", "hang"])
  func `a killed program takes its worker with it, even one that hangs`(fault: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("small.replay.partial.json")
    let fault = fault == "none" ? [] : ["--fault", fault]
    let (outcome, workers) = try await Program.run(
      ["run", SmallScenario.path, "--iterations", "50", "--strategy", "none", "--output", folder.path] + fault
    ) { program in
      try await Program.wait { FileManager.default.fileExists(atPath: path) }
      let workers = try await Self.workers(of: program)
      kill(program, SIGKILL)
      return workers
    }
    #expect(outcome.code == nil)
    try await Program.wait { workers.allSatisfy { !ProcessTable.isRunning($0) } }
    #expect(try ResultFile.read(path: path).runs.count == 50)
  }

  /// Waits until the program, which has written its result, has started a worker, and returns its workers.
  private static func workers(of program: pid_t) async throws -> [pid_t] {
    while true {
      let workers = ProcessTable.children(of: program)
      if !workers.isEmpty { return workers }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
