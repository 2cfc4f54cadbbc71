internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim explain`: the causes of blank cells.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says why cells were blank, and whether a longer lead could have helped.",
    discussion: """
      Without --run, a result of several runs is listed: each run's blank cells by cause. Every blank cell \
      has one cause, so the counts add up.
      """)

  @Argument(help: "A result of 'scrollsim run': its file, or its name.", transform: OptionValue.path)
  var result: String

  @OptionGroup var folder: ResultFolderOption

  @Option(
    name: .customLong("run"),
    help: "Only this run: its identifier, or a part that no other has, such as 'screens'.")
  var name: String?

  @Option(of: .text, .json, .markdown) var format = Format.text

  func run() throws {
    let path = self.result
    let result = try folder.folder.read(path)
    guard let run = try name.map(result.picked) ?? (result.runs.count == 1 ? result.runs[0] : nil) else {
      if let first = result.runs.first, !result.runs.contains(where: { $0.explanation != nil }) {
        throw Exit.because(
          "\(path): no run has an explanation; the first: \(result.whyUnexplained(first))", Exit.notMeasured)
      }
      return try Terminal.write(format.render(Document(causesIn: result), [.json: result.causesJSON]))
    }
    guard let report = Document(explaining: run, of: result) else {
      throw Exit.because("\(path): \(run.id): \(result.whyUnexplained(run))", Exit.notMeasured)
    }
    try Terminal.write(format.render(report, [.json: { try run.explanationJSON() ?? "" }]))
  }
}
