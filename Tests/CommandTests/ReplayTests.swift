import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The results of the small scenario's replay, and of its variants with visits or a library that changes.
@Suite(.timeLimit(.minutes(15)))
struct ReplayTests {
  private let strategies = ["none", "apple-sample", "screens", "keep-all"]

  @Test func `the table names every strategy, and one line recommends, or says why none does`() async throws {
    let outcome = try await SmallScenario.replayed.outcome
    #expect(outcome.code == 0)
    for strategy in strategies {
      #expect(["", "▸ "].contains { outcome.output.contains("│ \($0)\(strategy) ") }, "\(strategy)")
    }
    let result = try await SmallScenario.replayed.result()
    // Other programs may disturb the tests themselves.
    let recommendation = Recommendation(result)
    let answer = Quietness(result).refusal.map { [$0] } ?? [recommendation.claim] + recommendation.context
    let words = answer.joined(separator: " ")
    #expect(words.hasPrefix("Recommended: ") || words.contains("too busy to tell"))
    #expect(words.hasPrefix("Recommended: ") == words.contains("20 MB budget"))
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0 == answer[0] }.count == 1)
    #expect(lines.contains(Array(answer.prefix(3))))
  }

  @Test func `standard error says where the result and its page are, and no more`() async throws {
    let replay = try await SmallScenario.replayed
    let page = replay.folder.file("small.replay.html")
    #expect(replay.outcome.complaints == ["result: \(replay.resultPath)", "page:   \(page)"])
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("<svg"))
    #expect(try replay.folder.names() == ["small.replay.html", "small.replay.json"])
  }

  @Test func `the result holds the runs in the scenario's order, completed`() async throws {
    let result = try await SmallScenario.replayed.result()
    #expect(result.verdict == .pass)
    #expect(result.mode == .replay)
    #expect(result.runs.map(\.combination.strategy) == strategies)
    #expect(
      result.runs.map(\.id) == strategies.map { "small/\($0)/released/fast/opportunistic/lru/urgency/0" })
    #expect(result.runs.allSatisfy { $0.status == .completed })
    #expect(result.library.photos == 300)
    #expect(result.library.distinct == 6)
    #expect(result.scenario.seed == 7)
  }

  @Test func `every metric of the catalogue is measured, except those of a network that is not there`()
    async throws
  {
    let expected = Set(Metric.definitions(of: .replay).keys)
    let distributions = Set(Metric.all.filter(\.isDistribution).map(\.name))
    for run in try await SmallScenario.replayed.result().runs {
      #expect(Set(run.metrics.keys).union(run.distributions.keys) == expected)
      #expect(Set(run.distributions.keys).isSubset(of: distributions))
    }
  }

  @Test func `what is measured agrees with itself`() async throws {
    for run in try await SmallScenario.replayed.result().runs {
      func metric(_ name: String) throws -> Double { try #require(run.figure(name), "\(name)") }
      let rates = try ["cacheHitRate", "delayedRate", "degradedRate", "missRate"].map(metric)
      #expect(abs(rates.reduce(0, +) - 1) < 1e-4)
      for name in ["duplicateDecodes", "budgetExcessBytes", "leftoverImageBytes"] {
        #expect(try metric(name) == 0, "\(name)")
      }
      #expect(try metric("appearances") > 0)
      #expect(try metric("decodes") > 0)
      #expect(try metric("frameCount") == Double(run.timeline.timeMs.count))
      #expect(try metric("peakImageBytes") >= metric("settledImageBytes"))
      #expect(try metric("peakResidentBytes") >= metric("peakImageBytes"))
      #expect(run.growth?.ledgerBytes.count == 1)
    }
  }

  @Test func `an app's own work is spent in each frame that is not late`() async throws {
    let replay = try await SmallScenario.replay(
      "--strategy none", replacing: [(#""memoryBudget":"#, #""frameWork": 0.005, "memoryBudget":"#)])
    let run = try #require(try replay.result().runs.first)
    #expect(try #require(run.distributions["frameWorkMs"]).max >= 5)
    #expect(try #require(run.figure("cpuSeconds")) > 0.005 * 60)
  }

  @Test func `a strategy with a window decodes ahead, and none does not`() async throws {
    let runs = try await SmallScenario.replayed.result().runs
    let none = try #require(runs.first { $0.combination.strategy == "none" })
    let screens = try #require(runs.first { $0.combination.strategy == "screens" })
    #expect(none.metrics["windowChurnPerSecond"] == 0)
    #expect(none.metrics["prefetchAccuracy"] == .some(nil))
    #expect(try #require(screens.figure("windowChurnPerSecond")) > 0)
    #expect(screens.figure("prefetchAccuracy") != nil)
  }

  @Test func `two replays show the same frames and the same appearances`() async throws {
    let first = try await SmallScenario.replayed.result()
    let second = try await SmallScenario.replay().result()
    #expect(first.library == second.library)
    #expect(first.scenario == second.scenario)
    for (one, other) in zip(first.runs, second.runs) {
      #expect(one.id == other.id)
      #expect(one.timeline.timeMs == other.timeline.timeMs)
      #expect(one.timeline.offset == other.timeline.offset)
      #expect(one.timeline.velocity == other.timeline.velocity)
      for metric in [
        "appearances", "failedAppearances", "frameCount", "duplicateDecodes", "windowChurnPerSecond",
      ] { #expect(one.metrics[metric] == other.metrics[metric], "\(metric) of \(one.id)") }
    }
  }

  // MARK: Several visits

  @Test func `the second visit finds what the first one kept, and no other visit does`() async throws {
    let compared = #""visits": 2, "compare": { "thumbnailStores": ["none", "volatile", "persistent"],"#
    let result = try await SmallScenario.replay(
      "--strategy screens", replacing: [(#""compare": {"#, compared)], showing: ["second visit"]
    ).result()
    #expect(result.verdict == .pass)
    let stores: [String?] = ["none", "none", "volatile", "volatile", "persistent", "persistent"]
    #expect(result.runs.map(\.combination[.thumbnailStore]) == stores)
    #expect(result.runs.map(\.combination.visit) == [1, 2, 1, 2, 1, 2])
    let hits = result.runs.map { $0.figure("storeHitRate") }
    #expect(hits[0] == nil && hits[1] == nil)
    for first in [2, 3, 4] { #expect(try #require(hits[first]) < 1) }
    // Not all: a busy machine decodes less on the first visit than the second one asks for.
    #expect(try #require(hits[5]) > 0.5)
    #expect(try #require(result.runs[4].figure("storeWrittenBytes")) > 0)
    #expect(!result.runs.contains { $0.warnings.contains { $0.hasPrefix("Thumbnail store") } })
  }

  // MARK: Libraries that change

  @Test func `every policy replays the same changes, each run over the library as it was`() async throws {
    let changes =
      #""changes": { "interval": 0.2, "insertions": 1, "removals": 1, "moves": 1, "edits": 1, "touches": 60 }"#
    let policies = ["reload-all", "reload-changed", "visible-only"]
    let result = try await SmallScenario.replay(
      "--strategy screens",
      replacing: [
        (#""png": 0.2 }"#, "\"png\": 0.2 }, \(changes)"),
        (#""compare": {"#, "\"compare\": { \"changes\": \(policies),"),
      ], showing: ["reload-changed", "reloaded "]
    ).result()
    #expect(result.verdict == .pass)
    #expect(result.runs.map(\.combination[.changes]) == policies.map(Optional.some))
    #expect(result.runs.allSatisfy { $0.warnings.allSatisfy { $0.hasPrefix("Other work disturbed") } })
    func metric(_ name: String) throws -> [Double] { try result.runs.map { try #require($0.figure(name)) } }
    let notices = try metric("libraryChanges")
    // The number of notices depends on how busy the machine is.
    #expect(notices.allSatisfy { $0 > 0 })
    #expect(zip(result.runs, notices).allSatisfy { Double($0.distributions["changeApplyMs"]?.n ?? 0) == $1 })
    let reloads = try metric("reloadedCells")
    #expect(reloads[0] > reloads[2] && reloads[2] > 0)
  }
}
