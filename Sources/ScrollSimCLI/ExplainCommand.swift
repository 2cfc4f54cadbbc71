internal import ArgumentParser
internal import BenchReport

/// `scrollsim explain`: why cells were blank.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says why cells were blank, and whether a longer lead could have helped.",
    discussion: """
      Without --run, a result of several runs is listed: the blank cells of each by their cause. Every blank cell \
      has one cause, so the counts add up.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case markdown
  }

  @Argument(help: "A result of 'scrollsim run'.", transform: Choice.path)
  var result: String

  @Option(
    name: .customLong("run"),
    help: "The run to explain: its identifier, or a part that no other has, as in 'screens'.")
  var name: String?

  @Option(help: "What standard output gets: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  func run() throws {
    let result = try Exit.onFailure { try ResultFile.read(path: self.result) }
    guard let run = try chosen(in: result) else {
      if let first = result.runs.first, !result.runs.contains(where: { $0.explanation != nil }) {
        throw Exit.because(
          "\(self.result): no run has an explanation; the first: \(first.whyUnexplained)", Exit.notMeasured)
      }
      try Terminal.write(
        try render(Document(causesIn: result)) { try result.causesJSON() })
      return
    }
    guard let report = Document(explaining: run, of: result) else {
      throw Exit.because("\(self.result): \(run.id): \(run.whyUnexplained)", Exit.notMeasured)
    }
    try Terminal.write(try render(report) { try run.explanationJSON() ?? "" })
  }

  /// The run that was asked for, or the only one; `nil` where there are several to list.
  private func chosen(in result: ResultFile) throws -> RunRecord? {
    guard let name else { return result.runs.count == 1 ? result.runs[0] : nil }
    do {
      return try result.run(named: name)
    } catch {
      throw Exit.because("--run: \(error)")
    }
  }

  private func render(_ report: Document, json: () throws -> String) throws -> String {
    switch format {
    case .text: report.terminal(colour: Terminal.showsColour, width: Terminal.width)
    case .json: try json() + "\n"
    case .markdown: report.markdown()
    }
  }
}
