internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// What results can be made into: a document for people, the result itself, or a format of another tool.
enum ReportFormat: Hashable {
  case document(Format)
  case exchange(ExchangeFormat)

  static let all: [ReportFormat] =
    [Format.html, .markdown, .table, .json].map { .document($0) }
    + ExchangeFormat.allCases.map { .exchange($0) }

  /// The word for `--format`.
  var word: String {
    switch self {
    case .document(let format): format.rawValue
    case .exchange(let format): format.rawValue
    }
  }

  /// How the names of its files end, of which the longest counts.
  private var endings: [String] {
    switch self {
    case .document(.html): [".html", ".htm"]
    case .document(.markdown): [".md", ".markdown"]
    case .document(.json): [".json"]
    case .document: [".txt"]
    case .exchange(.csv): [".csv"]
    case .exchange(.csvFrames): [".frames.csv"]
    case .exchange(.csvDecodes): [".decodes.csv"]
    case .exchange(.csvBlankCells): [".blank-cells.csv"]
    case .exchange(.benchfmt): [".bench"]
    case .exchange(.junit): [".xml"]
    case .exchange(.traceEvents): [".trace.json"]
    }
  }

  /// The format of a file by its name; `nil` for other names.
  init?(fileName: String) {
    let name = fileName.lowercased()
    let fitting = Self.all.flatMap { format in format.endings.map { (ending: $0, format: format) } }
      .filter { name.hasSuffix($0.ending) }
    guard let best = fitting.max(by: { $0.ending.count < $1.ending.count }) else { return nil }
    self = best.format
  }

  /// Reads the word of `--format`.
  static func read(_ argument: String) throws -> ReportFormat {
    if let format = all.first(where: { $0.word == argument }) { return format }
    let words = all.map(\.word)
    throw ValidationError(
      "expected \(words.joined(separator: ", ")), found '\(argument)'\(Spelling.hint(for: argument, among: words))"
    )
  }

  /// The format for an output: the chosen one, or what the file's name says, or a table.
  ///
  /// - Throws: an exit code, after a message, if the name says nothing.
  static func choose(_ format: ReportFormat?, for path: String?) throws -> ReportFormat {
    if let format { return format }
    guard let path else { return .document(.table) }
    if let format = ReportFormat(fileName: path) { return format }
    let endings = all.flatMap(\.endings).joined(separator: ", ")
    throw Exit.because("\(path): expected a name that ends in one of \(endings), or '--format'")
  }
}
