/// Whether a recommendation holds where a model assumes something else.
///
/// It holds in a variation if the combination is recommended there, too, or cannot be told from what is.
package struct Sensitivity: Hashable, Sendable {
  /// Variations that agree in one assumption.
  package struct Level: Hashable, Sendable {
    /// The assumption: *scrolling half as fast*.
    package let name: String
    /// How many variations there are.
    package let count: Int
    /// In how many the recommendation holds.
    package let held: Int
    /// What is recommended in most of the others; `nil` if nothing fits in any.
    package let instead: Combination?
  }

  /// How many variations there are.
  package let count: Int
  /// In how many the recommendation holds.
  package let held: Int
  /// What is recommended in most of the others; `nil` if nothing fits in any.
  package let instead: Combination?
  /// By assumption, those of one kind next to each other.
  package let levels: [Level]

  /// `nil` without variations.
  package init?(of combination: Combination, in variations: [VariationRecord]) {
    guard !variations.isEmpty else { return nil }
    func instead(_ variations: [VariationRecord]) -> Combination? {
      let others = variations.filter { !$0.favours(combination) }.compactMap(\.recommended)
      let counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
      // The first of those that win as often.
      return others.max { counts[$0, default: 0] < counts[$1, default: 0] }
    }
    func levels<Value: Comparable & Hashable>(
      _ assumption: (VariationRecord) -> Value, _ name: (Value) -> String
    ) -> [Level] {
      Dictionary(grouping: variations, by: assumption).sorted { $0.key < $1.key }.map { value, members in
        Level(
          name: name(value), count: members.count, held: members.count { $0.favours(combination) },
          instead: instead(members))
      }
    }
    count = variations.count
    held = variations.count { $0.favours(combination) }
    self.instead = instead(variations)
    self.levels =
      levels(\.speed) { "scrolling is \(Self.times($0)) as fast" }
      + levels(\.decodeTime) { "decoding takes \(Self.times($0)) as long" }
      + levels(\.columns) { "a row has \($0) cells" }
  }

  /// The assumption under which the recommendation holds least, if it fails in more than half of what is varied there.
  package var weakest: Level? {
    levels.filter { $0.held * 2 < $0.count }.min { $0.held * $1.count < $1.held * $0.count }
  }

  /// In how many variations the recommendation holds, and where it does not.
  func sentence(name: (Combination) -> String) -> String {
    let varied = "variations of speed, decode time, columns and chance"
    guard held < count else { return "It is the best, or as good, in all of \(count) \(varied)." }
    let start =
      held * 2 < count
      ? "That hangs on the assumptions: it is the best, or as good, in only \(held) of \(count) \(varied)"
      : "It is the best, or as good, in \(held) of \(count) \(varied)"
    let other =
      weakest.map { level in (level.instead, "where \(level.name)") } ?? (instead, "in most of the others")
    return other.0.map { "\(start); \(other.1), \(name($0)) is." }
      ?? "\(start); \(other.1), nothing fits the budget."
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
