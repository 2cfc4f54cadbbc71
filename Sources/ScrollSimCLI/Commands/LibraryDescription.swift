internal import Foundation
internal import GalleryKit
internal import ScrollSim

extension LibrarySummary {
  /// Cells on a phone's screen of 390×844 points with three columns: six rows and a half, so at most eight are seen.
  private static let screenfulCells = 8 * 3
  /// Such a cell's side in pixels: 128⅔ points at three pixels a point.
  private static let cellSide = 386

  /// The library's contents and their decoded size, as lines for people.
  ///
  /// - Parameter report: what else indexing found in the folder.
  func description(scratch: Scratch? = nil, report: PhotoLibrary.IndexReport? = nil) -> String {
    var rows: [(String, String)] = []
    func add(_ name: String, _ text: String?) { if let text { rows.append((name, text)) } }
    add("photos", Figure.count(photos) + (hidden > 0 ? ", and \(Figure.count(hidden)) hidden" : ""))
    add("files", "\(Figure.count(distinctFiles)), \(Figure.bytes(bytes)) on disk")
    let counts = formats.sorted { $0.key.rawValue < $1.key.rawValue }
    add("formats", counts.map { "\(Figure.count($0.value)) \($0.key.rawValue)" }.joined(separator: ", "))
    if let size = megapixels {
      let figures = [size.min, size.max, size.median].map { Figure.fixed($0, 1) }
      add("megapixels", "\(figures[0]) to \(figures[1]), half below \(figures[2])")
    }
    if let first = firstCreationDate, let last = lastCreationDate {
      let day = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
      add("taken", "\(first.formatted(day)) to \(last.formatted(day))")
    }
    let (cells, side) = (Self.screenfulCells, Self.cellSide)
    let cell = PixelSize(width: side, height: side).decodedByteCount
    let photo = PixelSize(width: 4000, height: 3000).decodedByteCount
    add("decoded", "a photo of 12 megapixels: \(Figure.bytes(photo))")
    add("", "a screenful of \(cells) cells, \(side)×\(side) pixels each: \(Figure.bytes(cells * cell))")
    add("", "every photo at that size: \(Figure.bytes(photos * cell))")
    add("", "every photo at full size: \(Figure.bytes(decodedBytes))")
    if let scratch {
      let (bytes, format) = (Figure.bytes(scratch.byteCount), scratch.format.rawValue)
      add("scratch", "\(bytes) for \(scratch.path) (\(format)) at full size, more than any other")
    }
    add("besides", report?.notShownWords)
    add("missing", missing > 0 ? "\(Figure.count(missing)), kept for when their files return" : nil)
    let some = failures.count < failed ? ", among them" : ""
    add("broken", failed > 0 ? "\(Figure.count(failed)) of the photos cannot be shown\(some):" : nil)
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
