internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// Scenario files on a command line.
enum ScenarioFiles {
  static let help = ArgumentHelp(
    "Scenario files, or names of shipped ones: \(ShippedScenarios.names.joined(separator: ", ")). A .schema.json is skipped."
  )

  /// Reads files, over a library's photos if one is given in place of their own; two of one name are refused.
  static func read(_ scenarios: [String], library: String? = nil) throws -> [Scenario] {
    // A shell's `scenarios/*.json` catches schemas as well. If there is nothing else, reading one reports the error.
    let files = scenarios.filter { !$0.hasSuffix(".schema.json") }
    let chosen = try (files.isEmpty ? scenarios : files).map {
      try ScenarioFile.read(path: $0, library: library)
    }
    for (index, scenario) in chosen.enumerated() {
      guard let other = chosen[..<index].first(where: { $0.name == scenario.name }) else { continue }
      throw Exit.because(
        "\(scenario.path): expected a name other than that of \(other.path), found '\(scenario.name)' again; "
          + "results are filed under it")
    }
    return chosen
  }
}

/// `--costs`.
struct CostsOption: ParsableArguments {
  @Option(
    name: .customLong("costs"),
    help:
      "The device to ask about, by its decode times, in place of the scenario's: \(CostTables.names), or a file from calibrate. Replays slow their decoders to match it.",
    transform: OptionValue.path)
  var name: String?
}

/// `--show` and `--wide`.
struct ColumnOptions: ParsableArguments {
  @Option(
    name: .customLong("show"),
    help:
      "The columns of tables, in this order: titles or metrics, as in fits,hit-rate,decodeMs.p99. By default the deciding ones.",
    transform: Self.columns)
  var columns: Document.Columns?

  @Flag(help: "Show tables with all columns.")
  var wide = false

  func validate() throws {
    try refuse(wide && columns != nil, "--show, --wide: expected one of them, found both")
  }

  var areGiven: Bool { wide || columns != nil }

  /// The columns of tables; ends the program if some are named for a format that holds all.
  func chosen(for format: Format) throws -> Document.Columns {
    guard !areGiven || format.isDocument else {
      throw Exit.because(
        "--show, --wide: expected a document, whose tables have fewer columns, found \(format.rawValue), which holds all"
      )
    }
    return columns ?? (wide ? .wide : .deciding)
  }

  private static func columns(_ argument: String) throws -> Document.Columns {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for name in names where !Document.Columns.isKnown(name) {
      let titles = Document.Columns.titles
      let expected =
        "columns of \(titles.joined(separator: ", ")), or metrics of results such as decodes and decodeMs.p99"
      throw ValidationError(
        OptionValue.refusal(of: name, among: titles + Metric.all.map(\.name), expected: expected))
    }
    return .named(names)
  }
}

/// `--output` of commands that leave results in a folder.
struct OutputOption: ParsableArguments {
  static let standard = "results/local"

  @Option(
    name: .customLong("output"), help: "The folder of results; \(Self.standard) by default.",
    transform: OptionValue.path)
  var folder = Self.standard
}

/// `--results` of commands that find results by name.
struct ResultFolderOption: ParsableArguments {
  @Option(
    name: .customLong("results"),
    help: "The folder in which results are found by name; \(OutputOption.standard) by default.",
    transform: OptionValue.path)
  var path = OutputOption.standard

  var folder: ResultFolder { ResultFolder(path) }
}

extension ResultFolder {
  func read(_ word: String) throws -> ResultFile { try ResultFile.read(path: file(for: word)) }
}

/// `--no-progress`.
struct ProgressOption: ParsableArguments {
  @Flag(name: .customLong("no-progress"), help: "Show no progress, even on a terminal.")
  var isHidden = false

  /// Shows progress, unless it is hidden or standard error is no terminal.
  var line: ProgressLine { ProgressLine(isShown: Terminal.showsProgress && !isHidden, isSilent: isHidden) }
}

extension ResultFile {
  /// The run that `--run` names; ends the program if there is none, or several.
  func picked(by name: String) throws -> RunRecord {
    do { return try run(named: name) } catch { throw Exit.because("--run: \(error)") }
  }
}
