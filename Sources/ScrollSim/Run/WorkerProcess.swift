internal import Foundation
internal import Subprocess

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif

package struct WorkerTask: Codable, Sendable {
  /// The scenario with everything that was asked for beyond its file.
  package var scenario: Scenario
  package var library: LibraryLocation
  /// The location of the originals that the scenario has in the cloud; `nil` if it has none.
  package var cloud: CloudLocation?
  package var run: PlannedRun
  /// The folder of a persistent thumbnail store; `nil` if there is none.
  package var thumbnails: String?
  /// Whether to measure after the run how fast decoders are (``DecodeGauge``).
  package var gaugesDecoding = false
  /// Whether this machine's table is ignored, as there may be none yet, or none that can be read.
  package var isCalibrating = false
  package var fault: Fault?
  /// The process that waits for the result.
  package var parent = ProcessInfo.processInfo.processIdentifier

  /// A fault that a worker commits when told to; it crashes or hangs at frame 30.
  package enum Fault: String, Codable, Sendable, CaseIterable {
    case crash
    case hang
    case busy
    /// Take a hundredth longer to decode, from the first image on.
    case slowDecoding = "slow-decoding"
  }
}

/// Measures one run in a separate process: it has fresh high-water marks and no effects of order, and its
/// failures do not end the benchmark.
package struct WorkerProcess: Sendable {
  package let executable: String
  /// Seconds after which a run is given up.
  package let timeLimit: Double

  package init(executable: String, timeLimit: Double) {
    self.executable = executable
    self.timeLimit = timeLimit
  }

  /// The most bytes that a worker may write to standard error; it need not write any.
  private static let mostWords = 1 << 20

  /// Runs the task and returns its record, even if it fails.
  ///
  /// - Throws: `CancellationError` if the calling task was cancelled, or an error if the process cannot be started.
  package func run(_ task: WorkerTask) async throws -> RunRecord {
    let record = try await withThrowingTaskGroup(of: RunRecord.self) { group in
      group.addTask { try await self.launch(task) }
      group.addTask {
        try await Task.sleep(for: .seconds(timeLimit))
        return task.failed(
          .timedOut, "the run took more than \(String(format: "%g", timeLimit)) s and was ended")
      }
      // The first to end cancels the other: a child whose task is cancelled is killed.
      guard let first = try await group.next() else { preconditionFailure("the group has two tasks") }
      group.cancelAll()
      return first
    }
    try Task.checkCancellation()
    return record
  }

  private func launch(_ task: WorkerTask) async throws -> RunRecord {
    var options = PlatformOptions()
    // A separate group, so that Ctrl-C at a terminal reaches the benchmark, which then ends its child.
    options.processGroupID = 0
    do {
      let result = try await Subprocess.run(
        .at(executable), arguments: ["worker"],
        platformOptions: options, input: .array(Array(try JSONEncoder().encode(task))),
        // Any other limit is reserved at once, which ends this process where address space is limited.
        output: .bytes(limit: .max), error: .string(limit: Self.mostWords))
      let lastWords = result.standardError.split(separator: "\n").suffix(3).joined(separator: " | ")
      func died(_ how: String, as status: RunRecord.Status = .crashed) -> RunRecord {
        task.failed(status, lastWords.isEmpty ? how : "\(how); its last words: \(lastWords)")
      }
      switch result.terminationStatus {
      case .exited(0):
        return (try? JSONDecoder().decode(RunRecord.self, from: Data(result.standardOutput)))
          ?? died("the worker exited with code 0 but printed nothing that can be read")
      case .exited(let code): return died("the worker exited with code \(code)")
      case .signaled(SIGKILL):
        return died("the worker was killed, as the system does when memory is exhausted", as: .outOfMemory)
      case .signaled(let signal): return died("the worker was killed by signal \(signal)")
      }
    } catch let error as SubprocessError where error.code == .outputLimitExceeded {
      return task.failed(
        .crashed, "the worker wrote more than \(Self.mostWords) bytes to standard error; have it write less")
    }
  }
}

extension Executable {
  /// The program at a path.
  static func at(_ path: String) -> Executable { .path(FilePath(path)) }
}

extension WorkerTask {
  fileprivate func failed(_ status: RunRecord.Status, _ reason: String) -> RunRecord {
    run.record(scenario: scenario.name, status: status, failure: reason)
  }
}
