internal import ArgumentParser
internal import BenchReport

/// `scrollsim metrics`: what is measured of a run, and what each figure means.
struct MetricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics",
    abstract: "Lists all metrics: unit, meaning, how each follows, and what the gate asks of it.")

  @Option(of: .table, .markdown) var format = Format.table

  func run() throws {
    try Terminal.write(
      format == .markdown ? Document.metrics.markdown(level: 1) : format.render(Document.metrics, [:]))
  }
}
