internal import ArgumentParser
internal import BenchReport

/// What standard output and files are written in; each command offers some.
enum Format: String {
  /// For people; the command decides between the two words.
  case table, text
  case markdown
  case html
  case json
  case csv
  case csvFrames = "csv-frames"
  case csvDecodes = "csv-decodes"
  case csvBlankCells = "csv-blank-cells"
  case benchfmt
  case junit
  case traceEvents = "trace-events"
  case github

  /// What `report` makes of results: documents for people, the result itself, and formats of other tools.
  static let ofReports =
    [Format.html, .markdown, .table, .json]
    + ExchangeFormat.allCases.compactMap { Format(rawValue: $0.rawValue) }

  var isDocument: Bool { [.table, .text, .markdown, .html].contains(self) }

  /// The document in this format.
  ///
  /// - Parameters:
  ///   - path: the document's file; in files, tables are as wide as needed and have no colours.
  ///   - data: renders each format that the command offers besides documents.
  func render(
    _ document: @autoclosure () -> Document, for path: String? = nil,
    _ data: [Format: () throws -> String]
  ) throws -> String {
    switch self {
    case .table, .text:
      return document().terminal(
        colour: path == nil && Terminal.showsColour, width: path == nil ? Terminal.width : Terminal.anyWidth)
    case .markdown: return document().markdown()
    case .html: return document().html()
    default:
      guard let data = data[self] else {
        preconditionFailure("--format \(rawValue) is offered, but not made")
      }
      return try data() + (self == .json ? "\n" : "")
    }
  }
}

extension Format {
  /// How the names of reports' files end, of which the longest that fits counts.
  private static let endings: KeyValuePairs<String, Format> = [
    ".html": .html, ".htm": .html, ".md": .markdown, ".markdown": .markdown, ".txt": .table, ".json": .json,
    ".csv": .csv, ".frames.csv": .csvFrames, ".decodes.csv": .csvDecodes,
    ".blank-cells.csv": .csvBlankCells, ".bench": .benchfmt, ".xml": .junit, ".trace.json": .traceEvents,
  ]

  /// The format of a report by its file's name; a table without a file.
  static func ofReport(named path: String?) throws -> Format {
    guard let path else { return .table }
    let fitting = endings.filter { path.lowercased().hasSuffix($0.key) }
    if let longest = fitting.max(by: { $0.key.count < $1.key.count }) { return longest.value }
    throw Exit.because(
      "\(path): expected a name that ends in one of \(endings.map(\.key).joined(separator: ", ")), or '--format'"
    )
  }
}

extension Option<Format> {
  /// `--format`, which takes one of `formats`.
  init(wrappedValue: Format, of formats: Format...) {
    self.init(
      wrappedValue: wrappedValue,
      help:
        "The format of standard output: \(OptionValue.words(formats)); \(wrappedValue.rawValue) by default.",
      completion: .list(formats.map(\.rawValue)), transform: { try OptionValue.word($0, among: formats) })
  }
}
