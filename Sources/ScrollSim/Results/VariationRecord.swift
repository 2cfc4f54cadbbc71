/// A model's recommendation under other assumptions, because people scroll and devices decode at other speeds.
public struct VariationRecord: Codable, Hashable, Sendable {
  /// Seeds every random choice.
  public var seed: UInt64
  /// The factor applied to the scroll speed; rests keep their length.
  public var speed: Double
  /// The factor applied to decode times.
  public var decodeTime: Double
  /// Cells in a row.
  public var columns: Int
  /// The recommended combination; `nil` if nothing fits.
  public var recommended: Combination?
  /// The combinations that cannot be told apart from it, or from the best of their own resize mode.
  public var equals: [Combination] = []
  /// The combinations' figures; `nil` in results that predate them.
  public var rows: [SweepFile.Row]?
}

/// A record of a model's recommendation under some assumption.
protocol Recommending {
  /// The recommended combination; `nil` if nothing fits.
  var recommended: Combination? { get }
  /// The combinations that cannot be told apart from it.
  var equals: [Combination] { get }
}

extension Recommending {
  /// Whether the combination is the best, or cannot be told apart from it.
  func favours(_ combination: Combination) -> Bool {
    recommended == combination || equals.contains(combination)
  }
}

extension VariationRecord {
  /// The share of the area that a combination leaves not sharp while scrolling; `nil` if it was not measured.
  func notSharp(of combination: Combination) -> Double? {
    rows?.first { $0.combination == combination }?.figures?.merit.notSharp
  }
}

extension VariationRecord: Recommending {}
extension SweepFile.Level: Recommending {}
