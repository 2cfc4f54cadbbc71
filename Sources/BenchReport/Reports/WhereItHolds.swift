internal import GalleryKit
internal import ScrollSim

extension Document.Block {
  static func whereItHolds(
    _ combination: Combination?, in variations: [VariationRecord], at loads: [LoadRecord],
    along axis: GridLayout.Axis?, name: (Combination) -> String
  ) -> Self {
    guard let combination, let sensitivity = Sensitivity(of: combination, in: variations, along: axis) else {
      return .text()
    }
    func words(for other: Combination?) -> String { other.map(name) ?? "nothing fits the budget" }
    let assumptions = Document.Table(
      label: "Variations by assumption", columns: ["where", .figure("holds in"), "else, mostly"],
      rows: sensitivity.levels.map { level in
        .init([
          level.name, "\(level.held) of \(level.count)",
          level.held == level.count ? "" : words(for: level.instead),
        ])
      })
    let standing = LoadStanding(of: combination, at: loads).map { standing in
      Document.Table(
        label: "Loads", columns: ["load", .figure("it leaves not sharp"), "better there"],
        rows: standing.levels.map { level in
          .init([
            Figure.plain(level.load), Figure.text(level.notSharp(of: combination), unit: "rate"),
            level.favours(combination) ? "" : words(for: level.recommended),
          ])
        })
    }
    let aboutLoads =
      "The same scroll with decoding made faster or slower. Load is the decode time of the cells that come on screen while "
      + "the grid moves, per second of each decoder; 'scrollsim advise --every' compares all strategies at more loads."
    return .section(
      "Where it holds",
      [
        .hint(
          "How often \(name(combination)) is the best, or as good, when one assumption is fixed and the others vary."
        ),
        .table(assumptions),
      ] + (standing.map { [.hint(aboutLoads), .table($0)] } ?? []))
  }
}
