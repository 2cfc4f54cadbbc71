internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim export`: a result for other tools.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a result in the format of another tool.",
    discussion: """
      csv              spreadsheets: a row a run
      csv-frames       a row a frame: offset, speed, blank share, memory
      csv-decodes      a row a decode: when, by which worker, what for, of which photo
      csv-blank-cells  a row a blank cell: where, when, for how long, and why
      benchfmt         benchstat: export base and head, then benchstat base.txt head.txt
      junit            what CI systems show as tests; a broken limit is a failure
      trace-events     Perfetto (ui.perfetto.dev): frames, decodes by worker, blank cells with their reasons, counters
      """)

  @OptionGroup var source: ResultArgument

  @Option(help: "\(Choice.words(ExchangeFormat.self)).", transform: Choice.word)
  var format: ExchangeFormat

  @OptionGroup var output: TextOption

  func run() throws {
    var (result, run) = try source.read()
    if let run { result.runs = [run] }
    try output.write(Exit.onFailure { try format.render(result) })
  }
}
