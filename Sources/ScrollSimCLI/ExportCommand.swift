internal import ArgumentParser
internal import BenchReport

/// `scrollsim export`: a result for other tools.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a result in a format that other tools read.",
    discussion: """
      csv                    spreadsheets
      benchfmt               benchstat: export base and head, then benchstat base.txt head.txt
      customSmallerIsBetter  github-action-benchmark, the metrics where less is better
      customBiggerIsBetter   github-action-benchmark, the metrics where more is better
      bmf                    Bencher (--adapter json)
      openmetrics            Prometheus, GitLab's metrics reports
      junit                  what CI systems show as tests; a broken limit is a failure
      trace-events           Perfetto (ui.perfetto.dev): frames, decodes by worker, counters
      """)

  @Argument(help: "A result of 'scrollsim run'.", transform: Choice.path)
  var result: String

  @Option(help: "\(Choice.words(ExchangeFormat.self)).", transform: Choice.word)
  var format: ExchangeFormat

  @Option(
    name: .customLong("run"),
    help: "Only this run: its identifier, or a part that no other has, as in 'screens'.")
  var name: String?

  @Option(
    name: [.short, .long], help: "The file to write; without it, standard output.", transform: Choice.path)
  var output: String?

  func run() throws {
    var result = try Exit.onFailure { try ResultFile.read(path: self.result) }
    if let name {
      do {
        result.runs = [try result.run(named: name)]
      } catch {
        throw Exit.because("--run: \(error)")
      }
    }
    let text = try Exit.onFailure { try format.render(result) }
    if let output {
      try OutputFiles.write(text, to: output)
    } else {
      try Terminal.write(text)
    }
  }
}
