import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import ScrollSimCLI

/// Every command line in the documentation, compared with the arguments that the program takes.
@Suite(.timeLimit(.minutes(10)))
struct DocumentedCommandsTests {
  /// All pages that people read: those at the root, in `docs`, and beside scenarios, results and examples.
  private static func pages() throws -> [String] {
    let files = FileManager.default
    let examples = try files.contentsOfDirectory(atPath: Repository.root.appending(path: "Examples").path)
      .map { "Examples/\($0)/README.md" }
    let docs = try files.contentsOfDirectory(atPath: Repository.root.appending(path: "docs").path)
      .filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    return (["README.md", "CONTRIBUTING.md", "results/README.md", "scenarios/README.md"] + docs + examples)
      .filter { files.fileExists(atPath: Repository.root.appending(path: $0).path) }.sorted()
  }

  /// The arguments of `scrollsim` in the lines of a page that are indented or fenced as code: without comments and pipes, and
  /// with the lines that continue them.
  static func lines(of page: URL) throws -> [String] {
    var isFenced = false
    return try String(contentsOf: page, encoding: .utf8)
      .replacing(/\\\n\s*/, with: "").split(separator: "\n")
      .compactMap { line in
        if line.hasPrefix("```") { isFenced.toggle() }
        let isCode = isFenced || line.hasPrefix("    ") || line.hasPrefix("\t")
        let code = line.drop { $0 == " " || $0 == "\t" }
        guard isCode, code.hasPrefix("scrollsim ") else { return nil }
        return code.dropFirst("scrollsim ".count).prefix { $0 != "#" && $0 != "|" }
          .trimmingCharacters(in: .whitespaces)
      }
  }

  private static func all() throws -> [(page: String, line: String)] {
    try pages().flatMap { page in try lines(of: Repository.root.appending(path: page)).map { (page, $0) } }
  }

  @Test func `pages have commands`() throws {
    let all = try Self.all()
    #expect(all.count > 80)
    for page in ["README.md", "docs/commands.md", "docs/gate.md", "docs/recipes.md", "docs/strategies.md"] {
      #expect(all.contains { $0.page == page }, "\(page)")
    }
  }

  @Test func `a command is taken as it stands, with its options and their values`() throws {
    for (page, line) in try Self.all() {
      // Variables of a shell stand for shares.
      let line = line.replacing("$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT", with: "1/8")
        .replacing("${{ matrix.shard }}", with: "1").replacing("{}/4", with: "1/4")
      do {
        _ = try ScrollSimCommand.parseAsRoot(SmallScenario.words(line))
      } catch {
        Issue.record("\(page): scrollsim \(line): \(ScrollSimCommand.message(for: error))")
      }
    }
  }

  @Test func `a scenario that is named by its file is shipped`() throws {
    for (page, line) in try Self.all() {
      for word in SmallScenario.words(line) where word.hasPrefix("scenarios/") && !word.contains(/[*{]/) {
        let exists = FileManager.default.fileExists(atPath: Repository.root.appending(path: word).path)
        #expect(exists, "\(page): scrollsim \(line)")
      }
    }
  }

  @Test func `a run of a shipped scenario would run`() async throws {
    let runs = try Set(Self.all().map(\.line)).filter { line in
      let own = ["gallery.json", "desktop.json", "~", "--resume", "my-scroll.csv"]
      return line.hasPrefix("run ") && !own.contains(where: line.contains)
    }
    #expect(runs.count > 5)
    for line in runs.sorted() {
      let dryRun = line.contains("--dry-run") ? line : line + " --dry-run"
      try await Program.shell("cd '\(Repository.path)' && '\(Program.path)' \(dryRun)", code: 0)
    }
  }
}
