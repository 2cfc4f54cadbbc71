package import GalleryKit

/// Turns memory use into memory warnings, as a system does before it kills.
///
/// A process gets notice at seven tenths of what it may use, is warned at four fifths, critically at nineteen twentieths,
/// and told of no more pressure once it is below six tenths. Systems publish no such shares; these are ours, and the same in both modes.
package struct MemoryWatch: Hashable, Sendable {
  /// How short memory is.
  package private(set) var pressure = MemoryPressure.normal

  private static let notice = 0.7
  private static let warning = 0.8
  private static let critical = 0.95
  private static let relieved = 0.6

  package init() {}

  /// Notes how many bytes are in use, and returns the pressure if it has changed.
  package mutating func observe(_ byteCount: Int, limit: Int) -> MemoryPressure? {
    let share = Double(byteCount) / Double(limit)
    let now: MemoryPressure =
      share >= Self.critical
      ? .critical
      : share >= Self.warning
        ? max(pressure, .warning)
        : share >= Self.notice ? max(pressure, .notice) : share < Self.relieved ? .normal : pressure
    guard now != pressure else { return nil }
    pressure = now
    return now
  }
}
