package import Foundation

/// A download of one original, or of its beginning, from its origin.
package struct DownloadJob: Hashable, Sendable {
  /// The download's number, counted from 0; never used twice.
  package let id: Int
  package let url: URL
  /// The path for its file; a part that is there already is continued.
  package let path: String
  /// Bytes of the whole original, as the library knows it; its origin may know better.
  package let byteCount: Int
  package let goal: OriginalDownload.Goal

  package init(id: Int, url: URL, path: String, byteCount: Int, goal: OriginalDownload.Goal) {
    self.id = id
    self.url = url
    self.path = path
    self.byteCount = byteCount
    self.goal = goal
  }

  /// Bytes of a head: enough for EXIF, which fits into one segment of 64 KB, in nearly all photos.
  static let headByteCount = 65_536

  package static func partPath(of path: String) -> String { path + ".part" }
}

package enum DownloadReport: Sendable {
  /// The original has `byteCount` bytes so far, of `expected`, if the origin gave a number.
  case progressed(byteCount: Int, expected: Int?)
  /// A try failed; another follows after `afterSeconds` seconds.
  case retrying(DownloadError, afterSeconds: Double)
  /// It is over; nothing follows.
  case ended(DownloadOutcome)
}

package struct DownloadOutcome: Hashable, Sendable {
  package enum Ending: Hashable, Sendable {
    /// All wanted bytes are stored.
    case done
    case failed(DownloadError)
    case cancelled
  }

  package var ending: Ending
  package var byteCount: Int
  /// Bytes that came over the network for it, discarded ones included.
  package var receivedBytes: Int
  package var tries: Int
  package var seconds: Double

  package init(ending: Ending, byteCount: Int, receivedBytes: Int, tries: Int, seconds: Double) {
    self.ending = ending
    self.byteCount = byteCount
    self.receivedBytes = receivedBytes
    self.tries = tries
    self.seconds = seconds
  }
}

package struct OriginalOrder: Hashable, Sendable {
  package enum Task: Hashable, Sendable {
    case fetch(DownloadJob)
    /// Cancel that download, which still reports its end.
    case cancel(DownloadJob)
    /// Delete the stored bytes of an original.
    case drop(OriginalStorage.Item)
  }

  /// The order's number, counted from 0: orders come from many threads, but deleting a file and then fetching it again
  /// differs from the reverse.
  package let number: Int
  package let task: Task

  package init(number: Int, task: Task) {
    self.number = number
    self.task = task
  }
}

/// Brings originals to this machine: over HTTP in an app and in replay, on a virtual clock in model mode.
///
/// The caller limits the downloads at a time, and runs no two for one path.
package protocol OriginalFetching: Sendable {
  /// The originals stored earlier, the least recently used first.
  func inventory() -> [OriginalStorage.Item]

  /// Carries out an order, after those with smaller numbers.
  ///
  /// A download reports from any thread, one report after the other, never before `perform` returns, and last
  /// ``DownloadReport/ended(_:)``.
  func perform(_ order: OriginalOrder, report: @escaping @Sendable (DownloadReport) -> Void)
}
