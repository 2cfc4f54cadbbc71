internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim explain`: the causes of blank cells.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says why cells were blank, and whether a longer lead could have helped.",
    discussion: """
      Without --run, a result of several runs is listed: the blank cells of each by their cause. Every blank cell \
      has one cause, so the counts add up.
      """)

  @OptionGroup var source: ResultArgument

  @Option(of: .text, .json, .markdown) var format = Format.text

  func run() throws {
    let (result, picked) = try source.read()
    guard let run = picked ?? (result.runs.count == 1 ? result.runs[0] : nil) else {
      if let first = result.runs.first, !result.runs.contains(where: { $0.explanation != nil }) {
        throw Exit.because(
          "\(source.result): no run has an explanation; the first: \(first.whyUnexplained)", Exit.notMeasured)
      }
      return try Terminal.write(format.render(Document(causesIn: result), [.json: result.causesJSON]))
    }
    guard let report = Document(explaining: run, of: result) else {
      throw Exit.because("\(source.result): \(run.id): \(run.whyUnexplained)", Exit.notMeasured)
    }
    try Terminal.write(format.render(report, [.json: { try run.explanationJSON() ?? "" }]))
  }
}
