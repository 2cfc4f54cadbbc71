import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// CONTRIBUTING's promises about a new strategy or metric, kept by a copy of the package with one more of each.
@Suite(.long, .timeLimit(.minutes(60)))
struct NewPartsTests {
  private static let strategy = """
    /// `ahead`: keeps screenfuls ahead in the direction of travel, and nothing behind.
    public struct AheadStrategy: CachingStrategy {
      /// See ``CachingStrategy``.
      public static let descriptor = StrategyDescriptor(
        name: "ahead", about: "Keeps screenfuls ahead in the direction of travel.",
        parameters: [
          StrategyDescriptor.Parameter(
            "reach", unit: "screenfuls", default: 1.5, in: 0...4, about: "How far ahead to cache.")
        ])

      private let parameters: StrategyParameters

      /// See ``CachingStrategy``.
      public init(_ parameters: StrategyParameters) { self.parameters = parameters }

      /// See ``CachingStrategy``.
      public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
        let direction = state.direction(after: last)
        return CachingWindow(
          state.segments(leading: parameters.reach, trailing: 0, direction: direction), anchor: state.offset,
          direction: direction)
      }
    }
    """

  private static let metric = """
        .share("redecodeRate", .lower, "Share of the decodes that had been made before.") {
          ($0.work.redecodes, $0.work.decodes)
        },

    """

  /// Copies the program's package, adds a strategy and a metric, and builds it.
  private static func build(in folder: TemporaryFolder) async throws -> String {
    for name in [
      "Package.swift", "Sources", "Tests", "scenarios", "Benchmarks/CacheReplay",
      "Examples/PhotoGrid/Sources/GalleryApple",
    ] {
      let copy = URL(fileURLWithPath: folder.file(name))
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: "\(Repository.path)/\(name)", toPath: copy.path)
    }
    // The dependencies of this build, where they are known.
    try? FileManager.default.copyItem(
      atPath: "\(Repository.path)/Package.resolved", toPath: folder.file("Package.resolved"))
    let windowing = "Sources/GalleryKit/Engine/Windowing"
    try folder.write(strategy, as: "\(windowing)/Strategies/AheadStrategy.swift")
    try insert("    AheadStrategy.self,\n", into: "\(windowing)/CachingStrategy.swift", of: folder) {
      $0.hasPrefix("    SettleStrategy.self,")
    }
    try insert(metric, into: "Sources/ScrollSim/Results/Metrics/WorkMetrics.swift", of: folder) {
      $0.hasPrefix("    .count(\"decodes\",")
    }
    let built = try await Program.shell("cd '\(folder.path)' && swift build --product scrollsim 2>&1")
    try #require(built.code == 0, "\(built.output.suffix(4000))")
    return folder.file(".build/debug/scrollsim")
  }

  /// Inserts lines after the one line of a file that has this mark.
  private static func insert(
    _ text: String, into file: String, of folder: TemporaryFolder, behind isMark: (Substring) -> Bool
  ) throws {
    let lines = try folder.text(file).split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count(where: isMark) == 1)
    let more = lines.flatMap { isMark($0) ? [$0] + text.dropLast().split(separator: "\n") : [$0] }
    try folder.write(more.joined(separator: "\n"), as: file)
  }

  @Test func `one file and one line add a strategy to every command, and one declaration a metric`()
    async throws
  {
    let folder = TemporaryFolder()
    let program = try await Self.build(in: folder)
    func run(_ line: String, code: Int32 = 0, saying words: String? = nil) async throws -> Program.Outcome {
      try await Program.shell("cd '\(folder.path)' && '\(program)' \(line)", code: code, saying: words)
    }

    let list = try await run("list strategies")
    #expect(list.output.contains("ahead\nKeeps screenfuls ahead in the direction of travel.\n"))
    #expect(list.output.contains("│ reach     │     1.5 │ 0 to 4 │ screenfuls │ How far ahead to cache. │"))

    // A scenario names it and its parameter; the table has a row for every choice on an axis, between its neighbours.
    let scenario = try SmallScenario.variant(
      [("\"apple-sample\"", "\"ahead\", { \"ahead\": { \"reach\": 3 } }")], in: folder)
    let options = "--mode model --costs epyc-2core --output results"
    let table = try await run("run '\(scenario)' --cells released --cells reused \(options)")
    let result = try folder.result("results/small.model")
    for cells in ["released", "reused"] {
      let runs = result.runs.filter { $0.combination.strategy == "ahead" && $0.combination[.cells] == cells }
      #expect(runs.map(\.combination.parameters) == [["reach": 1.5], ["reach": 3]])
      #expect(runs.allSatisfy { $0.status == .completed && ($0.metrics["cacheHitRate"] ?? nil) != nil })
      #expect(runs.allSatisfy { !$0.combination.isReference })
    }
    #expect(table.output.contains("│ ahead(reach=1.5) ") && table.output.contains("│ ahead(reach=3) "))

    // Results hold the metric and its description, and tables have it where it was declared.
    #expect(
      result.metricDefinitions["redecodeRate"]?.about == "Share of the decodes that had been made before.")
    #expect(result.runs.allSatisfy { $0.metrics["redecodeRate"] != nil })
    let page = try await run("report results/small.model.json --format html").output
    let rows = page.matches(of: />(decodes|redecodeRate|decodedBytes)<\/th>/).map { String($0.output.1) }
    #expect(rows == ["decodes", "redecodeRate", "decodedBytes"])
    let csv = try await run("report results/small.model.json --format csv").output
    #expect(csv.contains(",redecodeRate,"))

    _ = try await run(
      "run '\(scenario)' --strategy ahead:reach=9", code: 64,
      saying: "expected reach from 0.0 to 4.0 screenfuls, found 9")

    // A search varies its parameter; one over all strategies has it among them.
    let advise = "advise '\(scenario)' --costs epyc-2core --output results --combinations"
    _ = try await run("\(advise) 20 --strategy ahead")
    let search = try folder.advice(in: "results")
    #expect(search.candidates.allSatisfy { $0.combination.strategy == "ahead" })
    let reaches = search.candidates.compactMap { $0.combination.parameters["reach"] }
    #expect(Set(reaches).count > 5 && reaches.allSatisfy((0...4).contains))
    _ = try await run("\(advise) 60")
    #expect(try folder.advice(in: "results").candidates.contains { $0.combination.strategy == "ahead" })

    // Scenarios can limit the metric, as a share.
    let limited = try SmallScenario.variant(
      [("\"limits\": {", "\"limits\": { \"redecodeRate\": 2,")], in: folder)
    _ = try await run("run '\(limited)'", code: 64, saying: "limits.redecodeRate")
  }

  @Test func `a custom strategy needs no fork: a package of two files compares it with all others`()
    async throws
  {
    let folder = TemporaryFolder()
    try await folder.scrollsim("init strategy keep-far --package \(Repository.path)", code: 0)
    let package = folder.file("keep-far")
    let built = try await Program.shell("cd '\(package)' && swift build 2>&1")
    try #require(built.code == 0, "\(built.output.suffix(4000))")
    for options in ["--mode model --costs epyc-2core --no-variations", "--rounds 1"] {
      try await Program.shell(
        "cd '\(package)' && .build/debug/keep-far run '\(SmallScenario.path)' --strategy keep-far:reach=2 "
          + "--strategy screens --output results \(options)", code: 0)
    }
    for mode in ["model", "replay"] {
      let result = try folder.result("keep-far/results/small.\(mode)")
      #expect(result.runs.contains { $0.combination.strategy == "keep-far" && $0.status == .completed })
      #expect(
        result.runs.first { $0.combination.strategy == "keep-far" }?.combination.parameters == ["reach": 2])
    }
    try await Program.shell(
      "cd '\(package)' && .build/debug/keep-far advise '\(SmallScenario.path)' --costs epyc-2core --output results "
        + "--combinations 20 --strategy keep-far", code: 0)
  }
}
