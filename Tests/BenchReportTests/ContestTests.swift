import Testing

@testable import BenchReport

@Suite struct `A contest` {
  private func rival(_ name: String, losses: [Double], images: Double) -> Contest.Rival {
    let loss = losses.median ?? 0
    return Contest.Rival(
      Sample.combination(name), merit: Merit(blank: loss, notSharp: loss, imageBytes: images),
      losses: Dictionary(uniqueKeysWithValues: zip(0..., losses)))
  }

  @Test func `is won by what loses least, if a person could see the difference`() throws {
    let contest = try #require(
      Contest([rival("none", losses: [0.2], images: 10e6), rival("screens", losses: [0.1], images: 90e6)]))
    #expect(contest.winner == 1 && contest.equals == [] && contest.runnerUp == 0)
  }

  @Test func `is won by the least memory among what looks alike`() throws {
    let contest = try #require(
      Contest([
        rival("screens", losses: [0.010], images: 90e6), rival("directional", losses: [0.0149], images: 60e6),
        rival("settle", losses: [0.0151], images: 50e6), rival("apple-sample", losses: [0.012], images: 80e6),
      ]))
    #expect(contest.winner == 1 && contest.equals == [3, 0] && contest.runnerUp == 2)
  }

  @Test func `takes for alike what the spread over iterations covers`() throws {
    let steady = rival("none", losses: [0.10, 0.30, 0.20], images: 10e6)
    // A mean difference of 0.05, once three times and once in one of three.
    let always = rival("screens", losses: [0.05, 0.25, 0.15], images: 90e6)
    let sometimes = rival("screens", losses: [0.10, 0.15, 0.20], images: 90e6)
    #expect(try #require(Contest([steady, always])).winner == 1)
    #expect(try #require(Contest([steady, sometimes])).winner == 0)
  }

  @Test func `has no winner without rivals`() { #expect(Contest([]) == nil) }
}

@Suite struct `A paired interval` {
  @Test func `is that of Student's t`() throws {
    // Mean 2, standard deviation 1, of three: 2 ± 4.303 ÷ √3.
    let interval = try #require(PairedInterval([1, 2, 3]))
    #expect(interval.mean == 2 && abs(interval.halfWidth - 2.4843) < 1e-3)
    #expect(abs(interval.lowest + 0.4843) < 1e-3 && abs(interval.highest - 4.4843) < 1e-3)
  }

  @Test func `of one difference has no width, and of none is none`() throws {
    #expect(try #require(PairedInterval([0.3])).halfWidth == 0)
    #expect(PairedInterval([]) == nil)
  }

  @Test func `narrows as differences come`() throws {
    let few = try #require(PairedInterval([1, 2, 3, 2, 1]))
    let many = try #require(PairedInterval(Array(repeating: [1, 2, 3, 2, 1], count: 10).flatMap(\.self)))
    #expect(many.halfWidth < few.halfWidth / 3 && many.mean == few.mean)
  }
}
