internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim report`: pages, tables and other tools' files from results.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Makes a page, a document, a table, or another tool's file from results.",
    discussion: """
      The output file's name sets the format:
        .html            a page: verdict, recommendation, tables, charts, a player of what every frame showed
        .md, .txt        the same as a document, without charts
        .json            the result itself
        .csv             for spreadsheets: a row per run
        .frames.csv      a row per frame: offset, speed, blank share, memory
        .decodes.csv     a row per decode: when, by which worker, what for, of which photo
        .blank-cells.csv a row per blank cell: where, when, for how long, and why
        .bench           benchstat: make base.bench and head.bench, then benchstat base.bench head.bench
        .xml             JUnit, which CI systems show as tests; a broken limit is a failure
        .trace.json      Perfetto (ui.perfetto.dev): frames, decodes by worker, blank cells with reasons, counters

      For a scenario with results in both modes, a document says how well the model predicts. Among several \
      files, as in results/local/*.json, the only search or record of fidelity is added automatically; \
      interrupted results and files of other commands are named and skipped. With --base it says what \
      changed, by how much, and whether it counts.

      scrollsim report fling -o fling.html
      scrollsim report fling.replay --run screens -o fling.trace.json
      """)

  @Argument(
    help: "Results of 'scrollsim run', their names, or all files of a folder.", transform: OptionValue.path)
  var results: [String]

  @OptionGroup var folder: ResultFolderOption

  @Option(
    name: .shortAndLong,
    help: "The file to write; by default or with '-', standard output.", transform: OptionValue.output)
  var output: String?

  @Option(
    help:
      "\(OptionValue.words(Format.ofReports)); by default the format of the output's name, or table.",
    completion: .list(Format.ofReports.map(\.rawValue)),
    transform: { try OptionValue.word($0, among: Format.ofReports) })
  var format: Format?

  @Option(
    name: .customLong("run"),
    help: "For other tools, only this run: its identifier, or a part that no other has, such as 'screens'.")
  var onlyRun: String?

  @OptionGroup var columns: ColumnOptions

  @Option(
    help: "The base to compare the result with: a file, or a name.", transform: OptionValue.path)
  var base: String?

  @Option(help: "A search of 'scrollsim advise', for the chart of memory.", transform: OptionValue.path)
  var advice: String?

  @Option(help: "The fidelity.json of 'scrollsim validate'.", transform: OptionValue.path)
  var fidelity: String?

  @Option(
    help: "The photos of a page; by default, the synthetic ones in the cache.", transform: OptionValue.path)
  var library: String?

  func validate() throws {
    try refuse(
      library != nil && (results.count != 1 || base != nil),
      "--library: expected one result, whose photos they are, and no '--base'")
    guard base != nil else { return }
    try refuse(results.count != 1, "--base: expected one result to compare with it, found \(results.count)")
    try refuse(
      advice != nil || fidelity != nil || columns.areGiven,
      "--base: expected no --advice, --fidelity, --show or --wide; a comparison shows what changed")
  }

  /// The file; `nil` for standard output.
  private var path: String? { output == OptionValue.standardOutput ? nil : output }

  func run() throws {
    let format = try format ?? .ofReport(named: path)
    if format.isDocument, onlyRun != nil {
      throw Exit.because("--run: expected a format of another tool, found \(format.rawValue)")
    }
    if !format.isDocument, advice != nil || fidelity != nil {
      throw Exit.because(
        "--advice, --fidelity: expected a document, found \(format.rawValue), which holds only runs")
    }
    let columns = try columns.chosen(for: format)
    if format != .html, library != nil {
      throw Exit.because("--library: expected html, which alone shows photos, found \(format.rawValue)")
    }
    let read =
      try (results + [base].compactMap(\.self)).map(folder.folder.file)
      + [advice, fidelity].compactMap(\.self)
    if let path, read.contains(where: { OutputFiles.areSame($0, path) }) {
      throw Exit.because(
        "\(path): expected a file other than those that are read; name another with --output")
    }
    let files = try ReportFiles(
      results, in: folder.folder, takesExtras: format.isDocument,
      takesSearch: base == nil && (format.isDocument ? library == nil : format == .csv))
    var results = files.results
    if results.isEmpty, let search = files.search {
      return try write(format.render(Document(search), for: path, [.csv: { CSVReport(search).render() }]))
    }
    if let onlyRun, results.count == 1 { results[0].runs = [try results[0].picked(by: onlyRun)] }
    guard format.isDocument || format == .csv && (onlyRun == nil || results.count == 1) else {
      guard results.count == 1, base == nil else {
        throw Exit.because(
          "expected one result to write as \(format.rawValue), found \(results.count + (base == nil ? 0 : 1))"
        )
      }
      return try write(
        ExchangeFormat(rawValue: format.rawValue)?.render(results[0]) ?? results[0].json() + "\n")
    }
    if let base {
      let comparison = ResultComparison(base: try folder.folder.read(base), head: results[0])
      try write(format.render(Document(comparison), for: path, [.csv: { CSVReport(comparison).render() }]))
      guard comparison.isComparable else { throw Exit.notComparable }
      return
    }
    let search = try advice.map(AdviceFile.read) ?? files.search
    let fidelity = try fidelity.map(FidelityFile.read) ?? files.fidelity
    let sheets = format == .html ? try results.map(photos) : []
    try write(
      format.render(
        Document(results, advice: search, fidelity: fidelity, columns: columns, photos: sheets),
        for: path, [.csv: { CSVReport(results).render() }]))
  }

  private func write(_ text: String) throws {
    if let path { try OutputFiles.write(text, to: path) } else { try Terminal.write(text) }
  }

  /// The photos of a result; `nil` if they are not found; the page then says that it shows mean colours.
  ///
  /// - Throws: an error if a named folder holds other photos.
  private func photos(of result: ResultFile) throws -> PhotoSheet? {
    do {
      return try SmallPhotos(result.library, folder: library).sheet(of: result)
    } catch  where library == nil {
      return nil
    }
  }
}

/// The parts of a report among the files of a command line: often all of a folder, as `results/local/*.json`.
struct ReportFiles {
  private(set) var results: [ResultFile] = []
  private(set) var search: AdviceFile?
  private(set) var fidelity: FidelityFile?

  /// Reads the only file, a result or, if `takesSearch`, a search; of several files, those that are not part
  /// of a report are skipped with a message, and so are searches and fidelity unless it `takesExtras`.
  init(_ words: [String], in folder: ResultFolder, takesExtras: Bool, takesSearch: Bool) throws {
    let paths = try words.map(folder.file)
    if paths.count == 1 {
      switch try AnyStoredFile.read(path: paths[0]) {
      case .result(let result): results = [result]
      case .search(let file) where takesSearch: search = file
      // To be refused by the words of results.
      case .search, .fidelity, .other: results = [try ResultFile.read(path: paths[0])]
      }
      return
    }
    var searches: [(path: String, file: AdviceFile)] = []
    var fidelities: [(path: String, file: FidelityFile)] = []
    for path in paths {
      switch try AnyStoredFile.read(path: path) {
      case _ where path.hasSuffix(".partial.json"): Self.passOver(path, "it was interrupted")
      case .result(let result): results.append(result)
      case .search(let file) where file.shard != nil: Self.passOver(path, "it is a share of a search")
      case .search(let file) where takesExtras: searches.append((path, file))
      case .fidelity(let file) where takesExtras: fidelities.append((path, file))
      case .search, .fidelity: Self.passOver(path, "this format holds only runs")
      case .other(let schema): Self.passOver(path, "\(schema) is no part of a report")
      }
    }
    guard !results.isEmpty else {
      throw Exit.because("expected a whole result of 'scrollsim run' among \(paths.count) files, found none")
    }
    search = Self.only(searches, option: "--advice")
    fidelity = Self.only(fidelities, option: "--fidelity")
  }

  private static func passOver(_ path: String, _ reason: String) {
    Terminal.writeError("\(path): skipped: \(reason)")
  }

  /// The only file of its kind; `nil` if there are several, since it is not known which is meant.
  private static func only<File>(_ files: [(path: String, file: File)], option: String) -> File? {
    if files.count == 1 { return files[0].file }
    for file in files { passOver(file.path, "it is one of \(files.count); name one with '\(option)'") }
    return nil
  }
}
