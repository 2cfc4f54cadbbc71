internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim metrics`: the metrics of a run, and their meaning.
struct MetricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics",
    abstract: "Lists all metrics: unit, meaning, formula, and the gate's requirement.")

  @Option(of: .table, .markdown) var format = Format.table

  func run() throws {
    try Terminal.write(
      format == .markdown ? Document.metrics.markdown(level: 1) : format.render(Document.metrics, [:]))
  }
}
