internal import Foundation
internal import Subprocess

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif

package struct WorkerTask: Codable, Sendable {
  /// The scenario with all that was asked beside its file.
  package var scenario: Scenario
  package var library: LibraryLocation
  /// The location of the originals that the scenario has in the cloud; `nil` if it has none.
  package var cloud: CloudLocation?
  package var run: PlannedRun
  /// The folder of a persistent thumbnail store; `nil` if there is none.
  package var thumbnails: String?
  /// Whether to measure after the run how fast decoders are (``DecodeGauge``).
  package var gaugesDecoding = false
  /// Whether this machine's table is passed over, as there may be none yet, or none that can be read.
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

/// Measures one run in a process of its own: it has fresh high-water marks and no effects of order, and its failures do
/// not end the benchmark.
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

  private enum Ending: Sendable {
    case ended(TerminationStatus, output: [UInt8], errors: String)
    case timedOut
    case wroteTooMuch
  }

  /// Runs the task and returns its record, even if it fails.
  ///
  /// - Throws: `CancellationError` if the calling task was cancelled, or an error if the process cannot be started.
  package func run(_ task: WorkerTask) async throws -> RunRecord {
    let ending = try await withThrowingTaskGroup(of: Ending.self) { group in
      group.addTask { try await self.launch(task) }
      group.addTask {
        try await Task.sleep(for: .seconds(timeLimit))
        return .timedOut
      }
      // The first to end cancels the other: a child whose task is cancelled is killed.
      let first = try await group.next()
      group.cancelAll()
      return first ?? .timedOut
    }
    try Task.checkCancellation()
    return record(of: ending, task: task)
  }

  private func launch(_ task: WorkerTask) async throws -> Ending {
    var options = PlatformOptions()
    // A group of its own, so that Ctrl-C at a terminal reaches the benchmark, which then ends its child.
    options.processGroupID = 0
    do {
      let result = try await Subprocess.run(
        .path(FilePath(executable)), arguments: ["worker"],
        platformOptions: options, input: .array(Array(try JSONEncoder().encode(task))),
        // Any other limit is reserved at once, which ends this process where address space is limited.
        output: .bytes(limit: .max), error: .string(limit: Self.mostWords))
      return .ended(result.terminationStatus, output: result.standardOutput, errors: result.standardError)
    } catch let error as SubprocessError where error.code == .outputLimitExceeded {
      return .wroteTooMuch
    }
  }

  private func record(of ending: Ending, task: WorkerTask) -> RunRecord {
    func failed(_ status: RunRecord.Status, _ reason: String) -> RunRecord {
      task.run.record(scenario: task.scenario.name, status: status, failure: reason)
    }
    if case .wroteTooMuch = ending {
      return failed(
        .crashed, "the worker wrote more than \(Self.mostWords) bytes to standard error; have it write less")
    }
    guard case .ended(let status, let output, let errors) = ending else {
      return failed(.timedOut, "the run took more than \(String(format: "%g", timeLimit)) s and was ended")
    }
    func died(_ how: String) -> String {
      let lastWords = errors.split(separator: "\n").suffix(3).joined(separator: " | ")
      return lastWords.isEmpty ? how : "\(how); its last words: \(lastWords)"
    }
    switch status {
    case .exited(0):
      let record = try? JSONDecoder().decode(RunRecord.self, from: Data(output))
      return record
        ?? failed(.crashed, died("the worker ended well but said nothing that can be read"))
    case .exited(let code):
      return failed(.crashed, died("the worker ended with code \(code)"))
    case .signaled(SIGKILL):
      return failed(
        .outOfMemory, died("the worker was killed, as the system does when memory is exhausted"))
    case .signaled(let signal):
      return failed(.crashed, died("the worker died of signal \(signal)"))
    }
  }
}
