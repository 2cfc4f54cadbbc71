internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// A strategy on the command line: `screens` or `screens:leading=3,trailing=1`.
enum StrategyArgument {
  /// Reads the argument.
  ///
  /// - Throws: the exit code for wrong usage, after a message with the expectation and the finding.
  static func parse(_ argument: String) throws -> StrategySpec {
    let parts = argument.split(separator: ":", maxSplits: 1)
    let name = parts.first.map(String.init) ?? ""
    guard let descriptor = ComparedStrategies.named(name)?.descriptor else {
      let known = ComparedStrategies.all.map { $0.descriptor.name }
      throw Exit.because(
        "--strategy: expected one of \(known.joined(separator: ", ")), found '\(name)'"
          + Spelling.hint(for: name, among: known))
    }
    var parameters: [String: Double] = [:]
    for setting in parts.dropFirst().joined().split(separator: ",") {
      let pair = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, let value = Double(pair[1]) else {
        throw Exit.because("--strategy \(name): expected settings such as leading=3, found '\(setting)'")
      }
      parameters[pair[0]] = value
    }
    if let problem = descriptor.problem(with: parameters) {
      throw Exit.because("--strategy \(name): \(problem)")
    }
    return StrategySpec(name: name, parameters: parameters)
  }
}

/// A user's name for runs: a strategy's or library's, or words of their identifiers, as in `nuke/urgency`.
struct RunName: Equatable, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = text }

  /// Whether it names a run: it has at least one word, and all of them name the run.
  ///
  /// - Parameter id: the run's identifier; neither the scenario at its head nor the iteration at its end is a word.
  func names(_ combination: Combination, id: String) -> Bool {
    let words = description.split(separator: "/")
    let known = Set(id.split(separator: "/").dropFirst().dropLast())
    return !words.isEmpty && words.allSatisfy { known.contains($0) || $0 == combination.name }
  }

  /// Whether it names a run.
  func names(_ run: RunRecord) -> Bool { names(run.combination, id: run.id) }
}
