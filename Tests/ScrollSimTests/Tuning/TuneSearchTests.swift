import BenchReport
import GalleryKit
import Support
import Testing

@testable import ScrollSim

struct TuneSearchTests {
  /// A search of two jobs, made once.
  private static let whole = Result { try Tuning.search().run() }

  @Test(arguments: [1, 2, 3, 7, 100])
  func `shards cover the grid exactly once`(count: Int) throws {
    let shards = try (1...count).map { try #require(TuneShard(index: $0, of: count)) }
    for gridCount in [0, 1, 5, 98, 400] {
      #expect(shards.flatMap { $0.places(in: gridCount) }.sorted() == Array(0..<gridCount))
    }
    #expect(TuneShard(index: 0, of: count) == nil)
    #expect(TuneShard(index: count + 1, of: count) == nil)
  }

  @Test func `merged shards are the whole, to the byte`() throws {
    let (search, whole) = (try Tuning.search(), try Self.whole.get())
    let parts = try (1...3).map { index in
      (path: "\(index)", file: try search.run(try #require(TuneShard(index: index, of: 3))))
    }
    let joined = try TuneParts(parts.reversed())
    try joined.check(settings: search.scenarios, grid: search.grid)
    #expect(try search.finish(joined.candidates).json() == whole.json())
    #expect(whole.candidates.count > whole.gridCount)
  }

  @Test func `the number of jobs does not show`() throws {
    let two = try Self.whole.get().json()
    for jobs in [1, 8] { #expect(try Tuning.search(jobs: jobs).run().json() == two) }
  }

  @Test func `the recommendation is tried in variations against the front's best few, whatever the jobs`()
    throws
  {
    let plain = try Self.whole.get()
    let file = try Tuning.search(varies: true).run()
    let outcome = try #require(file.outcome)
    let variations = try #require(outcome.variations)
    #expect(file.candidates == plain.candidates)
    #expect(variations.count == 27)
    #expect(Set(variations.map(\.columns)) == [2, 3, 4])
    let rivals = try #require(variations.first?.rows?.map(\.combination))
    #expect(rivals.count > 1 && Recommendation(file)?.combination.map(rivals.contains) == true)
    for variation in variations {
      #expect(variation.rows?.map(\.combination) == rivals)
      let winners = [variation.recommended].compactMap(\.self) + variation.equals
      #expect(!winners.isEmpty && winners.allSatisfy(rivals.contains))
    }
    #expect(try Tuning.search(jobs: 1, varies: true).run() == file)
    let words = try #require(Recommendation(file)).description
    #expect(words.contains("variations of speed, decode time, columns and chance"))
    #expect(Document(file).html().contains("Variations by assumption"))
    let joined = try TuneParts(
      (1...2).map { index in
        let shard = try #require(TuneShard(index: index, of: 2))
        return (path: "\(index)", file: try Tuning.search().run(shard))
      })
    #expect(try Tuning.search(varies: true).finish(joined.candidates) == file)
  }

  @Test func `the recommendation keeps to the budget, and no rival leaves less blank`() throws {
    let file = try Self.whole.get()
    let outcome = try #require(file.outcome)
    let place = try #require(outcome.recommendation?.candidate)
    let best = try #require(file.candidates[place].overall)
    #expect(best.peakImageBytes <= 6_000_000)
    #expect(outcome.front.contains(place))
    for rival in file.candidates where rival.fits {
      let blank = try #require(rival.overall).blankAreaRatio
      #expect(blank >= best.blankAreaRatio - 0.001)
    }
    // The engine holds each of them to the budget, since cells alone keep to it.
    #expect(!file.candidates.contains { !$0.fits })
    let memory = outcome.front.compactMap { file.candidates[$0].overall?.peakImageBytes }
    #expect(memory == memory.sorted())
    #expect(outcome.curves.map(\.strategy) == ["none", "screens"])
  }

  @Test func `where nothing fits, nothing is recommended`() throws {
    let file = try Tuning.search(budget: 1000, combinations: 10).run()
    #expect(file.outcome?.front == [])
    #expect(file.outcome?.recommendation == nil)
    #expect(Document(file).terminal(colour: false, width: 200).contains("No combination keeps to"))
  }

  @Test func `over two scenarios memory is the most of either, and the rest the mean`() throws {
    let budget = 6_000_000
    let settings = [
      try Tuning.setting(budget: budget), try Tuning.setting(budget: budget, named: "other", seed: 8),
    ]
    let file = try TuneSearch(
      options: Tuning.options(budget: budget, combinations: 10), settings: settings,
      provenance: Tuning.provenance, jobs: 2
    ).run()
    #expect(file.name == "small+other")
    for candidate in file.candidates {
      let overall = try #require(candidate.overall)
      let measured = candidate.measurements
      #expect(measured.count == 2)
      #expect(overall.peakImageBytes == max(measured[0].peakImageBytes, measured[1].peakImageBytes))
      #expect(overall.blankAreaRatio == (measured[0].blankAreaRatio + measured[1].blankAreaRatio) / 2)
      #expect(candidate.fits == measured.allSatisfy { $0.peakImageBytes <= Double(budget) })
    }
  }

  /// Stops a search after `count` evaluations.
  private func stopped(after count: Int, jobs: Int = 1) throws -> (file: TuneFile, kept: [TuneFile]) {
    let evaluated = Locked(0)
    let kept = Locked<[TuneFile]>([])
    let budget = 6_000_000
    let search = try TuneSearch(
      options: Tuning.options(budget: budget), settings: [try Tuning.setting(budget: budget)],
      provenance: Tuning.provenance, jobs: jobs, keep: { file in kept.withLock { $0.append(file) } },
      isStopped: { evaluated.withLock { $0 >= count } },
      onProgress: { progress in if progress.done > 0 { evaluated.withLock { $0 += 1 } } })
    return (try search.run(), kept.withLock { $0 })
  }

  @Test func `a search that is stopped is what was evaluated until then, with what comes of it`() throws {
    let whole = try Self.whole.get()
    #expect(whole.isWhole)
    for count in [0, 5, whole.gridCount + 1] {
      let file = try stopped(after: count).file
      #expect(!file.isWhole)
      #expect(file.candidates == Array(whole.candidates.prefix(count)))
      #expect(file.outcome == TuneOutcome(of: file.candidates))
      #expect(file.plannedCount == whole.gridCount + 8 + RounderParameters.most)
    }
    #expect(try stopped(after: whole.candidates.count).file == whole)
  }

  @Test func `what was evaluated is given out whenever it has doubled`() throws {
    let kept = try stopped(after: 9).kept
    #expect(kept.map(\.candidates.count) == [1, 2, 4, 8])
    #expect(kept.allSatisfy { !$0.isWhole })
  }
}

struct TuneOutcomeTests {
  @Test func `front, knee, recommendation and curves of known candidates are known`() throws {
    let candidates = [
      Tuning.candidate(["leading": 0, "trailing": 0], bytes: 10, blank: 0.4),
      Tuning.candidate(["leading": 1, "trailing": 0], bytes: 20, blank: 0.1),
      Tuning.candidate(["leading": 2, "trailing": 0], bytes: 60, blank: 0.05),
      Tuning.candidate(["leading": 2, "trailing": 1], bytes: 70, blank: 0.2),
      Tuning.candidate(["leading": 3, "trailing": 0], bytes: 110, blank: 0.01),
    ]
    let outcome = TuneOutcome(of: candidates)
    #expect(outcome.front == [0, 1, 2])
    #expect(outcome.knee == 1)
    #expect(outcome.recommendation?.candidate == 2)
    #expect(outcome.curves.count == 1)
    #expect(outcome.curves[0].points.map(\.memoryBytes) == [10, 20, 60, 110])
    #expect(outcome.curves[0].points.map(\.blankAreaRatio) == [0.4, 0.1, 0.05, 0.01])
    #expect(outcome.curves[0].points.map(\.cacheHitRate) == [0.6, 0.9, 0.95, 0.99])
  }

  @Test func `of what looks alike, the smallest is recommended`() {
    let candidates = [
      Tuning.candidate(["leading": 1, "trailing": 0], bytes: 10, blank: 0.1002, settle: 50),
      Tuning.candidate(["leading": 2, "trailing": 0], bytes: 20, blank: 0.1001, settle: 8),
      Tuning.candidate(["leading": 3, "trailing": 0], bytes: 90, blank: 0.1000, settle: 8),
    ]
    #expect(TuneOutcome(of: candidates).recommendation?.candidate == 0)
  }

  @Test func `of what looks alike and needs hardly more memory, the roundest is recommended`() {
    let candidates = [
      Tuning.candidate(["leading": 0.734375, "trailing": 0.5], bytes: 50, blank: 0.1),
      Tuning.candidate(["leading": 0.7, "trailing": 0.5], bytes: 50.9, blank: 0.1002),
      Tuning.candidate(["leading": 0.5, "trailing": 0.5], bytes: 51.1, blank: 0.1002),
      Tuning.candidate(["leading": 0.8, "trailing": 0.5], bytes: 50.5, blank: 0.11),
      Tuning.candidate(["leading": 2, "trailing": 0.5], bytes: 90, blank: 0.0999),
    ]
    let outcome = TuneOutcome(of: candidates)
    #expect(outcome.recommendation?.candidate == 1, "not what is seen to be worse")
    #expect(outcome.front == [0, 1, 4], "it stands beside the one that it was rounded from")
  }

  @Test func `the best is tried with fewer digits, and at its defaults`() throws {
    let space = try SearchSpace(Tuning.options(budget: 1))
    let combination = Tuning.combination("screens", ["leading": 9.875, "trailing": 0.515625])
    let proposals = RounderParameters.proposals(for: combination, in: space).map(\.parameters)
    #expect(proposals.prefix(2) == [["leading": 10, "trailing": 0.5], ["leading": 9.9, "trailing": 0.52]])
    let defaults = ScreensStrategy.descriptor.parameters
    for parameter in defaults {
      var alone = combination.parameters
      alone[parameter.name] = parameter.defaultValue
      #expect(proposals.contains(alone))
    }
    #expect(Set(proposals).count == proposals.count && !proposals.contains(combination.parameters))
  }

  @Test func `of equals the plainest stands for all`() {
    let candidates = [
      Tuning.candidate(["leading": 0.734375, "trailing": 0.5], bytes: 10, blank: 0.1),
      Tuning.candidate(["leading": 0.75, "trailing": 0.5], bytes: 10, blank: 0.1),
      Tuning.candidate(["leading": 0.703125, "trailing": 1], bytes: 10, blank: 0.1),
    ]
    #expect(TuneOutcome(of: candidates).front == [2])
    #expect(TuneOutcome(of: Array(candidates.prefix(2))).front == [1])
  }

  @Test func `what failed is neither on the front nor recommended`() {
    let candidates = [
      Tuning.candidate(["leading": 1], bytes: 10, blank: 0, failure: "small: memory grows lap over lap"),
      Tuning.candidate(["leading": 2], bytes: 20, blank: 0.1),
      TuneCandidate(Tuning.combination("none"), measurements: [], failure: "small: crashed", budget: 100),
    ]
    #expect(TuneOutcome(of: candidates).front == [1])
    #expect(TuneOutcome(of: candidates).curves.map(\.points.count) == [1, 0])
    #expect(TuneOutcome(of: []).front.isEmpty)
    #expect(TuneOutcome(of: [candidates[2]]).recommendation == nil)
  }

  @Test func `the Swift line is one that compiles`() {
    let strategy = ScreensStrategy(
      StrategyParameters(["leading": 1.5, "trailing": 0], for: ScreensStrategy.descriptor))
    let bare = NoCachingStrategy(StrategyParameters(for: NoCachingStrategy.descriptor))
    #expect(type(of: strategy).descriptor.name == "screens" && type(of: bare).descriptor.name == "none")
    // The same expressions, word for word.
    #expect(
      Tuning.combination("screens", ["leading": 1.5, "trailing": 0]).swift
        == "let strategy = ScreensStrategy(\n  StrategyParameters([\"leading\": 1.5, \"trailing\": 0], "
        + "for: ScreensStrategy.descriptor))")
    #expect(
      Tuning.combination("none").swift
        == "let strategy = NoCachingStrategy(\n  StrategyParameters(for: NoCachingStrategy.descriptor))")
  }

  @Test(arguments: ComparedStrategies.all.map { $0.descriptor.name })
  func `every strategy's lines name a real type, its parameters, and a scenario's strategy`(name: String)
    throws
  {
    let type = try #require(ComparedStrategies.named(name))
    let values = StrategyParameters(for: type.descriptor).values
    let combination = Tuning.combination(name, values)
    let typeName = try #require(String(reflecting: type).split(separator: ".", maxSplits: 1).last)
    #expect(combination.swift.hasPrefix("let strategy = \(typeName)("))
    for parameter in type.descriptor.parameters {
      #expect(combination.swift.contains("\"\(parameter.name)\": "))
    }
    let scenario = try ScenarioFile.parse(
      Array(
        """
        { "name": "a", "about": "b", "library": { "synthetic": { "photos": 10 } },
          "screen": { "width": 390, "height": 844, "scale": 1, "refreshRate": 60 },
          "grid": { "columns": 3, "spacing": 2 }, "device": { "decodeWorkers": 2, "memoryBudget": "20 MB" },
          "trace": { "gestures": [{ "pause": 1 }] },
          "compare": { "strategies": [\(combination.scenarioJSON)] } }
        """.utf8), path: "a.json")
    #expect(scenario.runs.first?.combination.parameters == values)
  }
}
