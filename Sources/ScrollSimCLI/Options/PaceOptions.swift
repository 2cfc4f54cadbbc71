internal import ArgumentParser
internal import ScrollSim

/// The length of replays, and the handling of the ones that other work disturbed.
struct PaceOptions: ParsableArguments {
  @Option(
    help:
      "Without --rounds, replays go on for three rounds or more, until none of the others can visibly beat what they recommend, or until this time is over: 90s, 10m or 1h; \(Int(ReplayPlan.Pace().seconds / 60))m by default.",
    transform: Choice.duration)
  var atMost: Double?

  @Option(
    help:
      "How many rounds' worth of replays may be repeated because other work disturbed them; \(ReplayPlan.Pace().repeats) by default."
  )
  var repeats: Int?

  @Flag(help: "End with 3 if other work disturbed replays so much that there is no telling which is best.")
  var requireQuiet = false

  func validate() throws {
    try Choice.check("--repeats", repeats, in: 0...100)
  }

  /// Whether any of the options was given.
  var areGiven: Bool { atMost != nil || repeats != nil || requireQuiet }

  /// The replays beyond the requested iterations; without a request they go on.
  func pace(iterations: Int?) -> ReplayPlan.Pace {
    var pace = ReplayPlan.Pace(goesOn: iterations == nil)
    if let repeats { pace.repeats = repeats }
    if let atMost { pace.seconds = atMost }
    return pace
  }

  /// The exit code for a result that had to be measured in quiet and was not; otherwise `nil`.
  func code(for result: ResultFile) -> ExitCode? {
    requireQuiet && Quietness(result).isTooBusyToTell ? Exit.notMeasured : nil
  }
}
