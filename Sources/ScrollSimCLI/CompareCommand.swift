internal import ArgumentParser
internal import BenchReport

/// `scrollsim compare`: two results side by side.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Puts two results side by side.",
    discussion: "Runs are matched by what they replay; iterations are pooled by their median.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
    case markdown
  }

  @Argument(help: "The result to compare with.", transform: Choice.path)
  var base: String

  @Argument(help: "The result to judge.", transform: Choice.path)
  var head: String

  @Flag(help: "Show metrics that did not change, too.")
  var all = false

  @Option(help: "What standard output gets: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.table

  func run() throws {
    let comparison: ResultComparison
    do {
      comparison = ResultComparison(
        base: try ResultFile.read(path: base), head: try ResultFile.read(path: head))
    } catch {
      throw Exit.because("\(error)")
    }
    try Terminal.write(try render(comparison))
    guard comparison.isComparable else { throw Exit.notComparable }
  }

  private func render(_ comparison: ResultComparison) throws -> String {
    switch format {
    case .table: comparison.renderTerminal(colour: Terminal.showsColour, width: Terminal.width, all: all)
    case .json: try comparison.json() + "\n"
    case .markdown: comparison.renderMarkdown(all: all)
    }
  }
}
