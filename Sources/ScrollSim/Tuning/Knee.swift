/// The point of a front beyond which more of one objective buys little of the other.
///
/// Both objectives are scaled to 0…1 over the front; the knee is the point farthest below the chord from the front's one
/// end to the other (I. Das, "On characterizing the 'knee' of the Pareto curve based on Normal-Boundary Intersection",
/// *Structural Optimization* 18, 1999; the same measure as Kneedle's, V. Satopää et al., 2011).
package enum Knee {
  /// The knee's place in a front in order of rising `x` and falling `y`; `nil` if no point lies below the chord.
  package static func place(in front: [(x: Double, y: Double)]) -> Int? {
    guard let first = front.first, let last = front.last, last.x > first.x, first.y > last.y else {
      return nil
    }
    // On the chord from (0, 1) to (1, 0), x + y is 1; the distance is what is missing, over √2 like every other's.
    let depths = front.map { point in
      1 - (point.x - first.x) / (last.x - first.x) - (point.y - last.y) / (first.y - last.y)
    }
    guard let deepest = depths.max(), deepest > 1e-9 else { return nil }
    return depths.firstIndex(of: deepest)
  }
}
