internal import ArgumentParser

/// `--confirm`: replays what a search recommends and what could take its place.
struct ConfirmOptions: ParsableArguments {
  @Option(
    name: .customLong("confirm"),
    help:
      "Replays so many of the front on the real clock, 2 to 20, what is recommended first, and says whether they agree."
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
