internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import ScrollSim

/// `--app`: logs of an app's painted frames.
struct AppLogsOption: ParsableArguments {
  @Option(
    name: .customLong("app"),
    help: ArgumentHelp(
      "A CSV file of an app's frames: of the scenario's only run, or of the run named before it, as in screens/lifo=frames.csv. Repeat for several.",
      valueName: "run=file"),
    completion: .file(extensions: ["csv"]), transform: Self.argument)
  var arguments: [Argument] = []

  @Flag(
    inversion: .prefixedNo,
    help: "With --app: replay on this machine, or hold logs of another device to the model alone.")
  var replay = true

  /// A log on the command line.
  struct Argument: Equatable {
    /// The run's name; `nil` for the scenario's only run.
    let name: RunName?
    let path: String
  }

  func validate() throws {
    if !replay, arguments.isEmpty { throw ValidationError("--no-replay: expected --app, found none") }
  }

  private static func argument(_ text: String) throws -> Argument {
    if FileManager.default.fileExists(atPath: text) { return Argument(name: nil, path: text) }
    // Parameters of a strategy have a '=', too.
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    let path = try Choice.path(String(parts[parts.count - 1]))
    let name = parts.count > 1 ? RunName(parts.dropLast().joined(separator: "=")) : nil
    return Argument(name: name, path: path)
  }

  /// Reads the logs, matches them to runs, and removes the combinations that none of them needs from the scenario.
  ///
  /// - Throws: an exit code, after an error message.
  func logs(of scenarios: inout [Scenario]) throws -> [AppLog] {
    guard !arguments.isEmpty else { return [] }
    guard scenarios.count == 1 else {
      throw Exit.because("--app: expected one scenario, whose trace it has played, found \(scenarios.count)")
    }
    let scenario = scenarios[0]
    guard !scenario.trace.changesLayout else {
      throw Exit.because(
        "--app: expected a scenario whose grid keeps its layout, found rotate or columns")
    }
    var once = scenario
    once.iterations = 1
    var combinations: [Combination] = []
    let logs = try arguments.map { argument in
      let run = try Self.run(argument, of: once)
      combinations.append(run.combination)
      let id = run.id(scenario: scenario.name)
      return AppLog(
        of: String(id.dropLast("/\(run.iteration)".count)),
        try Exit.onFailure { try PaintedFrames.read(path: argument.path) })
    }
    scenarios[0].compare.keep(combinations)
    return logs
  }

  private static func run(_ argument: Argument, of scenario: Scenario) throws -> PlannedRun {
    let runs = scenario.runs
    let named = runs.filter { run in
      argument.name?.names(run.combination, id: run.id(scenario: scenario.name)) ?? true
    }
    guard named.count == 1 else {
      let listed = (named.isEmpty ? runs : named).map { "\n  \($0.id(scenario: scenario.name))" }.joined()
      let found = argument.name.map { "'\($0)'" } ?? "none"
      throw Exit.because(
        "--app \(argument.path): expected words that name one run, found \(found), which "
          + "\(named.isEmpty ? "names none" : "leaves \(named.count)") of these:\(listed)")
    }
    return named[0]
  }
}
