import BenchReport
import GalleryKit
import Support
import Testing

@testable import ScrollSim

struct SearchTests {
  /// A search of two jobs, made once.
  private static let whole = Result { try SmallSearch.search().run() }

  @Test func `the number of jobs does not change the outcome`() throws {
    let two = try Self.whole.get().json()
    for jobs in [1, 8] { #expect(try SmallSearch.search(jobs: jobs).run().json() == two) }
  }

  @Test func `the best few are tried in variations and at loads, whatever the jobs and shares`() throws {
    var options = SmallSearch.options()
    options.loads = [0.3, 2]
    let file = try SmallSearch.search(options, varies: true).run()
    let outcome = try #require(file.outcome)
    let variations = try #require(outcome.variations)
    let loads = try #require(outcome.loads)
    #expect(file.candidates == (try Self.whole.get().candidates))
    #expect(variations.count == 27)
    #expect(Set(variations.map(\.columns)) == [2, 3, 4])
    #expect(loads.map(\.load) == [0.3, 2] && loads.allSatisfy { $0.bound == nil })
    let rivals = try #require(variations.first?.rows.map(\.combination))
    #expect(rivals.count > 1 && Recommendation(file).combination.map(rivals.contains) == true)
    #expect(Set(rivals.map(\.strategy)) == ["none", "screens"], "the best of each strategy takes part")
    let answers =
      variations.map { ($0.rows, $0.recommended, $0.equals) }
      + loads.map { ($0.rows, $0.recommended, $0.equals) }
    for (rows, recommended, equals) in answers {
      #expect(rows.map(\.combination) == rivals)
      let winners = [recommended].compactMap(\.self) + equals
      #expect(!winners.isEmpty && winners.allSatisfy(rivals.contains))
    }
    #expect(try SmallSearch.search(options, jobs: 1, varies: true).run() == file)
    let words = Recommendation(file).description
    #expect(words.contains("27 variations of speed, decode time, columns and chance"))
    #expect(words.contains("; at loads of 0.3 and 2 it leaves"))
    #expect(Document(file).html().contains("Variations by assumption"))
    let joined = try Shards(try SmallSearch.shares(2, of: try SmallSearch.search(options)))
    #expect(try SmallSearch.search(options, varies: true).finish(joined.candidates) == file)
  }

  @Test func `without a number of combinations each strategy has its defaults`() throws {
    let file = try SmallSearch.search(SmallSearch.options(combinations: nil)).run()
    #expect(file.isWhole && file.candidates.count == 2 && file.gridCount == 2)
    #expect(file.candidates.allSatisfy { $0.combination.changedParameters.isEmpty })
    #expect(file.outcome?.recommended != nil)
  }

  @Test func `the recommendation keeps to the budget, and no rival leaves less blank`() throws {
    let file = try Self.whole.get()
    let outcome = try #require(file.outcome)
    let place = try #require(outcome.recommended?.candidate)
    let best = try #require(file.candidates[place].figures)
    #expect(best.peakImageBytes <= 6_000_000)
    for rival in file.candidates where rival.fits {
      let blank = try #require(rival.figures).blankAreaRatio
      #expect(blank >= best.blankAreaRatio - 0.001)
    }
    // The engine holds each of them to the budget, since cells alone keep to it.
    #expect(!file.candidates.contains { !$0.fits })
    let memory = outcome.front.compactMap { file.candidates[$0].figures?.peakImageBytes }
    #expect(memory == memory.sorted())
  }

  @Test func `over two scenarios memory is the most of either, and the rest the mean`() throws {
    let budget = 6_000_000
    let settings = [
      try SmallSearch.setting(budget: budget),
      try SmallSearch.setting(budget: budget, named: "other", seed: 8),
    ]
    var options = SmallSearch.options(budget: budget, combinations: 10)
    options.loads = [1]
    let file = try Search(options: options, settings: settings, provenance: SmallSearch.provenance, jobs: 2)
      .run()
    #expect(file.name == "small+other")
    for candidate in file.candidates {
      let overall = try #require(candidate.figures)
      let measured = candidate.measurements
      #expect(measured.count == 2)
      #expect(overall.peakImageBytes == max(measured[0].peakImageBytes, measured[1].peakImageBytes))
      #expect(overall.blankAreaRatio == (measured[0].blankAreaRatio + measured[1].blankAreaRatio) / 2)
      #expect(candidate.fits == measured.allSatisfy { $0.peakImageBytes <= Double(budget) })
    }
    let level = try #require(file.outcome?.loads?.first)
    let factors = try settings.map { try $0.slowed(toLoad: 1).factor }
    #expect(level.decodeTime == (factors[0] + factors[1]) / 2)
  }

  /// Stops a search after `count` evaluations.
  private func stopped(after count: Int) throws -> (file: AdviceFile, kept: [AdviceFile]) {
    let evaluated = Locked(0)
    let kept = Locked<[AdviceFile]>([])
    let search = try Search(
      options: SmallSearch.options(), settings: [try SmallSearch.setting(budget: 6_000_000)],
      provenance: SmallSearch.provenance, jobs: 1, keep: { file in kept.withLock { $0.append(file) } },
      isStopped: { evaluated.withLock { $0 >= count } },
      onProgress: { progress in if progress.done > 0 { evaluated.withLock { $0 += 1 } } })
    return (try search.run(), kept.withLock { $0 })
  }

  @Test func `a search that is stopped is what was evaluated until then, with its outcome`() throws {
    let whole = try Self.whole.get()
    #expect(whole.isWhole)
    for count in [0, 5, whole.gridCount + 1] {
      let file = try stopped(after: count).file
      #expect(!file.isWhole)
      #expect(file.candidates == Array(whole.candidates.prefix(count)))
      #expect(file.outcome == AdviceFile.Outcome(of: file))
      #expect(file.plannedCount == whole.gridCount + 8 + SearchSpace.mostRounder)
    }
    #expect(try stopped(after: whole.candidates.count).file == whole)
  }

  @Test(arguments: ["variations", "a load of 2"])
  func `a search that is stopped before its best are tried is not whole`(stage: String) throws {
    var options = SmallSearch.options(combinations: nil)
    options.loads = [0.3, 2]
    options.varies = stage == "variations"
    let isStopped = Locked(false)
    let search = try Search(
      options: options, settings: [try SmallSearch.setting(budget: options.memoryBudgetBytes)],
      provenance: SmallSearch.provenance, jobs: 1,
      isStopped: { isStopped.withLock { $0 } },
      onProgress: { progress in if progress.stage == stage { isStopped.withLock { $0 = true } } })
    let file = try search.run()
    #expect(!file.isWhole && file.candidates.count == 2)
    #expect(file.outcome?.variations == nil)
    #expect(file.outcome?.loads?.map(\.load) == (stage == "variations" ? [] : [0.3]))
    #expect(Recommendation(file).claim.hasPrefix("Recommended so far: "))
  }

  @Test func `what was evaluated is handed over whenever it has doubled`() throws {
    let kept = try stopped(after: 9).kept
    #expect(kept.map(\.candidates.count) == [1, 2, 4, 8])
    #expect(kept.allSatisfy { !$0.isWhole })
  }
}

struct OutcomeTests {
  private func outcome(_ candidates: [Candidate]) -> AdviceFile.Outcome? {
    SmallSearch.file(of: candidates).outcome
  }

  private func screens(
    _ leading: Double, _ trailing: Double, _ bytes: Double, _ blank: Double, settle: Double = 0
  ) -> Candidate {
    SmallSearch.candidate(
      ["leading": leading, "trailing": trailing], bytes: bytes, blank: blank, settle: settle)
  }

  @Test func `front, knee and recommendation of known candidates are known`() {
    let cases: [(String, [Candidate], front: [Int], knee: Int?, recommended: Int)] = [
      (
        "the largest does not fit, and one is beaten",
        [
          screens(0, 0, 10, 0.4), screens(1, 0, 20, 0.1), screens(2, 0, 60, 0.05), screens(2, 1, 70, 0.2),
          screens(3, 0, 110, 0.01),
        ], [0, 1, 2], 1, 2
      ),
      (
        "of what looks alike, the smallest",
        [
          screens(1, 0, 10, 0.1002, settle: 50), screens(2, 0, 20, 0.1001, settle: 8),
          screens(3, 0, 90, 0.1, settle: 8),
        ], [0, 1, 2], 1, 0
      ),
      (
        "of what looks alike and needs hardly more memory, the roundest, and not what is seen to be worse",
        [
          screens(0.734375, 0.5, 50, 0.1), screens(0.7, 0.5, 50.9, 0.1002), screens(0.5, 0.5, 51.1, 0.1002),
          screens(0.8, 0.5, 50.5, 0.11), screens(2, 0.5, 90, 0.0999),
        ], [0, 4], nil, 1
      ),
      (
        "of equals, the one with the most defaults",
        [screens(0.734375, 0.5, 10, 0.1), screens(0.75, 0.5, 10, 0.1), screens(0.703125, 1, 10, 0.1)], [2],
        nil, 2
      ),
      (
        "of equals, the roundest", [screens(0.734375, 0.5, 10, 0.1), screens(0.75, 0.5, 10, 0.1)], [1], nil, 1
      ),
    ]
    for (what, candidates, front, knee, recommended) in cases {
      let outcome = outcome(candidates)
      #expect(outcome?.front == front && outcome?.knee == knee, "\(what)")
      #expect(outcome?.recommended?.candidate == recommended, "\(what)")
    }
  }

  @Test func `what failed, or serves only for comparison, is neither on the front nor recommended`() {
    var oracle = SmallSearch.combination("oracle")
    oracle.isReference = true
    let candidates = [
      SmallSearch.candidate(["leading": 1], bytes: 10, blank: 0, failure: "small: memory grows lap over lap"),
      SmallSearch.candidate(["leading": 2], bytes: 20, blank: 0.1),
      Candidate(SmallSearch.combination("none"), measurements: [], failure: "small: crashed", budget: 100),
      Candidate(
        oracle, measurements: SmallSearch.candidate([:], bytes: 5, blank: 0).measurements, budget: 100),
    ]
    #expect(outcome(candidates)?.front == [1])
    #expect(outcome([])?.front == [])
    #expect(outcome([candidates[2]])?.recommended == nil)
    #expect(
      Recommendation(SmallSearch.file(of: [candidates[2]])).claim.hasSuffix("; the first: small: crashed."))
  }

  @Test func `the best is tried with fewer digits, and at its defaults`() throws {
    let space = try SearchSpace(SmallSearch.options())
    let combination = SmallSearch.combination("screens", ["leading": 9.875, "trailing": 0.515625])
    let proposals = space.rounder(than: combination).map(\.parameters)
    #expect(proposals.prefix(2) == [["leading": 10, "trailing": 0.5], ["leading": 9.9, "trailing": 0.52]])
    let defaults = ScreensStrategy.descriptor.parameters
    for parameter in defaults {
      var alone = combination.parameters
      alone[parameter.name] = parameter.defaultValue
      #expect(proposals.contains(alone))
    }
    #expect(Set(proposals).count == proposals.count && !proposals.contains(combination.parameters))
  }
}
