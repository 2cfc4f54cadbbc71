/// The one rule for what is recommended, and for the alternatives.
///
/// Rivals are combinations that were measured completely, keep to the memory budget and do not grow.
///
/// 1. A rival *holds* in a situation, the measured one or a variation, if none is seen to lose less there.
/// 2. *Robust* are the rivals that hold in the most situations, or in one less: a difference of one is none. If some of these
///    hold where they were measured, the others are left out.
/// 3. Of the robust, those remain that need no visibly more memory than the least of them: no more than 10 % and 10 MB.
/// 4. Of these, the simplest is chosen: the one with the fewest parameters, and then the first. Any other will do as well.
///
/// Without variations, rivals that do not hold where they were measured are not robust.
package struct Choice: Hashable, Sendable {
  /// The place of the chosen rival among the rivals; the other properties are such places, too.
  package let chosen: Int
  /// Those that will do as well.
  package let interchangeable: [Int]
  /// Those that hold where they were measured and need visibly less memory, by the number of situations in
  /// which they hold, then by rising memory.
  package let frugal: [Int]
  /// The best that is seen to lose more than the chosen one.
  package let runnerUp: Int?
  /// The one that loses least where it was measured.
  package let least: Int
  /// All that hold where they were measured, by rising memory.
  package let alike: [Int]

  /// `nil` without rivals.
  package init?(_ rivals: [Rival], in variations: [VariationRecord] = []) {
    func byMemory(_ one: Int, _ other: Int) -> Bool {
      (rivals[one].figures.peakImageBytes, one) < (rivals[other].figures.peakImageBytes, other)
    }
    let byLoss = rivals.indices.sorted { one, other in
      (rivals[one].figures.loss, rivals[one].figures.peakImageBytes, one)
        < (rivals[other].figures.loss, rivals[other].figures.peakImageBytes, other)
    }
    guard let least = byLoss.first else { return nil }
    let alike = byLoss.filter { !rivals[$0].isSeenToLose(more: rivals[least]) }.sorted(by: byMemory)
    let held = rivals.indices.map { place in
      variations.count { $0.favours(rivals[place].combination) } + (alike.contains(place) ? 1 : 0)
    }
    let enough = (held.max() ?? 0) - (variations.isEmpty ? 0 : 1)
    let robust = rivals.indices.filter { held[$0] >= enough }.sorted(by: byMemory)
    let here = robust.filter(alike.contains)
    let steady = here.isEmpty ? robust : here
    guard let smallest = steady.first else { return nil }
    let near = steady.filter { !rivals[smallest].figures.needsVisiblyLess(than: rivals[$0].figures) }
      .sorted { one, other in
        rivals[one].length == rivals[other].length
          ? one < other : rivals[one].length.lexicographicallyPrecedes(rivals[other].length)
      }
    let chosen = near[0]
    (self.chosen, self.least, self.alike) = (chosen, least, alike)
    interchangeable = near.dropFirst().sorted()
    frugal = alike.filter { rivals[$0].figures.needsVisiblyLess(than: rivals[chosen].figures) }
      .sorted {
        (-held[$0], rivals[$0].figures.peakImageBytes) < (-held[$1], rivals[$1].figures.peakImageBytes)
      }
    runnerUp = byLoss.first { rivals[$0].isSeenToLose(more: rivals[chosen]) }
  }
}
