import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The scenario of these tests, variants of it, and one result of it that many tests read.
enum SmallScenario {
  static let path = "\((#filePath as NSString).deletingLastPathComponent)/Scenarios/small.json"

  /// A run of the whole scenario, and the folder that it wrote to.
  struct Replay: Sendable {
    let outcome: Program.Outcome
    let folder: TemporaryFolder

    var resultPath: String { folder.file("small.replay.json") }

    func result() throws -> ResultFile { try folder.result("small.replay") }
  }

  /// One replay for all tests that only look.
  private static let shared = Task { try await replay() }

  static var replayed: Replay {
    get async throws { try await shared.value }
  }

  /// Replays the scenario or a variant of it, with texts of it replaced, into a new folder.
  @discardableResult
  static func replay(
    _ options: String = "", of scenario: String = "SMALL", replacing changes: [(String, String)] = [],
    code: Int32? = nil, showing shown: [String] = [], at place: SourceLocation = #_sourceLocation
  ) async throws -> Replay {
    // The shared replay's folder is never released; the cache is removed in the end.
    let folder = TemporaryFolder(in: Program.cache)
    let scenario = changes.isEmpty ? scenario : try variant(changes, in: folder)
    let outcome = try await Program.run(
      "run \(scenario) --output \(folder.path) \(options)", code: code, showing: shown, at: place)
    return Replay(outcome: outcome, folder: folder)
  }

  /// Models the scenario or a variant of it into a folder, at the costs of a shipped table.
  @discardableResult
  static func model(
    _ options: String = "", of scenario: String = "SMALL", in folder: TemporaryFolder, code: Int32? = 0,
    at place: SourceLocation = #_sourceLocation
  ) async throws -> Program.Outcome {
    try await Program.run(
      "run \(scenario) --mode model --no-variations --costs epyc-2core --output \(folder.path) \(options)",
      code: code, at: place)
  }

  /// The arguments of a command line as a shell splits them: quotes hold one that is empty or has spaces.
  ///
  /// `SMALL` is the scenario's path.
  static func words(_ line: String) -> [String] {
    line.matches(of: /'([^']*)'|"([^"]*)"|[^ ]+/).map { word in
      word.0 == "SMALL" ? path : String(word.1 ?? word.2 ?? word.0)
    }
  }

  /// Writes the scenario with a text of it replaced.
  static func variant(_ changes: [(String, String)], in folder: TemporaryFolder) throws -> String {
    var text = try String(contentsOfFile: path, encoding: .utf8)
    for (old, new) in changes {
      try #require(text.contains(old), "\(old)")
      text = text.replacing(old, with: new)
    }
    return try folder.write(text, as: "variant.json")
  }

  /// Writes a variant of less than a second with one strategy.
  static func short(in folder: TemporaryFolder) throws -> String {
    try variant(
      [
        (#""none", "apple-sample", {"#, "{"), (#", "keep-all"]"#, "]"),
        (",\n      { \"drag\": -600, \"duration\": 0.3 },\n      { \"pause\": 0.2 }", ""),
      ], in: folder)
  }
}
