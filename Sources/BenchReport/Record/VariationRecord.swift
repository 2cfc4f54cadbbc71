/// What a model recommends where it assumes something else: people scroll at other speeds, and devices decode at others.
public struct VariationRecord: Codable, Hashable, Sendable {
  /// Seeds every random choice.
  public var seed: UInt64
  /// How many times as fast the grid scrolls; rests last as long.
  public var speed: Double
  /// How many times as long decoding takes.
  public var decodeTime: Double
  /// Cells in a row.
  public var columns: Int
  /// What is recommended then; `nil` if nothing fits.
  public var recommended: Combination?
  /// What cannot be told from it.
  public var equals: [Combination] = []

  /// Makes assumptions of which nothing is known yet.
  public init(seed: UInt64, speed: Double, decodeTime: Double, columns: Int) {
    self.seed = seed
    self.speed = speed
    self.decodeTime = decodeTime
    self.columns = columns
  }
}

/// A record of what a model recommends under some assumption.
protocol Recommending {
  /// What is recommended; `nil` if nothing fits.
  var recommended: Combination? { get }
  /// What cannot be told from it.
  var equals: [Combination] { get }
}

extension Recommending {
  /// Whether the combination is the best, or cannot be told from it.
  func favours(_ combination: Combination) -> Bool {
    recommended == combination || equals.contains(combination)
  }
}

extension VariationRecord: Recommending {}
extension SweepFile.Level: Recommending {}
