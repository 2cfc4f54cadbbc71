/// All problems of a scenario file.
package struct ScenarioError: Error, Hashable {
  /// One problem.
  package struct Problem: Hashable, Sendable {
    /// The line of the file, from 1; `nil` if the file as a whole cannot be read.
    package var line: Int?
    /// The column in characters, from 1.
    package var column: Int?
    /// The place in the scenario, as in `trace.gestures[2].fling`; empty for the whole.
    package var keyPath: String
    /// The expectation, the finding and the remedy.
    package var message: String
  }

  /// The scenario file.
  package var path: String
  /// At least one problem, in the file's order.
  package var problems: [Problem]
  /// Whether the file is at fault, and not its content, or the name of a shipped scenario.
  package var isUnreadable = false
}

extension ScenarioError: CustomStringConvertible {
  /// One line a problem, ready for people: `fling.json:12:5: device.memoryBudget: expected …, found …`.
  package var description: String {
    problems
      .map { problem in
        let position = [problem.line, problem.column].compactMap { $0.map { ":\($0)" } }.joined()
        let keyPath = problem.keyPath.isEmpty ? "" : "\(problem.keyPath): "
        return "\(path)\(position): \(keyPath)\(problem.message)"
      }
      .joined(separator: "\n")
  }
}
