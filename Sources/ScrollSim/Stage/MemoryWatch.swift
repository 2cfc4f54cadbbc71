package import GalleryKit

/// Turns memory use into memory warnings, as a system does before it kills a process.
///
/// The pressure is `notice` from 0.7 of the limit, `warning` from 0.8 and `critical` from 0.95; below 0.6 it is `normal`
/// again. Systems publish no such shares; these are ours, and the same in both modes.
package struct MemoryWatch: Hashable, Sendable {
  /// The memory pressure.
  package private(set) var pressure = MemoryPressure.normal

  private static let notice = 0.7
  private static let warning = 0.8
  private static let critical = 0.95
  private static let relieved = 0.6

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
