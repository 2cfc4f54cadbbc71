internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `--confirm`: replays a search's recommendation and its possible replacements.
struct ConfirmOptions: ParsableArguments {
  @Option(
    name: .customLong("confirm"),
    help:
      "Replays this number of the front's best on the real clock, 2 to 20, the recommended one first, and says whether they agree."
  )
  var most: Int?

  @Option(help: "How often to replay each with --confirm.")
  var iterations: Int?

  @OptionGroup var pace: PaceOptions

  func validate() throws {
    if let most, !(2...20).contains(most) {
      throw ValidationError("--confirm: expected 2 to 20 of the front, found \(most)")
    }
    if let iterations, !(1...1000).contains(iterations) {
      throw ValidationError("--iterations: expected 1 to 1000, found \(iterations)")
    }
    if most == nil, iterations != nil || pace.areGiven {
      throw ValidationError(
        "--iterations, --at-most, --repeats, --require-quiet: expected '--confirm', since a model needs no repeats"
      )
    }
  }
}

extension ConfirmOptions {
  /// Replays the front's best few over each scenario, and judges them.
  ///
  /// - Returns: `nil` if nothing is to be replayed, nothing is recommended, or the user interrupts it.
  func confirm(
    _ file: TuneFile, over scenarios: [Scenario], into output: String, progress: ProgressLine
  ) async throws -> ConfirmationRecord? {
    guard let most, file.isWhole, let outcome = file.outcome, outcome.recommendation != nil else {
      return nil
    }
    let places = outcome.contenders(among: file.candidates, most: most)
    var replays: [(name: String, result: ResultFile)] = []
    for var scenario in scenarios {
      scenario.compare.combinations = places.map { file.candidates[$0].combination }
      // The search looks at first visits.
      scenario.visits = 1
      if let iterations { scenario.iterations = iterations }
      let name = "\(scenario.name)-confirm"
      let runs = ScenarioRuns(
        output: output, progress: progress, pace: pace.pace(iterations: iterations), name: name)
      replays.append((name, try await runs.replay(scenario)))
      if Interrupt.happened { return nil }
    }
    return ConfirmationRecord(of: file, places: places, replays: replays)
  }

  /// The exit code for the replays' verdict; `nil` for success.
  func code(for record: ConfirmationRecord) -> ExitCode? {
    switch record.verdict {
    case .agrees, .cannotTell: nil
    case .contradicts: Exit.limitBroken
    case .tooBusyToTell: pace.requireQuiet ? Exit.notMeasured : nil
    }
  }
}
