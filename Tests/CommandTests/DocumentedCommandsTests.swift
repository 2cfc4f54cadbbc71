import Foundation
import TestSupport
import Testing

/// Every command line in the documentation, held against what the program says that it takes.
@Suite(.timeLimit(.minutes(10)))
struct DocumentedCommandsTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let pages = [
    "README.md", "CONTRIBUTING.md", "docs/app.md", "docs/commands.md", "docs/gate.md",
    "docs/reading-a-result.md",
    "results/README.md", "scenarios/README.md", "Examples/Recorders/README.md",
  ]

  /// A command line without comment, what it is piped to, and the lines that continue it.
  struct Line {
    let page: String
    let words: [String]
  }

  static func lines() throws -> [Line] {
    try pages.flatMap { page in
      try String(contentsOf: root.appending(path: page), encoding: .utf8)
        .replacing(/\\\n\s*/, with: "").split(separator: "\n")
        .compactMap { try /^(?: {4}|\t)scrollsim (.*)$/.wholeMatch(in: $0)?.output.1 }
        .map { line in
          let command = line.prefix { $0 != "#" && $0 != "|" }
          return Line(page: page, words: command.split(separator: " ").map(String.init))
        }
    }
  }

  /// The command that a line names, and what its help says.
  private func help(for words: [String], known: inout [String: String]) async throws -> (
    name: String, help: String
  ) {
    var path: [String] = []
    for word in words.prefix(2) where word.wholeMatch(of: /[a-z]+/) != nil {
      let name = (path + [word]).joined(separator: " ")
      if known[name] == nil {
        let outcome = try await Program.run(["help"] + path + [word])
        let isCommand = outcome.code == 0 && outcome.output.contains("USAGE: scrollsim \(name)")
        known[name] = isCommand ? outcome.output : ""
      }
      guard known[name] != "" else { break }
      path.append(word)
    }
    let name = path.joined(separator: " ")
    return (name, known[name] ?? "")
  }

  @Test func `names a command that there is, options that it has, and scenarios that are shipped`()
    async throws
  {
    let lines = try Self.lines()
    #expect(lines.count > 40)
    var known: [String: String] = [:]
    for line in lines {
      let text = "\(line.page): scrollsim \(line.words.joined(separator: " "))"
      let (name, help) = try await help(for: line.words, known: &known)
      #expect(!name.isEmpty, "\(text)")
      // Where no subcommand is named, the default one's options count.
      let isGroup = help.contains("SUBCOMMANDS:")
      for word in line.words where word.hasPrefix("-") && !isGroup {
        let option = word.prefix { $0 != "=" }
        #expect(help.contains("\(option) ") || help.contains("\(option),"), "\(text): \(option)")
      }
      for word in line.words where word.hasPrefix("scenarios/") && !word.contains(/[*{]/) {
        #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: word).path), "\(text)")
      }
    }
  }
}
