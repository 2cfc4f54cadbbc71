package import Foundation

/// One original, or its beginning, to be brought from its origin.
package struct DownloadJob: Hashable, Sendable {
  /// Counts downloads from 0; never used twice.
  package let id: Int
  /// Where the original is.
  package let url: URL
  /// Where its file is to be put.
  ///
  /// What is there of it in part is gone on with.
  package let path: String
  /// Bytes of the whole original, as the library knows it; its origin may know better.
  package let byteCount: Int
  /// How much is wanted.
  package let goal: OriginalDownload.Goal

  /// Makes a job.
  package init(id: Int, url: URL, path: String, byteCount: Int, goal: OriginalDownload.Goal) {
    self.id = id
    self.url = url
    self.path = path
    self.byteCount = byteCount
    self.goal = goal
  }

  /// Where an original stands that has not come whole yet.
  package static func partPath(of path: String) -> String { path + ".part" }
}

/// What becomes of a download.
package enum DownloadReport: Sendable {
  /// So many bytes of the original are there; it will have `expected`, if the origin said.
  case progressed(byteCount: Int, expected: Int?)
  /// A try failed, and another follows after so many seconds.
  case retrying(DownloadError, afterSeconds: Double)
  /// It is over; nothing follows.
  case ended(DownloadOutcome)
}

/// How a download ended.
package struct DownloadOutcome: Hashable, Sendable {
  /// Whether all that was wanted is there.
  package enum Ending: Hashable, Sendable {
    /// It is.
    case done
    /// It was given up.
    case failed(DownloadError)
    /// It was cancelled.
    case cancelled
  }

  /// Whether all that was wanted is there.
  package var ending: Ending
  /// Bytes that are stored.
  package var byteCount: Int
  /// Bytes that came over the network for it, also those that were forgotten again.
  package var receivedBytes: Int
  /// How often the origin was asked.
  package var tries: Int
  /// Seconds from its beginning to its end.
  package var seconds: Double

  /// Makes an outcome.
  package init(ending: Ending, byteCount: Int, receivedBytes: Int, tries: Int, seconds: Double) {
    self.ending = ending
    self.byteCount = byteCount
    self.receivedBytes = receivedBytes
    self.tries = tries
    self.seconds = seconds
  }
}

/// What an ``OriginalFetching`` is to do.
package struct OriginalOrder: Hashable, Sendable {
  /// What it is about.
  package enum Task: Hashable, Sendable {
    /// Bring the original.
    case fetch(DownloadJob)
    /// End that download; it reports its end all the same.
    case cancel(DownloadJob)
    /// Delete what is there of an original.
    case drop(OriginalStorage.Item)
  }

  /// Counts orders from 0.
  ///
  /// They are given on many threads, but must be obeyed in this order: deleting a file and fetching it anew is not
  /// the same the other way round.
  package let number: Int
  /// What to do.
  package let task: Task

  /// Makes an order.
  package init(number: Int, task: Task) {
    self.number = number
    self.task = task
  }
}

/// Brings originals to this machine: over HTTP in an app and in replay, on a virtual clock in model mode.
///
/// The caller sees to it that no more downloads run at a time than are good, and that no two are for
/// one path.
package protocol OriginalFetching: Sendable {
  /// What is there from before, the least recently used first.
  func inventory() -> [OriginalStorage.Item]

  /// Obeys an order, after those with smaller numbers.
  ///
  /// - Parameters:
  ///   - order: what to do.
  ///   - report: of a download, called from any thread, one after the other, never before `perform` returns, and last with
  ///     ``DownloadReport/ended(_:)``.
  func perform(_ order: OriginalOrder, report: @escaping @Sendable (DownloadReport) -> Void)
}

/// How much of an original its embedded thumbnail needs.
package enum HeadExtent {
  /// Bytes to ask for at first: enough for EXIF, which fits into one segment of 64 KB, in nearly all photos.
  static let firstByteCount = 65_536
  /// No thumbnail lies beyond.
  private static let longestByteCount = 1 << 20
  private static let startOfScan: UInt8 = 0xDA

  /// Bytes that must still come before a decoder can read the header of a JPEG to its end; 0 if nothing is missing,
  /// or the file is something else.
  ///
  /// Walks from segment to segment (ITU-T T.81, B.1.1.4).
  package static func missing(in head: [UInt8]) -> Int {
    guard head.count < longestByteCount, head.starts(with: [0xFF, 0xD8]) else { return 0 }
    var position = 2
    while position + 4 <= head.count {
      guard head[position] == 0xFF else { return 0 }
      let marker = head[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      let end = position + 2 + Int(head[position + 2]) << 8 + Int(head[position + 3])
      if marker == startOfScan, end <= head.count { return 0 }
      position = end
    }
    // The segment that was begun, and what may follow it.
    return min(max(position - head.count, 0) + firstByteCount, longestByteCount - head.count)
  }
}
