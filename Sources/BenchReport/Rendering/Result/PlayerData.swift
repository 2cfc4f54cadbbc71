#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// All that a player needs, as JSON that can stand in a page.
struct PlayerData: Encodable {
  private struct Run: Encodable {
    let name: String
    let changes: String
    let colours: String?
  }

  private let grid: ScreenGrid
  private let photos: Int
  private let runs: [Run]
  /// Frame by frame, in tenths of a point, each as the distance from the one before.
  private let offsets: [Int]
  private let left: Int
  private let right: Int
  private let start: Int

  init(
    grid: ScreenGrid, photos: Int, names: [String], records: [PlaybackRecord], offsets: [Double], left: Int,
    right: Int, start: Int
  ) {
    self.grid = grid
    self.photos = photos
    runs = zip(names, records).map { Run(name: $0, changes: $1.changes, colours: $1.colours) }
    // Beyond a billion points no grid scrolls.
    let tenths = offsets.map { $0.isFinite ? Int((min(max($0, -1e9), 1e9) * 10).rounded()) : 0 }
    self.offsets = zip(tenths, [0] + tenths).map { $0 - $1 }
    self.left = left
    self.right = right
    self.start = start
  }

  var frameCount: Int { offsets.count }

  /// The data, with nothing in it that HTML or XML would take for markup.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Numbers are finite and texts are texts: there is nothing that cannot be encoded.
    guard let bytes = try? encoder.encode(self) else { preconditionFailure("player data must be encodable") }
    return String(decoding: bytes, as: UTF8.self).scriptSafe
  }
}

extension String {
  /// JSON as it may stand in a `script` element; outside of JSON's strings, none of these characters occurs.
  var scriptSafe: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "<", ">", "&", "'", "\u{2028}", "\u{2029}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
