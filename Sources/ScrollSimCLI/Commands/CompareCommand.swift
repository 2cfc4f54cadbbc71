internal import ArgumentParser
internal import BenchReport

/// `scrollsim compare`: two results side by side.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Says what changed between two results, and whether it counts.",
    discussion: """
      Runs are matched by what they replay; iterations are pooled by their median. In a model every difference counts; \
      in replays a change counts if all iterations of one side lie beyond all of the other. A single result is compared with \
      the one that it replaced, the latest of its name in <output>/history; an interrupted one with the whole one \
      beside it.

      scrollsim compare results/local/fling.replay.json
      scrollsim compare before.json after.json
      """)

  @Argument(help: "The result to compare with, or the only one.", transform: Choice.path)
  var base: String

  @Argument(help: "The result to judge.", transform: Choice.path)
  var head: String?

  @Flag(help: "Show metrics that did not change, too.")
  var all = false

  @Option(of: .table, .json, .markdown) var format = Format.table

  func run() throws {
    let first = try read(base)
    let comparison =
      if let head { ResultComparison(base: first, head: try read(head)) } else {
        ResultComparison(base: try read(earlier(than: base)), head: first)
      }
    try Terminal.write(format.render(Document(comparison, all: all), [.json: comparison.json]))
    guard comparison.isComparable else { throw Exit.notComparable }
  }

  private func read(_ path: String) throws -> ResultFile {
    try Exit.onFailure { try ResultFile.read(path: path) }
  }

  private func earlier(than path: String) throws -> String {
    guard let earlier = OutputHistory.result(before: path) else {
      throw Exit.because(
        "\(path): expected a result that it replaced, in the folder 'history' beside it, found none; "
          + "name two results", Exit.notComparable)
    }
    Terminal.writeError("before: \(earlier)")
    return earlier
  }
}
