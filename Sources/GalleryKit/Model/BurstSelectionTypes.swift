/// Who chose a photo of a burst; empty where nobody has.
public struct BurstSelectionTypes: OptionSet, Hashable, Sendable, Codable {
  /// The bits.
  public let rawValue: Int

  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The camera takes it for the best of the burst.
  public static let autoPick = BurstSelectionTypes(rawValue: 1 << 0)
  /// The user chose it.
  public static let userPick = BurstSelectionTypes(rawValue: 1 << 1)
}
