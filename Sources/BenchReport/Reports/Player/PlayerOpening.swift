internal import GalleryKit
package import ScrollSim

/// What a player of a result shows first: two runs side by side, at the moment at which they differ most.
package struct PlayerOpening {
  /// The runs that the player can show: those of one trace, with a record of their frames.
  let playable: [PlayedRun]
  let pair: OpeningPair
  let layouts: ScreenLayouts
  /// The frame, from 0.
  package let frame: Int

  /// `nil` if there is nothing to play.
  package init?(_ result: ResultFile) { self.init(ResultReport(result, id: "", columns: .deciding)) }

  init?(_ report: ResultReport) {
    let result = report.result
    playable = report.playable
    guard let leading = playable.first,
      let grid = ScreenGrid(result.scenario, photos: result.library.photos),
      let layouts = ScreenLayouts(grid, leading.run.playback)
    else { return nil }
    self.layouts = layouts
    pair = OpeningPair(playable.map(\.run), recommendation: report.recommendation)
    frame = Self.frame(playable[pair.left].run.timeline, playable[pair.right].run.timeline, on: grid)
  }

  /// The items on screen at the first moment, in order.
  package var items: [Int] {
    let offsets = playable[pair.left].run.timeline.offset
    guard offsets.indices.contains(frame) else { return [] }
    return layouts[frame].cells(at: offsets[frame]).map(\.item)
  }

  /// The items on screen at the moments at which the page shows all runs side by side, in order.
  package var itemsSideBySide: [Int] { Stills(playable.map(\.run), grid: layouts.first).items.sorted() }

  /// The frame beyond the first screenful at which the blank areas of two runs differ most.
  ///
  /// On the first screenful every strategy begins alike. If nothing differs, it is the frame with the most blank area, or else the
  /// one at which the grid moves fastest; if the grid never leaves the first screenful, any frame may be it.
  private static func frame(_ left: Timeline, _ right: Timeline, on grid: ScreenGrid) -> Int {
    let frames = left.offset.indices.filter {
      $0 < min(left.blankShare.count, right.blankShare.count, left.velocity.count)
    }
    let first = left.offset.first ?? 0
    let beyond = frames.filter { abs(left.offset[$0] - first) >= grid.layout.screenful }
    func rank(_ frame: Int) -> (Double, Double, Double) {
      let (one, other) = (left.blankShare[frame], right.blankShare[frame])
      return (abs(one - other), one + other, abs(left.velocity[frame]))
    }
    // Ties go to the first.
    return (beyond.isEmpty ? frames : beyond).max { rank($0) < rank($1) } ?? 0
  }
}

/// The two runs that a viewer sees first, side by side.
package struct OpeningPair: Hashable, Sendable {
  /// The places among the runs; the same twice if there is no other.
  package let left: Int
  package let right: Int

  /// Chooses the recommended strategy and its runner-up, or one that is indistinguishable from it.
  ///
  /// Without such a partner it takes the run with the most blank area, references last.
  ///
  /// - Parameter runs: at least one, of different combinations.
  package init(_ runs: [RunRecord], recommendation: Recommendation) {
    func place(of combination: Combination?) -> Int? { runs.firstIndex { $0.combination == combination } }
    func blank(_ place: Int) -> Double { runs[place].figure("blankAreaRatio") ?? 0 }
    let left = place(of: recommendation.combination) ?? 0
    let others = runs.indices.filter { $0 != left && !runs[$0].combination.isReference }
    let right =
      place(of: recommendation.runnerUp) ?? place(of: recommendation.equals.first)
      ?? others.max { blank($0) < blank($1) } ?? runs.indices.first { $0 != left }
    (self.left, self.right) = (left, right ?? left)
  }
}
