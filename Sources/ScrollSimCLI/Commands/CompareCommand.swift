internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim compare`: two results side by side.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compares two results, and says which changes count.",
    discussion: """
      Runs are matched by what they replay; iterations are pooled by their median. In a model every \
      difference counts; in replays a change counts if all iterations of one side, five or more, lie beyond \
      all of the other's. A single result is compared with the one that it replaced, the latest of its name \
      in <output>/history; an interrupted one with the complete one beside it. Results are files, or names \
      from 'scrollsim list results'; 'previous' is the result that the other replaced. --by compares runs \
      within one result that differ only in that choice, pair by pair and iteration by iteration.

      scrollsim compare results/local/fling.replay.json
      scrollsim compare previous fling
      scrollsim compare before.json after.json
      scrollsim compare results/local/resize-modes.replay.json --by resizeMode
      """)

  @Argument(
    help: "The result to compare with, or the only one: a file, a name, or 'previous'.",
    transform: OptionValue.path)
  var base: String

  @Argument(help: "The result to judge: a file, or a name.", transform: OptionValue.path)
  var head: String?

  @OptionGroup var folder: ResultFolderOption

  @Option(
    help: "Compares a choice's values within one result: \(Aspect.all.map(\.word).joined(separator: ", ")).",
    transform: Self.aspect)
  var by: Aspect?

  @Flag(help: "Also show metrics that did not change.")
  var all = false

  @Option(of: .table, .json, .markdown) var format = Format.table

  func validate() throws {
    try refuse(
      by != nil && (head != nil || all),
      "--by: expected one result and no '--all'; it compares runs of one result")
  }

  func run() throws {
    if let by { return try compare(folder.folder.read(base), by: by) }
    let files = try files()
    let comparison = ResultComparison(
      base: try ResultFile.read(path: files.base), head: try ResultFile.read(path: files.head))
    try Terminal.write(
      format.render(Document(comparison, all: all), [.json: { try comparison.stableJSON() }]))
    guard comparison.isComparable else { throw Exit.notComparable }
    guard !comparison.changes.isEmpty else { throw Exit.notMeasured }
  }

  /// The two results' files; a single one, or one beside `previous`, is compared with the one that it replaced.
  private func files() throws -> (base: String, head: String) {
    let words = [base, head].compactMap(\.self).filter { $0 != "previous" }
    let paths = try words.map(folder.folder.file)
    guard let path = paths.last else {
      throw Exit.because("previous: expected the result that replaced it, found none; name it")
    }
    if paths.count > 1 { return (paths[0], path) }
    guard let earlier = OutputHistory.result(before: path) else {
      throw Exit.because(
        "\(path): expected a result that it replaced, in the folder 'history' beside it, found none; "
          + "name two results", Exit.notComparable)
    }
    Terminal.writeError("previous: \(earlier)")
    return (earlier, path)
  }

  private func compare(_ result: ResultFile, by aspect: Aspect) throws {
    guard let comparison = ChoiceComparison(result, by: aspect) else {
      throw Exit.because(
        "\(base): expected completed runs that differ in \(aspect.word) alone, found none; "
          + "let the scenario's 'compare' name several", Exit.notComparable)
    }
    try Terminal.write(
      format.render(Document(comparison, of: result), [.json: { try comparison.stableJSON() }]))
  }

  private static func aspect(_ word: String) throws -> Aspect {
    if let aspect = Aspect(word) { return aspect }
    let words = Aspect.all.map(\.word)
    throw ValidationError(
      OptionValue.refusal(of: word, among: words, expected: "one of \(words.joined(separator: ", "))"))
  }
}
