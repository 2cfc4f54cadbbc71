package import GalleryKit

/// Whether a recommendation holds under other assumptions of the model: it is recommended there, too, or
/// cannot be told apart from what is.
package struct Sensitivity: Sendable {
  /// Variations that agree in one assumption.
  package struct Level: Hashable, Sendable {
    /// The assumption: *scrolling is half as fast*.
    package let name: String
    package let count: Int
    package let held: Int
    /// The combination recommended in most of the others; `nil` if nothing fits in any.
    package let instead: Combination?
    /// The mean share of the area that the combination leaves not sharp while scrolling; `nil` if it was not measured.
    package let notSharp: Double?
  }

  package let count: Int
  /// The number in which the recommendation holds.
  package let held: Int
  /// The number in which nothing fits the budget.
  package let unfit: Int
  package let levels: [Level]

  private let isSideways: Bool

  /// `nil` without variations; the grid scrolls vertically by default.
  package init?(
    of combination: Combination, in variations: [VariationRecord], along axis: GridLayout.Axis? = nil
  ) {
    let isSideways = axis == .horizontal
    self.isSideways = isSideways
    guard !variations.isEmpty else { return nil }
    func instead(_ variations: [VariationRecord]) -> Combination? {
      let others = variations.filter { !$0.favours(combination) }.compactMap(\.recommended)
      let counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
      // Ties go to the first.
      return others.max { counts[$0, default: 0] < counts[$1, default: 0] }
    }
    func levels<Value: Comparable & Hashable>(
      _ assumption: (VariationRecord) -> Value, _ name: (Value) -> String
    ) -> [Level] {
      Dictionary(grouping: variations, by: assumption).sorted { $0.key < $1.key }.map { value, members in
        Level(
          name: name(value), count: members.count, held: members.count { $0.favours(combination) },
          instead: instead(members), notSharp: members.compactMap { $0.notSharp(of: combination) }.mean)
      }
    }
    count = variations.count
    held = variations.count { $0.favours(combination) }
    unfit = variations.count { $0.recommended == nil }
    self.levels =
      levels(\.speed) { "scrolling is \(Self.times($0)) as fast" }
      + levels(\.decodeTime) { "decoding takes \(Self.times($0)) as long" }
      + levels(\.columns) { count in
        let cells = "\(count) \(isSideways ? "row" : "cell")\(count == 1 ? "" : "s")"
        return isSideways ? "\(count == 1 ? "there is" : "there are") \(cells)" : "a row has \(cells)"
      }
  }

  /// The assumption under which the recommendation holds least, if it fails in more than half of the variations there.
  package var weakest: Level? {
    levels.filter { $0.held * 2 < $0.count }.min { $0.held * $1.count < $1.held * $0.count }
  }

  /// The variations in which it holds (always a model's, for replays, too), and its weakest assumption.
  func sentence(isReplay: Bool = false) -> String {
    let varied =
      "variations of speed, decode time, \(isSideways ? "rows" : "columns") and chance"
      + (isReplay ? ", by the model" : "")
    guard held < count else { return "It is best or tied for best in all of \(count) \(varied)." }
    let start = held * 2 < count ? "That depends on the assumptions: it is" : "It is"
    return [
      "\(start) best or tied for best in \(held) of \(count) \(varied)",
      weakest.map { ", least often when \($0.name)" },
      unfit > 0 ? "; in \(unfit) nothing fits the budget" : nil,
    ].compactMap(\.self).joined() + "."
  }

  private static func times(_ factor: Double) -> String {
    switch factor {
    case 0.5: "half"
    case 1: "just"
    case 2: "twice"
    default: "\(Figure.fixed(factor, 1)) times"
    }
  }
}
