internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim report`: pages, tables and other tools' files from results.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Makes a page, a document, a table, or another tool's file of results.",
    discussion: """
      The name of the output's file says the format:
        .html            a page: verdict, recommendation, tables, charts, a player of what every frame showed
        .md, .txt        the same as a document, without charts
        .json            the result itself
        .csv             spreadsheets: a row a run
        .frames.csv      a row a frame: offset, speed, blank share, memory
        .decodes.csv     a row a decode: when, by which worker, what for, of which photo
        .blank-cells.csv a row a blank cell: where, when, for how long, and why
        .bench           benchstat: make base.bench and head.bench, then benchstat base.bench head.bench
        .xml             JUnit, which CI systems show as tests; a broken limit is a failure
        .trace.json      Perfetto (ui.perfetto.dev): frames, decodes by worker, blank cells with reasons, counters

      Of a scenario with results in both modes, a document says how well the model predicts. Of several files, as in \
      results/local/*.json, a search or a record of fidelity that is the only one is added by itself; interrupted \
      results and files of other commands are named and passed over. With --base it says what changed, by how much, \
      and whether it counts.

      scrollsim report fling -o fling.html
      scrollsim report fling.replay --run screens -o fling.trace.json
      """)

  @Argument(
    help: "Results of 'scrollsim run', their names, or all files of a folder.",
    transform: Choice.path)
  var results: [String]

  @OptionGroup var folder: ResultFolderOption

  @OptionGroup var output: TextOption

  @Option(
    help:
      "\(Choice.words(Format.ofReports)); by default the format of the output's name, or table.",
    completion: .list(Format.ofReports.map(\.rawValue)),
    transform: { try Choice.word($0, among: Format.ofReports) })
  var format: Format?

  @Option(
    name: .customLong("run"),
    help: "For other tools, only this run: its identifier, or a part that no other has, as in 'screens'.")
  var onlyRun: String?

  @OptionGroup var columns: ColumnOptions

  @Option(help: "A result to compare the only other one with.", transform: Choice.path)
  var base: String?

  @Option(help: "A search of 'scrollsim advise', for the chart of memory.", transform: Choice.path)
  var advice: String?

  @Option(help: "The fidelity.json of 'scrollsim validate'.", transform: Choice.path)
  var fidelity: String?

  @Option(
    help: "The photos of a page; by default, the synthetic ones in the cache.", transform: Choice.path)
  var library: String?

  func validate() throws {
    if library != nil, results.count != 1 || base != nil {
      throw ValidationError("--library: expected one result, whose photos they are, and no '--base'")
    }
    guard base != nil else { return }
    if results.count != 1 {
      throw ValidationError("--base: expected one result to compare with it, found \(results.count)")
    }
    if advice != nil || fidelity != nil {
      throw ValidationError("--base: expected neither --advice nor --fidelity; a comparison shows changes")
    }
  }

  func run() throws {
    let format = try format ?? .ofReport(named: output.path)
    if format.isDocument {
      if onlyRun != nil {
        throw Exit.because("--run: expected a format of another tool, found \(format.rawValue)")
      }
      try writeDocument(as: format)
    } else {
      if advice != nil || fidelity != nil {
        throw Exit.because(
          "--advice, --fidelity: expected a document, found \(format.rawValue), which holds runs alone")
      }
      try writeRuns(as: format)
    }
  }

  /// Writes a document for people.
  private func writeDocument(as format: Format) throws {
    let files = try ReportFiles(
      results, in: folder.folder, takesExtras: true, takesSearch: base == nil && library == nil)
    if files.results.isEmpty, let search = files.search {
      return try output.write(format.render(Document(search), for: output.path, [:]))
    }
    if let comparison = try comparison(with: files.results[0]) {
      try output.write(format.render(Document(comparison), for: output.path, [:]))
      guard comparison.isComparable else { throw Exit.notComparable }
      return
    }
    let advice =
      try advice.map { path in try Exit.onFailure { try AdviceFile.read(path: path) } } ?? files.search
    let fidelity =
      try fidelity.map { path in try Exit.onFailure { try FidelityFile.read(path: path) } } ?? files.fidelity
    let sheets = format == .html ? try files.results.map(photos) : []
    let document = Document(
      files.results, advice: advice, fidelity: fidelity, columns: columns.chosen, photos: sheets)
    try output.write(format.render(document, for: output.path, [:]))
  }

  /// Writes the runs for programs; but for CSV, those of one result.
  private func writeRuns(as format: Format) throws {
    let files = try ReportFiles(
      results, in: folder.folder, takesExtras: false, takesSearch: format == .csv && base == nil)
    if files.results.isEmpty, let search = files.search {
      return try output.write(CSVReport(search).render())
    }
    var results = files.results
    if let onlyRun, results.count == 1 { results[0].runs = [try results[0].picked(by: onlyRun)] }
    if format == .csv, onlyRun == nil || results.count == 1 {
      guard let comparison = try comparison(with: results[0]) else {
        return try output.write(CSVReport(results).render())
      }
      try output.write(CSVReport(comparison).render())
      guard comparison.isComparable else { throw Exit.notComparable }
      return
    }
    guard results.count == 1, base == nil else {
      throw Exit.because(
        "expected one result to write as \(format.rawValue), found \(results.count + (base == nil ? 0 : 1))")
    }
    try output.write(
      Exit.onFailure {
        try ExchangeFormat(rawValue: format.rawValue)?.render(results[0]) ?? results[0].json() + "\n"
      })
  }

  private func comparison(with head: ResultFile) throws -> ResultComparison? {
    try base.map { path in
      ResultComparison(base: try Exit.onFailure { try ResultFile.read(path: path) }, head: head)
    }
  }

  /// The photos of a result; `nil` where they are not found, and the page says that it shows mean colours.
  ///
  /// - Throws: an exit code, after an error message, if a named folder holds other photos.
  private func photos(of result: ResultFile) throws -> PhotoSheet? {
    do {
      return try SmallPhotos(result.library, folder: library).sheet(of: result)
    } catch  where library == nil {
      return nil
    } catch {
      throw Exit.because(of: error)
    }
  }
}
