internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim merge`: joins the shards of a search or of a survey.
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins the shards of a search or of a survey, and shows the result.",
    discussion: """
      The outcome is the same as if one process had done everything. Of a search, refinement runs here, so the scenarios \
      must be where they were when the shards ran. Ends with 2 if nothing keeps to the budget, 3 if a shard is \
      missing, 5 if the shards are not of one search or survey.
      """)

  @Argument(
    help: "All files that 'scrollsim tune --shard' wrote, or 'scrollsim sweep --survey … --shard'.",
    transform: Choice.path)
  var parts: [String]

  @OptionGroup var session: TuneSession

  func run() async throws {
    if let first = parts.first, case .other(let schema)? = try? AnyStoredFile.read(path: first),
      schema == SurveyFile.currentSchema
    {
      return try joinSurvey()
    }
    let read = try Exit.onFailure {
      try parts.map { path in (path: path, file: try TuneFile.read(path: path)) }
    }
    let joined = try Exit.onFailure { try TuneParts(read) }
    let scenarios = try joined.scenarios.map { try ScenarioFiles.read($0.path) }
    try await session.run(scenarios, options: joined.options) { search in
      try joined.check(settings: search.scenarios, grid: search.grid)
      return try search.finish(joined.candidates)
    }
  }

  private func joinSurvey() throws {
    guard session.format != .csv else {
      throw Exit.because("--format: expected table, json or markdown of a survey, found 'csv'")
    }
    guard session.confirmation.most == nil else {
      throw Exit.because("--confirm: expected shards of a search, found those of a survey")
    }
    let read = try Exit.onFailure {
      try parts.map { path in (path: path, file: try SurveyFile.read(path: path)) }
    }
    let survey = try Exit.onFailure { try SurveyFile(joining: read) }
    try OutputFiles.makeFolder(session.output.folder)
    try SurveyOutput(folder: session.output.folder, name: survey.name).write(survey, as: session.format)
  }
}
