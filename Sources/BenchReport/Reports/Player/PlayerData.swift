internal import GalleryKit
internal import ScrollSim

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

struct PlayerData: Encodable {
  private struct Run: Encodable {
    let name: String
    let changes: String
    let colours: String?
    let blanks: Blanks
  }

  /// Cells that were blank when they appeared, a column for each quantity; −1 is unknown, times are whole milliseconds.
  private struct Blanks: Encodable {
    let item: [Int]
    let frame: [Int]
    /// The places of cause and loss among ``PlayerData/causes`` and ``PlayerData/losses``.
    let cause: [Int]
    let loss: [Int]
    let queue: [Int]
    let decode: [Int]
    let visible: [Int]
    let cached: [Int]

    init(_ cells: [BlankCell], refreshRate: Int) {
      func whole(_ value: Double?) -> Int { value.map { Int(min(max($0, 0), 1e9).rounded()) } ?? -1 }
      item = cells.map(\.item)
      frame = cells.map { whole($0.appearedMs * Double(refreshRate) / 1000) }
      cause = cells.map { BlankCause.allCases.firstIndex(of: $0.cause) ?? 0 }
      loss = cells.map { $0.loss.flatMap(LossReason.allCases.firstIndex) ?? -1 }
      queue = cells.map { whole($0.queueMs) }
      decode = cells.map { whole($0.decodeMs) }
      visible = cells.map { $0.behindVisible ?? -1 }
      cached = cells.map { $0.behindCached ?? -1 }
    }
  }

  /// Small photos, a square for each item; items without a photo are left out.
  private struct Sheet: Encodable {
    let picture: String
    let side: Int
    let columns: Int
    let item: [Int]
    let square: [Int]

    init(_ sheet: PhotoSheet) {
      picture = "data:image/jpeg;base64," + Data(sheet.jpeg).base64EncodedString()
      side = sheet.side
      columns = sheet.columns
      item = sheet.squares.keys.sorted()
      square = item.compactMap { sheet.squares[$0] }
    }
  }

  private struct Layout: Encodable {
    let frame: Int
    let grid: ScreenGrid
  }

  private let grid: ScreenGrid
  /// The grids after the first one; `nil` if there are none.
  private let layouts: [Layout]?
  private let photos: Int
  /// The photos' shapes, as a list to repeat, if cells have them.
  private let aspectRatios: [Double]?
  private let sheet: Sheet?
  private let runs: [Run]
  /// The places of the runs that are shown side by side at first; `nil` for all.
  let few: [Int]?
  /// The offset of each frame in tenths of a point, as the distance from the one before.
  private let offsets: [Int]
  /// The causes of blank cells: a word or two, and their meaning.
  private let causes = BlankCause.allCases.map { [$0.title, $0.meaning] }
  private let losses = LossReason.allCases.map(\.title)
  private let left: Int
  private let right: Int
  private let start: Int

  init(_ opening: PlayerOpening, photos: Int, sheet: PhotoSheet?, few: [Int]?) {
    let layouts = opening.layouts
    grid = layouts.first
    self.layouts = layouts.later.isEmpty ? nil : layouts.later.map { Layout(frame: $0.frame, grid: $0.grid) }
    self.sheet = sheet.map(Sheet.init)
    self.photos = photos
    aspectRatios = layouts.first.layout.aspectRatios?.list
    runs = opening.playable.compactMap { take in
      take.run.playback.map {
        Run(
          name: take.name, changes: $0.changes, colours: $0.colours,
          blanks: Blanks(take.run.knownBlankCells, refreshRate: layouts.first.refreshRate))
      }
    }
    self.few = few
    // No grid scrolls beyond a billion points.
    let tenths = opening.playable[0].run.timeline.offset.map {
      $0.isFinite ? Int((min(max($0, -1e9), 1e9) * 10).rounded()) : 0
    }
    offsets = zip(tenths, [0] + tenths).map { $0 - $1 }
    (left, right, start) = (opening.pair.left, opening.pair.right, opening.frame)
  }

  var frameCount: Int { offsets.count }

  /// JSON that can stand in a `script` element: without anything that HTML or XML would take for markup.
  var json: String {
    // Numbers are finite and texts are texts, so encoding cannot fail.
    guard let json = try? stableJSON(isIndented: false) else {
      preconditionFailure("player data must be encodable")
    }
    return json.replacingScalars { scalar in
      switch scalar {
      case "<", ">", "&", "'", "\u{2028}", "\u{2029}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}":
        // None occurs outside JSON's strings, and none has more than four digits.
        "\\u\(String(0x1_0000 + scalar.value, radix: 16).dropFirst())"
      default: nil
      }
    }
  }
}
