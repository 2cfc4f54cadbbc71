import BenchReport
import Foundation
import TestSupport
import Testing

/// Whatever ends the program early, what was measured is kept and no process stays behind.
@Suite(.timeLimit(.minutes(15)))
struct InterruptionTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func `an interruption leaves a valid result of what was measured`(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("small.replay.json")
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
    #expect(FileManager.default.fileExists(atPath: folder.file("small.replay.html")))
    try await Program.wait { workers.allSatisfy { !ProcessTable.isRunning($0) } }
  }

  @Test(arguments: ["none", "hang"])
  func `a killed program takes its worker with it, even one that hangs`(fault: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("small.replay.json")
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

  /// Waits until the program, which has written its result, has started a worker, and says which.
  private static func workers(of program: pid_t) async throws -> [pid_t] {
    while true {
      let workers = ProcessTable.children(of: program)
      if !workers.isEmpty { return workers }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
