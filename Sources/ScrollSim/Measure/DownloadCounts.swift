package import GalleryKit

/// What came over the network, and what of it was of use.
package struct DownloadCounts: Sendable {
  /// Originals that came whole.
  package private(set) var downloads = 0
  /// Bytes that came, also those of downloads that were cancelled or failed.
  package private(set) var bytes = 0
  /// Of these, bytes of originals whose picture was on screen afterwards, if only as a preview.
  package private(set) var usedBytes = 0
  /// Downloads that nobody wanted any more.
  package private(set) var cancelled = 0
  /// Tries that failed and were followed by another.
  package private(set) var retries = 0
  /// Downloads that were given up.
  package private(set) var failures = 0
  /// From the beginning of a download to its end, one entry for each original that came whole.
  package private(set) var milliseconds: [Double] = []
  /// Bytes that came and were of no use yet, by path.
  private var unused: [String: Int] = [:]

  package init() {}

  /// Counts what became of a download.
  package mutating func count(_ job: DownloadJob, _ report: DownloadReport) {
    switch report {
    case .progressed: break
    case .retrying: retries += 1
    case .ended(let outcome):
      bytes += outcome.receivedBytes
      unused[job.path, default: 0] += outcome.receivedBytes
      switch outcome.ending {
      case .done where job.goal == .whole:
        downloads += 1
        milliseconds.append(outcome.seconds * 1000)
      case .done: break
      case .cancelled: cancelled += 1
      case .failed: failures += 1
      }
    }
  }

  /// What was made of the original at this path is on screen.
  package mutating func use(_ path: String) { usedBytes += unused.removeValue(forKey: path) ?? 0 }
}
