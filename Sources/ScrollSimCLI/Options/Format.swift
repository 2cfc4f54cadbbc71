internal import ArgumentParser
internal import BenchReport
internal import Foundation

/// What a command's standard output gets; each command offers some.
enum Format: String, CaseIterable {
  /// For people; which word it has depends on the command.
  case table, text
  case markdown
  case html
  case json
  case csv
  case github
  case junit

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

  /// The document in this format.
  ///
  /// - Parameters:
  ///   - path: the file that it is for; in files, tables are as wide as they need and have no colours.
  ///   - data: what makes each format that the command offers besides documents.
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
  /// `--format`, which takes one of these.
  init(wrappedValue: Format, of formats: Format...) {
    self.init(
      wrappedValue: wrappedValue,
      help: "What standard output gets: \(Choice.words(formats)); \(wrappedValue.rawValue) by default.",
      completion: .list(formats.map(\.rawValue)), transform: { try Choice.word($0, among: formats) })
  }
}
