/// Exact or fast: which resize mode to take, a choice of its own beside that of a strategy.
///
/// Within a mode the ``Choice`` among its rivals stands for it. The standard mode is taken, or else the first, unless another one is
/// seen to lose less than it, or loses no more and either needs visibly less memory or looks visibly sharper. So the mode does not
/// turn with half a per cent of blank area, as it would if combinations of both were ranked in one list.
struct ResizeChoice {
  /// The rivals of the mode that is taken; all, where there is only one.
  let rivals: [Rival]
  /// The combinations that are the best of their mode, or as good, in the modes that are not taken.
  let others: [Combination]
  /// What the mode costs and how it looks beside the others, in a sentence; `nil` where there is only one.
  let sentence: String?

  /// A difference in sharpness that counts, in decibels: errors with half the power.
  private static let visibleDecibels = 3.0
  /// The sharpness beyond which more does not count, in decibels: errors of a hundredth of the range.
  private static let enoughDecibels = 40.0

  /// - Parameter sharpness: each mode's sharpness in decibels (``ResultFile/sharpness``), where it is known.
  init(_ rivals: [Rival], in variations: [VariationRecord], sharpness: [String: Double]) {
    func mode(_ rival: Rival) -> String? { rival.combination[.resizeMode] }
    let modes = rivals.compactMap(mode).uniqued
    let best = modes.compactMap { name in
      let group = rivals.filter { mode($0) == name }
      return Choice(group, in: variations).map { (mode: name, group: group, choice: $0) }
    }
    guard best.count > 1, var taken = best.first(where: { $0.mode == Axis.resizeMode.standard }) ?? best.first
    else {
      (self.rivals, others, sentence) = (rivals, [], nil)
      return
    }
    func chosen(_ entry: (mode: String, group: [Rival], choice: Choice)) -> Rival {
      entry.group[entry.choice.chosen]
    }
    for other in best where other.mode != taken.mode {
      let (mine, theirs) = (chosen(taken), chosen(other))
      let decibels = [taken, other].map { min(Self.enoughDecibels, sharpness[$0.mode] ?? 0) }
      let isBetter =
        mine.isSeenToLose(more: theirs) || theirs.figures.needsVisiblyLess(than: mine.figures)
        || decibels[1] - decibels[0] >= Self.visibleDecibels
      if !theirs.isSeenToLose(more: mine), isBetter { taken = other }
    }
    self.rivals = taken.group
    let rest = best.filter { $0.mode != taken.mode }
    others = rest.flatMap { entry in entry.choice.alike.map { entry.group[$0].combination } }
    func figures(_ entry: (mode: String, group: [Rival], choice: Choice)) -> String {
      let figures = chosen(entry).figures
      let sharpness = sharpness[entry.mode].map { " at a sharpness of \(Figure.fixed($0, 0)) dB" } ?? ""
      return
        "\(entry.mode) images need \(figures.imageText) and leave \(figures.notSharpText) of the area not sharp\(sharpness)"
    }
    sentence = "The resize mode is \(taken.mode): \(([taken] + rest).map(figures).joined(separator: "; "))."
  }
}
