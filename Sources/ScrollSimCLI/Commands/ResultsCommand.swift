internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim results`: the results of earlier runs.
struct ResultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results", abstract: "Lists, shows, compares and removes the results of runs.",
    discussion: """
      A result is named by its scenario, or by the '--name' of its run, and by its mode: fling.replay, or fling where \
      there is one mode.

      scrollsim results
      scrollsim results show fling
      scrollsim results compare previous fling
      scrollsim results remove fling.model --history
      """,
    subcommands: [List.self, Show.self, CompareCommand.self, Remove.self], defaultSubcommand: List.self)

  /// `scrollsim results list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Lists results with their dates and recommendations.")

    @OptionGroup var folder: ResultFolderOption

    @Flag(help: "Lists the results that others have replaced, too.")
    var history = false

    @Option(of: .table, .markdown) var format = Format.table

    func run() throws {
      try Terminal.write(format.render(Document(folder.folder, withHistory: history), [:]))
    }
  }

  /// `scrollsim results show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Shows a result's table and its recommendation.")

    @Argument(help: "A result: its name, or its file.", transform: Choice.path)
    var result: String

    @OptionGroup var folder: ResultFolderOption

    @Option(of: .table, .json, .markdown, .csv) var format = Format.table

    @OptionGroup var columns: ColumnOptions

    func run() throws {
      let result = try folder.folder.read(result)
      try Terminal.write(
        format.render(
          Document([result], columns: columns.chosen),
          [.json: result.json, .csv: { CSVReport(result).render() }]))
    }
  }

  /// `scrollsim results remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Removes results and their pages; the history stays unless it is named.")

    @Argument(help: "Names of results, as 'scrollsim results' lists them.", transform: Choice.path)
    var names: [String]

    @OptionGroup var folder: ResultFolderOption

    @Flag(help: "Removes all results that these have replaced, too.")
    var history = false

    func run() throws {
      // Checks all names before it removes anything.
      let entries = try names.map(entry)
      for entry in entries {
        let removed = try Exit.onFailure { try entry.remove(withHistory: history) }
        for file in removed { Terminal.writeError("removed: \(file)") }
      }
    }

    private func entry(named name: String) throws -> ResultFolder.Entry {
      let entry = try Exit.onFailure { try folder.folder.entry(for: name) }
      guard let entry else { throw Exit.because("\(name): expected the name of a result, found a path") }
      return entry
    }
  }
}
