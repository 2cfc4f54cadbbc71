import GalleryKit
import Testing

@testable import BenchReport
@testable import ScrollSim

@Suite struct `The one choice` {
  private func rival(_ name: String, _ losses: Double..., images: Double, parameters: Int = 0) -> Rival {
    let loss = losses.median ?? 0
    return Rival(
      Sample.combination(name),
      DecidingFigures(
        peakImageBytes: images, blankAreaRatio: loss, scrollBlankRatio: loss, scrollNotSharpRatio: loss),
      losses: Dictionary(uniqueKeysWithValues: zip(0..., losses)), length: [parameters])
  }

  /// That many variations in which each of these is the best, or as good.
  private func variations(_ held: [(count: Int, names: [String])]) -> [VariationRecord] {
    held.flatMap { count, names in
      let combinations = names.map { Sample.combination($0) }
      let variation = VariationRecord(
        seed: 1, speed: 1, decodeTime: 1, columns: 3, recommended: combinations.first,
        equals: Array(combinations.dropFirst()))
      return Array(repeating: variation, count: count)
    }
  }

  @Test func `takes what loses least, if a person could see it, or else needs the least memory`() throws {
    #expect(Choice([]) == nil)
    let seen = try #require(Choice([rival("none", 0.2, images: 10e6), rival("screens", 0.1, images: 90e6)]))
    #expect(seen.chosen == 1 && seen.alike == [1] && seen.runnerUp == 0 && seen.frugal == [])
    let alike = try #require(
      Choice([
        rival("screens", 0.010, images: 90e6), rival("directional", 0.0149, images: 60e6),
        rival("settle", 0.0151, images: 40e6), rival("apple-sample", 0.012, images: 80e6),
      ]))
    #expect(alike.chosen == 1 && alike.alike == [1, 3, 0] && alike.interchangeable == [])
  }

  @Test func `takes the simplest of those that need no visibly more, a tenth or 10 MB, and names the others`()
    throws
  {
    let choice = try #require(
      Choice([
        rival("ladder", 0, images: 91e6, parameters: 4), rival("directional", 0, images: 92e6, parameters: 2),
        rival("screens", 0, images: 99e6, parameters: 2), rival("settle", 0, images: 102e6, parameters: 0),
      ]))
    #expect(choice.chosen == 1 && choice.interchangeable == [0, 2])
  }

  @Test func `takes what holds in the most variations, where a difference of one does not count`() throws {
    let rivals = [
      rival("apple-sample", 0, images: 42e6), rival("screens", 0, images: 62e6),
      rival("settle", 0, images: 50e6), rival("none", 0.2, images: 10e6),
    ]
    func choice(_ two: Int, _ one: Int) throws -> Choice {
      let all = (15, ["apple-sample", "screens", "settle"])
      return try #require(
        Choice(rivals, in: variations([all, (two, ["screens", "settle"]), (one, ["screens"])])))
    }
    let robust = try choice(11, 1)
    #expect(robust.chosen == 2 && robust.interchangeable == [])
    #expect(robust.frugal == [0] && robust.runnerUp == 3)
    let apart = try choice(10, 2)
    #expect(apart.chosen == 1 && apart.frugal == [2, 0], "two fewer are a difference")
  }

  @Test func `takes what holds where it was measured before what holds as widely elsewhere`() throws {
    let rivals = [rival("none", 0.3, images: 10e6), rival("screens", 0.01, images: 90e6)]
    let choice = try #require(Choice(rivals, in: variations([(27, ["none", "screens"])])))
    #expect(choice.chosen == 1 && choice.frugal == [] && choice.runnerUp == 0)
  }

  @Test func `that looks worse where it was measured has no runner-up that looks better`() throws {
    let rivals = [
      rival("screens", 0.02, images: 90e6), rival("settle", 0.01, images: 50e6),
      rival("none", 0.3, images: 10e6),
    ]
    let choice = try #require(Choice(rivals, in: variations([(27, ["screens"])])))
    #expect(choice.chosen == 0 && choice.least == 1 && choice.runnerUp == 2 && choice.frugal == [1])
  }

  @Test func `takes for equal what the spread over iterations covers`() throws {
    let steady = rival("none", 0.10, 0.30, 0.20, images: 10e6)
    // A mean difference of 0.05, once three times and once in one of three.
    let always = rival("screens", 0.05, 0.25, 0.15, images: 90e6)
    let sometimes = rival("screens", 0.10, 0.15, 0.20, images: 90e6)
    #expect(try #require(Choice([steady, always])).chosen == 1)
    #expect(try #require(Choice([steady, sometimes])).chosen == 0)
  }
}

/// Exact or fast, a separate choice.
@Suite struct `The resize mode` {
  private func run(_ strategy: String, _ mode: String, blank: Double, images: Double) -> RunRecord {
    var run = Sample.run(strategy, blank: blank, notSharp: blank, images: images)
    run.combination[.resizeMode] = mode
    return run
  }

  private func result(
    fast: (blank: Double, images: Double), exact: (blank: Double, images: Double),
    sharpness: [String: Double]? = nil
  ) -> ResultFile {
    var result = Sample.result(
      mode: .model,
      runs: [
        run("none", "fast", blank: 0.3, images: 10e6), run("none", "exact", blank: 0.4, images: 5e6),
        run("screens", "fast", blank: fast.blank, images: fast.images),
        run("screens", "exact", blank: exact.blank, images: exact.images),
      ])
    result.sharpness = sharpness
    return result
  }

  private func mode(_ result: ResultFile) -> String? { Recommendation(result).combination?[.resizeMode] }

  @Test func `is fast where exact costs what one sees, exact where fast does, needs more or looks worse`() {
    for (fast, exact, sharpness, mode) in [
      ((0.1, 90e6), (0.12, 40e6), nil, "fast"), ((0.1, 90e6), (0.12, 90e6), (25, 50), "fast"),
      ((0.1, 90e6), (0.102, 40e6), nil, "exact"), ((0.1, 90e6), (0.102, 90e6), nil, "fast"),
      ((0.1, 90e6), (0.102, 90e6), (30, 34), "exact"),
      // As without room to prefetch.
      ((0.3, 40e6), (0.1, 90e6), nil, "exact"),
      // What nobody sees.
      ((0.1, 90e6), (0.096, 90e6), nil, "fast"), ((0.1, 90e6), (0.1, 90e6), nil, "fast"),
      ((0.1, 90e6), (0.104, 90e6), nil, "fast"), ((0.1, 90e6), (0.1, 90e6), (41, 55), "fast"),
    ] as [((Double, Double), (Double, Double), (Double, Double)?, String)] {
      let decibels = sharpness.map { ["fast": $0.0, "exact": $0.1] }
      let chosen = self.mode(result(fast: fast, exact: exact, sharpness: decibels))
      #expect(chosen == mode, "fast \(fast), exact \(exact), sharpness \(decibels ?? [:])")
    }
  }

  @Test func `does not make a strategy that fits in another one, too, the only one that fits`() {
    let result = Sample.result(
      mode: .model,
      runs: [
        run("none", "fast", blank: 0.3, images: 10e6), run("none", "exact", blank: 0.4, images: 12e6),
      ])
    #expect(
      Recommendation(result).claim
        == "Recommended: none/fast: while scrolling it leaves 30.0 % of the area not sharp, 30.0 % blank; "
        + "its images need 10 MB of the 150 MB budget.")
  }

  @Test func `is reported with what each costs and how it looks, and shown in the table`() {
    let found = result(fast: (0.1, 90e6), exact: (0.1, 40e6), sharpness: ["fast": 31.2, "exact": 48.4])
    #expect(
      Recommendation(found).context.first
        == "The resize mode is exact: exact images need 40 MB and leave 10.0 % of the area not sharp at a sharpness of 48 dB; "
        + "fast images need 90 MB and leave 10.0 % of the area not sharp at a sharpness of 31 dB.")
    let text = Document([found]).terminal(colour: false, width: 200)
    #expect(text.contains("sharpness") && text.contains("48.4 dB*") && text.contains("31.2 dB"))
    #expect(text.contains("The resize mode is exact"))
    let alone = Sample.result(runs: [Sample.run("none"), Sample.run("screens", blank: 0)])
    #expect(!Recommendation(alone).description.contains("resize mode"))
  }

  @Test func `holds in variations by the best of its own mode`() {
    var found = result(fast: (0.1, 90e6), exact: (0.1, 40e6))
    let there = Recommendation(result(fast: (0.1, 90e6), exact: (0.2, 40e6)))
    found.variations = [
      VariationRecord(
        seed: 1, speed: 1, decodeTime: 1, columns: 3, recommended: there.combination,
        equals: there.equals + there.modeEquals)
    ]
    #expect(there.combination?[.resizeMode] == "fast")
    #expect(Recommendation(found).description.contains("in all of 1 variations"))
  }
}
