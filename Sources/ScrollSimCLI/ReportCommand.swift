internal import ArgumentParser
internal import BenchReport
internal import Foundation

/// `scrollsim report`: pages and tables from results.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Makes a page, a document or a table of results.",
    discussion: """
      The page needs no network: verdict, recommendation and table first, then charts, and a player of what every \
      frame showed. Of a scenario with results in both modes it says how well the model predicts; --fidelity and \
      --tune add what 'validate' and 'tune' found. Of several files, as in results/local/*.json, a search or a record \
      of fidelity that is the only one is added by itself; interrupted results and files of other commands are named \
      and passed over. With --base it says what changed, by how much, and whether it counts. With --filmstrip it draws \
      what was on screen every tenth of a second, from the photos themselves.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case html
    case markdown
    case table
    case csv

    /// The format that a file of that name has.
    init?(fileName: String) {
      switch (fileName as NSString).pathExtension.lowercased() {
      case "html", "htm": self = .html
      case "md", "markdown": self = .markdown
      case "txt": self = .table
      case "csv": self = .csv
      default: return nil
      }
    }
  }

  @Argument(help: "Results of 'scrollsim run', or all files of its output folder.", transform: Choice.path)
  var results: [String]

  @Option(
    name: .shortAndLong, help: "Where the report goes; standard output by default.", transform: Choice.path)
  var output: String?

  @Option(
    help:
      "\(Format.allCases.map(\.rawValue).joined(separator: ", ")); by default what the output's name says, or table."
  )
  var format: Format?

  @Option(help: "A result to compare the only other one with.", transform: Choice.path)
  var base: String?

  @Option(help: "A search of 'scrollsim tune', for what more memory buys.", transform: Choice.path)
  var tune: String?

  @Option(help: "The fidelity.json of 'scrollsim validate'.", transform: Choice.path)
  var fidelity: String?

  @Option(
    help: "Where a picture of the screen, every tenth of a second, goes: a PNG file.", transform: Choice.path)
  var filmstrip: String?

  @Option(
    help: "The photos for the filmstrip; by default, the synthetic ones in the cache.", transform: Choice.path
  )
  var library: String?

  @Option(help: "Only these strategies in the filmstrip. Repeat for several.")
  var strategy: [String] = []

  func validate() throws {
    if filmstrip == nil, library != nil || !strategy.isEmpty {
      throw ValidationError("--library, --strategy: expected '--filmstrip FILE.png', for which they are")
    }
    if filmstrip != nil, results.count != 1 || base != nil {
      throw ValidationError("--filmstrip: expected one result, and no '--base'")
    }
    guard base != nil else { return }
    if results.count != 1 {
      throw ValidationError("--base: expected one result to compare with it, found \(results.count)")
    }
    if tune != nil || fidelity != nil {
      throw ValidationError("--base: expected neither --tune nor --fidelity; a comparison shows what changed")
    }
  }

  func run() throws {
    let format = try chosenFormat()
    if format == .csv, tune != nil || fidelity != nil {
      throw Exit.because("--tune, --fidelity: expected another format, found csv, which holds runs alone")
    }
    let files = try ReportFiles(results, takesExtras: format != .csv)
    let results = files.results
    if let filmstrip {
      try FilmstripFile(result: results[0], library: library, strategies: strategy).write(to: filmstrip)
      if output == nil && self.format == nil { return }
    }
    let text: String
    var isComparable = true
    if let base {
      let base = try Exit.onFailure { try ResultFile.read(path: base) }
      let comparison = ResultComparison(base: base, head: results[0])
      isComparable = comparison.isComparable
      text = render(Document(comparison), CSVReport(comparison), as: format)
    } else {
      let tune = try tune.map { path in try Exit.onFailure { try TuneFile.read(path: path) } } ?? files.search
      let fidelity =
        try fidelity.map { path in try Exit.onFailure { try FidelityFile.read(path: path) } }
        ?? files.fidelity
      text = render(
        Document(results, tune: tune, fidelity: fidelity), CSVReport(results), as: format)
    }
    if let output { try OutputFiles.write(text, to: output) } else { try Terminal.write(text) }
    guard isComparable else { throw Exit.notComparable }
  }

  private func chosenFormat() throws -> Format {
    if let format { return format }
    guard let output else { return .table }
    guard let format = Format(fileName: output) else {
      throw Exit.because(
        "\(output): expected a name that ends in .html, .md, .txt or .csv, or '--format' to say what to write"
      )
    }
    return format
  }

  /// Tables in files are as wide as they need and have no colours.
  private var width: Int { output == nil ? Terminal.width : 200 }
  private var showsColour: Bool { output == nil && Terminal.showsColour }

  private func render(_ report: Document, _ table: CSVReport, as format: Format) -> String {
    switch format {
    case .html: report.html()
    case .markdown: report.markdown()
    case .table: report.terminal(colour: showsColour, width: width)
    case .csv: table.render()
    }
  }
}
