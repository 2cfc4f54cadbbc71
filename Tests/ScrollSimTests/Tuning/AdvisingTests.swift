import BenchReport
import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `Advice for a grid` {
  /// A short session on a small library.
  private static func scenario() throws -> Scenario {
    var scenario = try Scenario.model("session")
    scenario.library = .synthetic(SyntheticSource(photos: 600))
    scenario.trace = .session(ScrollSession(seconds: 4), physics: ScrollPhysicsModels.all[0].name)
    return scenario
  }

  private static func advise(decodeSeconds: Double) throws -> (result: ResultFile, advice: GridAdvice) {
    var runner = try scenario().modelRunner()
    runner.explains = false
    return try runner.advise(decodeSeconds: decodeSeconds)
  }

  /// At 40 ms an image, for all tests that only look.
  private static let typical = Result { try advise(decodeSeconds: 0.04) }

  @Test func `names the best of all windows in all orders, says why, and shows the lines that do it`() throws
  {
    let (result, advice) = try Self.typical.get()
    let shippable = ComparedStrategies.all.filter { !$0.descriptor.isReference }
    #expect(advice.considered == shippable.count * RequestOrder.all.count)
    let chosen = try #require(Recommendation(result).combination)
    let variations = try #require(result.variations)
    func held(_ combination: Combination) -> Int {
      variations.count { $0.recommended == combination || $0.equals.contains(combination) }
    }
    #expect(
      result.runs.allSatisfy { held($0.combination) <= held(chosen) + 2 }, "a difference of one is none")
    let strategy = try #require(ComparedStrategies.named(chosen.strategy))
    #expect(advice.window == strategy.descriptor.about)
    let code = try #require(advice.code)
    #expect(code.contains("\(String(reflecting: strategy).drop { $0 != "." }.dropFirst())("))
    #expect(code.contains("order: .\(try #require(chosen[.order]))"))
    #expect(result.runs.contains { $0.combination.strategy == "none" && $0.combination[.order] == "fifo" })

    let text = Document(advice, from: result).markdown()
    let count = held(chosen) == variations.count ? "all of" : "\(held(chosen)) of"
    for part in [
      "in \(count) \(variations.count) variations",
      "Recommended: \(chosen.strategy)", "How far ahead", "How much memory", "variations",
      code,
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func `takes decoding to be as slow as it is told`() throws {
    let fast = try (seconds: 0.01, result: Self.advise(decodeSeconds: 0.01).result)
    let loads = try [fast, (0.04, Self.typical.get().result)].map { seconds, result in
      let plain = try #require(
        result.runs.first { $0.combination.strategy == "none" && $0.combination[.order] == "fifo" })
      let median = try #require(plain.figure("decodeMs.p50"))
      #expect(abs(median / (seconds * 1000) - 1) < 0.25, "\(median)")
      return try #require(plain.figure("load"))
    }
    #expect(loads[1] > 2 * loads[0])
  }

  @Test func `shows lines that compile`() throws {
    let strategy = StrategySpec(name: "screens", parameters: ["leading": 3])
    let combination = Combination(strategy, choices: [.order: "urgency"])
    let shown = try #require(try Self.scenario().modelRunner().code(for: combination))
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let piece = try #require(
      source.split(separator: "  // begin\n").last?.split(separator: "  // end\n").first)
    let lines = piece.split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(2) }
    #expect(shown == lines.dropLast().joined(separator: "\n"))
  }
}

/// The lines that ``Advice for a grid/`shows lines that compile`()`` compares with the shown ones; compiled, and never run.
private func showing(_ photos: FetchResult<Asset>, as state: ScrollState) {
  var state = state
  // begin
  let manager = ImageManager(
    configuration: .init(decodeWorkers: 2, memoryBudget: 150_000_000, order: .urgency))
  let caching = CachingImageManager(imageManager: manager)
  let strategy = ScreensStrategy(
    StrategyParameters(["leading": 3, "trailing": 1], for: ScreensStrategy.descriptor))
  let thumbnail = ImageSpecification(targetSize: PixelSize(width: 386, height: 386))

  // Every frame:
  state.decoding = manager.decoding
  caching.follow(state)
  let window = strategy.window(for: state, after: caching.window)
  caching.move(to: window, of: photos, as: thumbnail, visibleItems: state.visibleItems)
  // end
}
