internal import Foundation
internal import Subprocess

/// A build of scrollsim that replays scenarios: the base of a comparison, or its head.
package struct ReplayProgram: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// Replays a scenario's matrix for all its iterations, without repeats, and returns the result.
  ///
  /// - Parameter strategy: the only strategy to replay, as `--strategy` takes it; `nil` for all.
  /// - Throws: ``ReplayProgramError``, or `CancellationError`.
  package func replay(
    _ scenario: Scenario, strategy: String? = nil, into folder: String
  ) async throws -> ResultFile {
    // A result of an earlier run must not pass for this one's.
    let place = OutputPlace<ResultFile>(folder: folder, scenario: scenario.name, mode: .replay)
    for file in [place.path] + place.interrupted { try? FileManager.default.removeItem(atPath: file) }
    let ending: (status: TerminationStatus, errors: String)
    do {
      let outcome = try await Subprocess.run(
        .at(path),
        arguments: Arguments(
          [
            "run", scenario.path, "--mode", "replay", "--iterations", "\(scenario.iterations)", "--repeats",
            "0", "--output", folder, "--no-progress", "--format", "json",
          ] + (strategy.map { ["--strategy", $0] } ?? [])),
        // A line for each photo that cannot be read: no limit is more than enough.
        output: .discarded, error: .bytes(limit: .max))
      ending = (outcome.terminationStatus, String(decoding: outcome.standardError, as: UTF8.self))
    } catch {
      try Task.checkCancellation()
      throw ReplayProgramError(program: path, reason: "cannot be started: \(error)")
    }
    try Task.checkCancellation()
    switch ending.status {
    // A broken limit or a failed run is in the result, and a matter for the judge.
    case .exited(0), .exited(2), .exited(3): break
    default:
      let lastWords = ending.errors.split(separator: "\n").suffix(3).joined(separator: " | ")
      throw ReplayProgramError(
        program: path,
        reason: "expected it to replay \(scenario.path), but it ended with \(ending.status). \(lastWords)",
        isOfDisk: ending.status == .exited(74))
    }
    do {
      let isWhole = FileManager.default.fileExists(atPath: place.path)
      return try ResultFile.read(path: isWhole ? place.path : place.interrupted.first ?? place.path)
    } catch {
      throw ReplayProgramError(program: path, reason: "left no result: \(error)")
    }
  }
}

package struct ReplayProgramError: Error, CustomStringConvertible {
  let program: String
  let reason: String
  /// Whether the program says that the disk kept it from replaying.
  package var isOfDisk = false

  package var description: String {
    "\(program): \(reason); expected a build of scrollsim that has 'run --mode replay'"
  }
}
