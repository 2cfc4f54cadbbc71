internal import Foundation
internal import GalleryKit
internal import ScrollSim

/// A library's contents and their decoded size, as lines for people.
struct LibraryDescription: CustomStringConvertible {
  /// Cells on a phone's screen of 390×844 points with three columns: six rows and a half, so at most eight are seen.
  private static let screenfulCells = 8 * 3
  /// Such a cell's side in pixels: 128⅔ points at three pixels a point.
  private static let cellSide = 386
  private static let photoOf12Megapixels = PixelSize(width: 4000, height: 3000)

  let summary: LibrarySummary
  var scratch: LibrarySummary.Scratch?
  /// What else indexing found in the folder.
  var report: PhotoLibrary.IndexReport?

  var description: String {
    var rows: [(String, String)] = [
      (
        "photos",
        Figure.count(summary.photos)
          + (summary.hidden > 0 ? ", and \(Figure.count(summary.hidden)) hidden" : "")
      ),
      ("files", "\(Figure.count(summary.distinctFiles)), \(Figure.bytes(summary.bytes)) on disk"),
      (
        "formats",
        summary.formats.sorted { $0.key.rawValue < $1.key.rawValue }
          .map { "\(Figure.count($0.value)) \($0.key.rawValue)" }.joined(separator: ", ")
      ),
    ]
    if let size = summary.megapixels {
      let figures = [size.min, size.max, size.median].map { Figure.fixed($0, 1) }
      rows.append(("megapixels", "\(figures[0]) to \(figures[1]), half below \(figures[2])"))
    }
    if let first = summary.firstCreationDate, let last = summary.lastCreationDate {
      rows.append(("taken", "\(day(first)) to \(day(last))"))
    }
    let cell = PixelSize(width: Self.cellSide, height: Self.cellSide).decodedByteCount
    rows += [
      ("decoded", "a photo of 12 megapixels: \(Figure.bytes(Self.photoOf12Megapixels.decodedByteCount))"),
      (
        "",
        "a screenful of \(Self.screenfulCells) cells, \(Self.cellSide)×\(Self.cellSide) pixels each: "
          + Figure.bytes(Self.screenfulCells * cell)
      ),
      ("", "every photo at that size: \(Figure.bytes(summary.photos * cell))"),
      ("", "every photo at full size: \(Figure.bytes(summary.decodedBytes))"),
    ]
    if let scratch {
      rows.append(
        (
          "scratch",
          "\(Figure.bytes(scratch.byteCount)) for \(scratch.path) (\(scratch.format.rawValue)) at full size, more than any other"
        ))
    }
    if let notShown = report?.notShownWords { rows.append(("besides", notShown)) }
    if summary.missing > 0 {
      rows.append(("missing", "\(Figure.count(summary.missing)), kept for when their files are there again"))
    }
    if summary.failed > 0 {
      rows.append(("broken", "\(Figure.count(summary.failed)) of the photos cannot be shown:"))
    }
    // The system does not allow them to be read.
    let unlisted = report?.unlisted ?? []
    guard !unlisted.isEmpty else { return lines(rows, summary.failures) }
    let row = ("unlisted", "\(Figure.count(unlisted.count)) in which there may be more photos:")
    return lines(rows, summary.failures) + lines([row], unlisted)
  }

  /// Rows, and below them the failures with their reasons.
  private func lines(_ rows: [(String, String)], _ failures: [PhotoLibrary.Failure]) -> String {
    let lines = rows.map { $0.0.padding(toLength: 11, withPad: " ", startingAt: 0) + $0.1 }
    return (lines + failures.map { "  \($0.path): \($0.reason)" }).joined(separator: "\n") + "\n"
  }

  private func day(_ date: Date) -> String {
    let format = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    return date.formatted(format)
  }
}
