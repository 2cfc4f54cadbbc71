internal import ScrollSim

/// The scenarios of a command line.
enum ScenarioList {
  /// The files without schemas, which a shell's `scenarios/*.json` catches as well; all if there is nothing else.
  static func withoutSchemas(_ paths: [String]) -> [String] {
    let scenarios = paths.filter { !$0.hasSuffix(".schema.json") }
    return scenarios.isEmpty ? paths : scenarios
  }

  /// Reads the files.
  ///
  /// - Throws: the exit code for wrong usage, after saying what is wrong with a file, or which share a name.
  static func read(_ paths: [String]) throws -> [Scenario] {
    let scenarios = try withoutSchemas(paths).map { path throws -> Scenario in
      do throws(ScenarioError) {
        return try ScenarioFile.read(path: path)
      } catch {
        throw Exit.because(error.description)
      }
    }
    try checkNames(scenarios)
    return scenarios
  }

  /// Refuses two scenarios of one name.
  static func checkNames(_ scenarios: [Scenario]) throws {
    for (index, scenario) in scenarios.enumerated() {
      guard let other = scenarios[..<index].first(where: { $0.name == scenario.name }) else { continue }
      throw Exit.because(
        "\(scenario.path): expected another name than \(other.path) has, found '\(scenario.name)' again; "
          + "results are filed under it")
    }
  }
}
