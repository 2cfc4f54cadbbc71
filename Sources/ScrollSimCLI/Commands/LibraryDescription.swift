internal import Foundation
internal import GalleryKit
internal import ScrollSim

extension LibrarySummary {
  /// Cells on a phone's screen of 390×844 points with three columns: six rows and a half, so at most eight are seen.
  private static let screenfulCells = 8 * 3
  /// Such a cell's side in pixels: 128⅔ points at three pixels a point.
  private static let cellSide = 386
  private static let photoOf12Megapixels = PixelSize(width: 4000, height: 3000)

  /// The library's contents and their decoded size, as lines for people.
  ///
  /// - Parameter report: what else indexing found in the folder.
  func description(scratch: Scratch? = nil, report: PhotoLibrary.IndexReport? = nil) -> String {
    var rows: [(String, String)] = [
      (
        "photos",
        Figure.count(photos)
          + (hidden > 0 ? ", and \(Figure.count(hidden)) hidden" : "")
      ),
      ("files", "\(Figure.count(distinctFiles)), \(Figure.bytes(bytes)) on disk"),
      (
        "formats",
        formats.sorted { $0.key.rawValue < $1.key.rawValue }
          .map { "\(Figure.count($0.value)) \($0.key.rawValue)" }.joined(separator: ", ")
      ),
    ]
    if let size = megapixels {
      let figures = [size.min, size.max, size.median].map { Figure.fixed($0, 1) }
      rows.append(("megapixels", "\(figures[0]) to \(figures[1]), half below \(figures[2])"))
    }
    if let first = firstCreationDate, let last = lastCreationDate {
      let day = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
      rows.append(("taken", "\(first.formatted(day)) to \(last.formatted(day))"))
    }
    let cell = PixelSize(width: Self.cellSide, height: Self.cellSide).decodedByteCount
    rows += [
      ("decoded", "a photo of 12 megapixels: \(Figure.bytes(Self.photoOf12Megapixels.decodedByteCount))"),
      (
        "",
        "a screenful of \(Self.screenfulCells) cells, \(Self.cellSide)×\(Self.cellSide) pixels each: "
          + Figure.bytes(Self.screenfulCells * cell)
      ),
      ("", "every photo at that size: \(Figure.bytes(photos * cell))"),
      ("", "every photo at full size: \(Figure.bytes(decodedBytes))"),
    ]
    if let scratch {
      let (bytes, format) = (Figure.bytes(scratch.byteCount), scratch.format.rawValue)
      rows.append(("scratch", "\(bytes) for \(scratch.path) (\(format)) at full size, more than any other"))
    }
    if let notShown = report?.notShownWords { rows.append(("besides", notShown)) }
    if missing > 0 {
      rows.append(("missing", "\(Figure.count(missing)), kept for when their files are there again"))
    }
    if failed > 0 {
      let some = failures.count < failed ? ", among them" : ""
      rows.append(("broken", "\(Figure.count(failed)) of the photos cannot be shown\(some):"))
    }
    // The system does not allow them to be read.
    let unlisted = report?.unlisted ?? []
    let row = ("unlisted", "\(Figure.count(unlisted.count)) in which there may be more photos:")
    return lines(rows, failures) + (unlisted.isEmpty ? "" : lines([row], unlisted))
  }

  /// Rows, and below them the failures with their reasons.
  private func lines(_ rows: [(String, String)], _ failures: [PhotoLibrary.Failure]) -> String {
    Rows(rows: rows).text + failures.map { "  \($0.path): \($0.reason)\n" }.joined()
  }
}
