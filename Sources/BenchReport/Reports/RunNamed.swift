public import ScrollSim

extension ResultFile {
  /// An error for a name that does not fit exactly one run.
  public struct RunNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expectation, the finding, and the runs.
    public let description: String
  }

  /// The run with an identifier, a strategy that only one run has, or a part of an identifier that only one has.
  ///
  /// - Throws: ``RunNameError`` if there is none, or several.
  public func run(named name: String) throws(RunNameError) -> RunRecord {
    let readings = [
      runs.filter { $0.id == name }, runs.filter { $0.combination.name == name },
      runs.filter { $0.id.contains(name) },
    ]
    if let run = readings.first(where: { $0.count == 1 })?.first { return run }
    let found = readings.first { !$0.isEmpty } ?? []
    let listed = (found.isEmpty ? runs : found).map { "\n  \($0.id)" }.joined().harmlessLines
    let reason =
      found.isEmpty
      ? "expected a run or a part of its name, found '\(name)'; there are:"
      : "expected one run, found \(found.count) that '\(name)' names:"
    throw RunNameError(description: reason.harmless + (runs.isEmpty ? " none" : listed))
  }
}
