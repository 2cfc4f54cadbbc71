import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The results of one replay of the small scenario.
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
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: replay.folder.path).sorted()
        == ["small.replay.html", "small.replay.json"])
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

  @Test func `every metric of the catalogue is measured, but those of a network that is not there`()
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
      func metric(_ name: String) throws -> Double { try #require(run.metrics[name] ?? nil, "\(name)") }
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
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant(
      [("\"memoryBudget\": \"20 MB\"", "\"memoryBudget\": \"20 MB\", \"frameWork\": 0.005")], in: folder)
    let replay = try await SmallScenario.replay("--strategy", "none", "--rounds", "1", of: scenario)
    let run = try #require(try replay.result().runs.first)
    #expect(try #require(run.distributions["frameWorkMs"]).max >= 5)
    let cpu = try #require(run.metrics["cpuSeconds"] ?? nil)
    #expect(cpu > 0.005 * 60)
  }

  @Test func `a strategy with a window decodes ahead, and none does not`() async throws {
    let runs = try await SmallScenario.replayed.result().runs
    let none = try #require(runs.first { $0.combination.strategy == "none" })
    let screens = try #require(runs.first { $0.combination.strategy == "screens" })
    #expect(none.metrics["windowChurnPerSecond"] == 0)
    #expect(none.metrics["prefetchAccuracy"] == .some(nil))
    #expect(try #require(screens.metrics["windowChurnPerSecond"] ?? nil) > 0)
    #expect(screens.metrics["prefetchAccuracy"] ?? nil != nil)
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
      ] {
        #expect(one.metrics[metric] == other.metrics[metric], "\(metric) of \(one.id)")
      }
    }
  }
}
