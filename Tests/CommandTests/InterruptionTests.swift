import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// A program that ends early keeps its measurements and leaves no process behind.
@Suite(.timeLimit(.minutes(15)))
struct InterruptionTests {
  private let folder = TemporaryFolder()
  private var run: String { "run SMALL --rounds 50 --strategy none --output \(folder.path)" }

  /// Runs a command line, and sends a signal once something holds; it then exits with 3.
  @discardableResult
  private func interrupt(
    _ line: String, by signal: Int32 = SIGINT, environment: [String: String] = [:],
    once condition: @escaping @Sendable () throws -> Bool
  ) async throws -> Program.Outcome {
    let outcome = try await Program.run(line, environment: environment, in: folder.path) { program in
      try await Program.wait(until: condition)
      kill(program, signal)
    }.outcome
    #expect(outcome.code == 3, "\(line): \(outcome.error)")
    return outcome
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interruption leaves a valid result of what was measured`(signal: Int32) async throws {
    let (outcome, workers) = try await Program.run(run) { program in
      try await Program.wait { try folder.completedRuns(of: "small.replay") > 0 }
      let workers = try await Self.workers(of: program)
      kill(program, signal)
      return workers
    }
    #expect(outcome.code == 3)
    let path = try #require(folder.partial(of: "small.replay"))
    let result = try ResultFile.read(path: path)
    let measured = result.runs.count { $0.status == .completed }
    #expect(measured > 0 && measured < 50)
    #expect(result.runs.allSatisfy { $0.status == .completed || $0.status == .notRun })
    #expect(result.verdict == .notMeasured)
    #expect(outcome.error.contains("interrupted: \(measured) of 50 runs were measured and kept in \(path)"))
    #expect(outcome.output.contains("│ none "))
    #expect(FileManager.default.fileExists(atPath: path.dropLast(4) + "html"))
    #expect(!folder.has("small.replay.json"))
    try await Program.wait { workers.allSatisfy { !ProcessTable.isRunning($0) } }
  }

  @Test func `an interruption ends the second scenario as it would the first`() async throws {
    let second = try SmallScenario.variant([("\"name\": \"small\"", "\"name\": \"second\"")], in: folder)
    try await interrupt(
      "run SMALL \(second) --rounds 8 --strategy none --output \(folder.path)", by: SIGTERM
    ) { try folder.completedRuns(of: "second.replay") > 0 }
    #expect(try folder.result("small.replay").runs.count == 8)
    let partial = try #require(folder.partial(of: "second.replay"))
    #expect(try ResultFile.read(path: partial).runs.contains { $0.status == .notRun })
  }

  @Test func `an interruption leaves the result before it, and its page, as they were`() async throws {
    let files = ["small.replay.json", "small.replay.html"]
    for name in files { try folder.write("whole", as: name) }
    try await SmallScenario.replayed.result().write(to: folder.file(files[0]))
    let before = try files.map(folder.data)
    try await interrupt(run) { folder.partial(of: "small.replay") != nil }
    let partial = try #require(folder.partial(of: "small.replay"))
    #expect(try files.map(folder.data) == before)
    #expect(try ResultFile.read(path: partial).runs.count == 50)
    // An interrupted result is compared with the one that it would have replaced.
    let comparison = try await Program.run("compare \(partial)")
    #expect(comparison.error == "previous: \(folder.file(files[0]))\n")
    let report = try await Program.run("report \(folder.file(files[0])) \(partial)", code: 0)
    #expect(report.error == "\(partial): skipped: it was interrupted\n")
  }

  @Test func `an interrupted search shows and keeps what it found, and leaves the one before it`()
    async throws
  {
    try folder.write("whole", as: "small.advice.json")
    let outcome = try await interrupt(
      "advise SMALL --costs epyc-2core --combinations 20000 --output \(folder.path)"
    ) { folder.partial(of: "small.advice") != nil }
    let partial = try #require(folder.partial(of: "small.advice"))
    let file = try AdviceFile.read(path: partial)
    let planned = try #require(file.plannedCount)
    #expect(file.candidates.count > 0 && file.candidates.count < planned)
    #expect(
      outcome.complaints == [
        "interrupted: \(file.candidates.count) of up to \(planned) combinations were evaluated and kept in \(partial)"
      ])
    #expect(outcome.output == Document(file).terminal(colour: false, width: 10_000))
    #expect(outcome.output.contains("Interrupted: "))
    let page = try String(contentsOfFile: partial.dropLast(4) + "html", encoding: .utf8)
    #expect(page == Document(file).html())
    #expect(try folder.text("small.advice.json") == "whole")
  }

  @Test func `an interrupted validation compares what was replayed`() async throws {
    let outcome = try await interrupt(
      "validate SMALL --costs epyc-2core --rounds 50 --strategy none --output \(folder.path)"
    ) { try folder.completedRuns(of: "small.replay") > 0 }
    #expect(outcome.output.contains("Interrupted: 0 of 1 scenarios were replayed to the end."))
    let file = try FidelityFile.read(path: #require(folder.partial(of: "fidelity")))
    #expect(file.situations.first?.metrics.first { $0.metric == "decodes" }?.runs.count == 1)
    #expect(!folder.has("fidelity.json"))
  }

  @Test(arguments: ["", "--fault hang"])
  func `a killed program takes its worker with it, even one that hangs`(fault: String) async throws {
    let (outcome, workers) = try await Program.run("\(run) \(fault)") { program in
      try await Program.wait { folder.partial(of: "small.replay") != nil }
      let workers = try await Self.workers(of: program)
      kill(program, SIGKILL)
      return workers
    }
    #expect(outcome.code == nil)
    try await Program.wait { workers.allSatisfy { !ProcessTable.isRunning($0) } }
    let path = try #require(folder.partial(of: "small.replay"))
    #expect(try ResultFile.read(path: path).runs.count == 50)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interruption of the first baselines ends the build, and all that it has started`(signal: Int32)
    async throws
  {
    try folder.write([], as: "Package.swift")
    let script = """
      #!/bin/sh
      sleep 600 &
      echo $$ $! > building.part && mv building.part building
      wait
      """
    try folder.writeProgram(script, as: "tools/swift")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let outcome = try await interrupt(
      "init gate --package .", by: signal, environment: ["PATH": "\(folder.file("tools")):\(path)"]
    ) { folder.has("building") }
    #expect(outcome.error.contains("was interrupted; everything but the baselines is written"))
    let build = try folder.text("building").split { $0.isWhitespace }.compactMap { pid_t($0) }
    #expect(build.count == 2)
    try await Program.wait { build.allSatisfy { !ProcessTable.isRunning($0) } }
  }

  /// Waits until the program, which has written its result, has started a worker, and returns its workers.
  private static func workers(of program: pid_t) async throws -> [pid_t] {
    var workers: [pid_t] = []
    try await Program.wait {
      workers = ProcessTable.children(of: program)
      return !workers.isEmpty
    }
    return workers
  }
}
