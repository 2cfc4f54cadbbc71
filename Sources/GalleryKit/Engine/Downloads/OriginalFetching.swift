public import Foundation

/// One original, or its beginning, to be brought from its origin.
public struct DownloadJob: Hashable, Sendable {
  /// Counts downloads from 0; never used twice.
  public let id: Int
  /// Where the original is.
  public let url: URL
  /// Where its file is to be put.
  ///
  /// What is there of it in part is gone on with.
  public let path: String
  /// Bytes of the whole original, as the library knows it; its origin may know better.
  public let byteCount: Int
  /// How much is wanted.
  public let goal: OriginalDownload.Goal

  /// Makes a job.
  public init(id: Int, url: URL, path: String, byteCount: Int, goal: OriginalDownload.Goal) {
    self.id = id
    self.url = url
    self.path = path
    self.byteCount = byteCount
    self.goal = goal
  }

  /// Where an original stands that has not come whole yet.
  public static func partPath(of path: String) -> String { path + ".part" }
}

/// What becomes of a download.
public enum DownloadReport: Sendable {
  /// So many bytes of the original are there; it will have `expected`, if the origin said.
  case progressed(byteCount: Int, expected: Int?)
  /// A try failed, and another follows after so many seconds.
  case retrying(DownloadError, afterSeconds: Double)
  /// It is over; nothing follows.
  case ended(DownloadOutcome)
}

/// How a download ended.
public struct DownloadOutcome: Hashable, Sendable {
  /// Whether all that was wanted is there.
  public enum Ending: Hashable, Sendable {
    /// It is.
    case done
    /// It was given up.
    case failed(DownloadError)
    /// Nobody wanted it any more.
    case cancelled
  }

  /// Whether all that was wanted is there.
  public var ending: Ending
  /// Bytes that are stored.
  public var byteCount: Int
  /// Bytes that came over the network for it, also those that were forgotten again.
  public var receivedBytes: Int
  /// How often the origin was asked.
  public var tries: Int
  /// Seconds from its beginning to its end.
  public var seconds: Double

  /// Makes an outcome.
  public init(ending: Ending, byteCount: Int, receivedBytes: Int, tries: Int, seconds: Double) {
    self.ending = ending
    self.byteCount = byteCount
    self.receivedBytes = receivedBytes
    self.tries = tries
    self.seconds = seconds
  }
}

/// What an ``OriginalFetching`` is to do.
public struct OriginalOrder: Hashable, Sendable {
  /// What it is about.
  public enum Task: Hashable, Sendable {
    /// Bring the original.
    case fetch(DownloadJob)
    /// End that download; it reports its end all the same.
    case cancel(DownloadJob)
    /// Delete what is there of an original.
    case drop(OriginalShelf.Item)
  }

  /// Counts orders from 0.
  ///
  /// They are given on many threads, but must be obeyed in this order: deleting a file and fetching it anew is not
  /// the same the other way round.
  public let number: Int
  /// What to do.
  public let task: Task

  /// Makes an order.
  public init(number: Int, task: Task) {
    self.number = number
    self.task = task
  }
}

/// Brings originals to this machine: over HTTP in an app and in replay, on a virtual clock in model mode.
///
/// Whoever gives the orders sees to it that no more downloads run at a time than are good, and that no two are for
/// one path.
public protocol OriginalFetching: Sendable {
  /// What is there from before, the least recently used first.
  func inventory() -> [OriginalShelf.Item]

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
  /// Beyond that nobody keeps thumbnails.
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
