internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim report`: pages and tables from results.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Makes a page, a document or a table of results.",
    discussion: """
      The page needs no network: verdict, recommendation and table first, then charts, and a player of what every \
      frame showed. Of a scenario with results in both modes it says how well the model predicts; --fidelity and \
      --advice add what 'validate' and 'advise' found. Of several files, as in results/local/*.json, a search or a record \
      of fidelity that is the only one is added by itself; interrupted results and files of other commands are named \
      and passed over. With --base it says what changed, by how much, and whether it counts.
      """)

  @Argument(
    help: "Results of 'scrollsim run', their names in \(OutputOption.standard), or all files of a folder.",
    transform: Choice.path)
  var results: [String]

  @OptionGroup var output: TextOption

  private static let formats: [Format] = [.html, .markdown, .table, .csv]

  @Option(
    help: "\(Choice.words(Self.formats)); by default the format of the output's name, or table.",
    completion: .list(Self.formats.map(\.rawValue)), transform: { try Choice.word($0, among: Self.formats) })
  var format: Format?

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
    let format = try chosenFormat()
    if format == .csv, advice != nil || fidelity != nil {
      throw Exit.because("--advice, --fidelity: expected another format, found csv, which holds runs alone")
    }
    let files = try ReportFiles(
      results, takesExtras: format != .csv, takesSearch: base == nil && library == nil)
    let results = files.results
    let text: String
    var isComparable = true
    if let base {
      let base = try Exit.onFailure { try ResultFile.read(path: base) }
      let comparison = ResultComparison(base: base, head: results[0])
      isComparable = comparison.isComparable
      text = try format.render(
        Document(comparison), for: output.path, [.csv: { CSVReport(comparison).render() }])
    } else if results.isEmpty, let search = files.search {
      text = try format.render(Document(search), for: output.path, [.csv: { CSVReport(search).render() }])
    } else {
      let advice =
        try advice.map { path in try Exit.onFailure { try AdviceFile.read(path: path) } } ?? files.search
      let fidelity =
        try fidelity.map { path in try Exit.onFailure { try FidelityFile.read(path: path) } }
        ?? files.fidelity
      let sheets = format == .html ? try results.map(photos) : []
      text = try format.render(
        Document(results, advice: advice, fidelity: fidelity, columns: columns.chosen, photos: sheets),
        for: output.path, [.csv: { CSVReport(results).render() }])
    }
    try output.write(text)
    guard isComparable else { throw Exit.notComparable }
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

  private func chosenFormat() throws -> Format {
    if let format { return format }
    guard let path = output.path else { return .table }
    guard let format = Format(fileName: path) else {
      throw Exit.because(
        "\(path): expected a name that ends in .html, .md, .txt or .csv, or '--format'"
      )
    }
    return format
  }
}
