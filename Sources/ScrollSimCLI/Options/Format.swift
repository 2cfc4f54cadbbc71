internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// The formats of standard output; each command offers some.
enum Format: String, CaseIterable {
  /// For people; the command decides between the two words.
  case table, text
  case markdown
  case html
  case json
  case csv
  case github
  case junit

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
    case .json, .csv, .github, .junit:
      guard let data = data[self] else {
        preconditionFailure("--format \(rawValue) is offered, but not made")
      }
      return try data() + (self == .json ? "\n" : "")
    }
  }
}

extension Option<Format> {
  /// `--format`, which takes one of `formats`.
  init(wrappedValue: Format, of formats: Format...) {
    self.init(
      wrappedValue: wrappedValue,
      help: "The format of standard output: \(Choice.words(formats)); \(wrappedValue.rawValue) by default.",
      completion: .list(formats.map(\.rawValue)), transform: { try Choice.word($0, among: formats) })
  }
}
