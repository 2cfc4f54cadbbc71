internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim merge`: joins the shards of a search.
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins the shards of a search, and shows the result.",
    discussion: """
      The outcome is the same as if one process had done everything. Refinement runs here, so the scenarios \
      must be where they were when the shards ran. Ends with 2 if nothing keeps to the budget, 3 if a shard is \
      missing, 5 if the shards are not of one search.
      """)

  @Argument(help: "All files that 'scrollsim tune --shard' wrote.", transform: Choice.path)
  var parts: [String]

  @OptionGroup var session: TuneSession

  func run() async throws {
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
}
