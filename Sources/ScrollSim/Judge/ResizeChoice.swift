/// Exact or fast: which resize mode to take, a separate choice from that of a strategy.
///
/// The ``Choice`` among a mode's rivals stands for it. The standard mode is taken, or else the first, unless
/// another one is seen to lose less, or loses no more and needs visibly less memory or looks visibly sharper.
/// So the mode does not change with half a per cent of blank area, as it would if combinations of both were
/// ranked in one list.
struct ResizeChoice {
  /// The rivals of the mode that is taken; all, where there is only one.
  let rivals: [Rival]
  /// The choice among these; `nil` without any.
  let choice: Choice?
  /// The combinations that are the best of their mode, or as good, in the modes that are not taken.
  let others: [Combination]
  /// What the mode costs and how it looks, compared with the others; `nil` where there is only one.
  let sentence: String?

  /// Errors with half the power.
  private static let visibleDecibels = 3.0
  /// Errors of a hundredth of the range: more sharpness does not count.
  private static let enoughDecibels = 40.0

  private struct Mode {
    let name: String
    let rivals: [Rival]
    let choice: Choice

    var chosen: Rival { rivals[choice.chosen] }
  }

  /// - Parameter sharpness: each mode's sharpness in decibels (``ResultFile/sharpness``), where it is known.
  init(_ rivals: [Rival], in variations: [VariationRecord], sharpness: [String: Double]) {
    func mode(_ rival: Rival) -> String? { rival.combination[.resizeMode] }
    let names = rivals.compactMap(mode).uniqued
    guard names.count > 1 else {
      (self.rivals, choice, others, sentence) = (rivals, Choice(rivals, in: variations), [], nil)
      return
    }
    let modes = names.compactMap { name in
      let group = rivals.filter { mode($0) == name }
      return Choice(group, in: variations).map { Mode(name: name, rivals: group, choice: $0) }
    }
    var taken = modes.first { $0.name == Axis.resizeMode.standard } ?? modes[0]
    for other in modes where other.name != taken.name {
      let (mine, theirs) = (taken.chosen, other.chosen)
      let decibels = [taken, other].map { min(Self.enoughDecibels, sharpness[$0.name] ?? 0) }
      let isBetter =
        mine.isSeenToLose(more: theirs) || theirs.figures.needsVisiblyLess(than: mine.figures)
        || decibels[1] - decibels[0] >= Self.visibleDecibels
      if !theirs.isSeenToLose(more: mine), isBetter { taken = other }
    }
    (self.rivals, choice) = (taken.rivals, taken.choice)
    let rest = modes.filter { $0.name != taken.name }
    others = rest.flatMap { mode in mode.choice.alike.map { mode.rivals[$0].combination } }
    let words = ([taken] + rest).map { mode in
      let figures = mode.chosen.figures
      let sharpness = sharpness[mode.name].map { " at a sharpness of \(Figure.fixed($0, 0)) dB" } ?? ""
      return
        "\(mode.name) images need \(figures.imageText) and leave \(figures.notSharpText) of the area not sharp\(sharpness)"
    }
    sentence = "The resize mode is \(taken.name): \(words.joined(separator: "; "))."
  }
}
