import BenchReport
import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `Advice for a grid` {
  /// A short session on a small library, and everything that an app can ship, in every order.
  private static func search(decodeSeconds: Double) throws -> Search {
    var scenario = try Scenario.model("session")
    scenario.library = .synthetic(SyntheticSource(photos: 600))
    scenario.trace = .session(ScrollSession(seconds: 4), physics: ScrollPhysicsModels.all[0].name)
    let setting = try SearchSetting.prepare(
      scenario, decodeSeconds: decodeSeconds, provenance: SmallSearch.provenance
    ) { _ in }
    var axes = scenario.compare.axes
    axes[.order] = RequestOrder.all.map(\.name)
    var options = AdviceOptions(
      memoryBudgetBytes: scenario.device.memoryBudgetBytes,
      strategies: ComparedStrategies.all.map { $0.descriptor }.filter { !$0.isReference }.map {
        StrategySpec(name: $0.name)
      }, axes: axes)
    options.loads = [1]
    options.varies = true
    return try Search(options: options, settings: [setting], provenance: SmallSearch.provenance, jobs: 2)
  }

  /// At 40 ms an image, for all tests that only look.
  private static let typical = Result { try search(decodeSeconds: 0.04).run() }

  @Test func `names the best of all windows in all orders, says why, and shows the lines that do it`() throws
  {
    let file = try Self.typical.get()
    let shippable = ComparedStrategies.all.filter { !$0.descriptor.isReference }
    #expect(file.candidates.count == shippable.count * RequestOrder.all.count)
    let advice = try #require(file.outcome?.recommended)
    let chosen = file.candidates[advice.candidate].combination
    #expect(Recommendation(file).combination == chosen)
    let variations = try #require(file.outcome?.variations)
    func held(_ combination: Combination) -> Int {
      variations.count { $0.recommended == combination || $0.equals.contains(combination) }
    }
    #expect(
      file.candidates.allSatisfy { held($0.combination) <= held(chosen) + 2 }, "a difference of one is none")
    let strategy = try #require(ComparedStrategies.named(chosen.strategy))
    #expect(advice.swift.contains("\(String(reflecting: strategy).drop { $0 != "." }.dropFirst())("))
    #expect(advice.swift.contains("order: .\(try #require(chosen[.order]))"))

    let text = Document(file).markdown()
    let count = held(chosen) == variations.count ? "all of" : "\(held(chosen)) of"
    for part in [
      "in \(count) \(variations.count) variations", "Recommended: \(chosen.strategy)", "How far ahead",
      strategy.descriptor.about, "How much memory", "Without caching, first in, first out, ",
      "at a load of 1 it leaves",
      advice.swift,
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func `takes decoding to be as slow as it is told`() throws {
    let settings = try [0.01, 0.04].map { try Self.search(decodeSeconds: $0).settings[0] }
    for (setting, seconds) in zip(settings, [0.01, 0.04]) {
      let median = try #require(try setting.runner.plain.run().runs.first?.figure("decodeMs.p50"))
      #expect(abs(median / (seconds * 1000) - 1) < 0.25, "\(median)")
      #expect(setting.record.scenario.decodeTime != nil)
    }
    #expect(settings[1].record.load > 2 * settings[0].record.load)
  }

  @Test func `says how images are resized and evicted if an app would not do so by itself`() throws {
    let file = try Self.typical.get()
    func code(resizeMode: String, eviction: String) -> String {
      file.code(
        for: Combination(
          StrategySpec(name: "screens"),
          choices: [.order: "urgency", .resizeMode: resizeMode, .eviction: eviction]))
    }
    let chosen = code(resizeMode: "exact", eviction: "sieve")
    #expect(chosen.contains(", resizeMode: .exact)"))
    #expect(chosen.contains(", eviction: SieveEviction.self, order: .urgency)"))
    let standard = code(resizeMode: "fast", eviction: "lru")
    #expect(!standard.contains("resizeMode") && !standard.contains("eviction"))
  }

  @Test func `shows lines that compile`() throws {
    let strategy = StrategySpec(name: "screens", parameters: ["leading": 3])
    let combination = Combination(strategy, choices: [.order: "urgency"])
    let shown = try Self.typical.get().code(for: combination)
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
  let strategy = ScreensStrategy(["leading": 3, "trailing": 1])
  let thumbnail = ImageSpecification(targetSize: PixelSize(width: 386, height: 386))

  // Every frame:
  state.decoding = manager.decoding
  caching.follow(state)
  let window = strategy.window(for: state, after: caching.window)
  caching.move(to: window, of: photos, as: thumbnail, visibleItems: state.visibleItems)
  // end
}

struct KneeTests {
  private static let fronts: [(what: String, front: [(x: Double, y: Double)], knee: Int?)] = [
    ("of four points", [(0, 1), (0.2, 0.3), (0.5, 0.2), (1, 0)], 1),
    ("in other units", [(50e6, 0.04), (70e6, 0.012), (100e6, 0.008), (150e6, 0)], 1),
    // (x, y) with (1 − x)² + (1 − y)² = 1, from Pythagorean triples: both of the middle points are equally far.
    (
      "of equals the one that needs less memory",
      [(0, 1), (0.04, 0.72), (0.2, 0.4), (0.4, 0.2), (0.72, 0.04), (1, 0)], 2
    ),
    ("a straight", [(0, 2), (1, 1), (2, 0)], nil),
    ("a bulge", [(0, 1), (0.8, 0.8), (1, 0)], nil), ("two points", [(0, 1), (1, 0)], nil),
    ("one point", [(0, 1)], nil), ("no points", [], nil),
  ]

  @Test func `the knee is the point farthest below the chord, and a front with none below it has no knee`() {
    for (what, front, knee) in Self.fronts { #expect(Front.knee(in: front) == knee, "\(what)") }
  }
}
