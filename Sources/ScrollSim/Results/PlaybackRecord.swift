internal import Foundation

/// The changes in the content of a run's frames, cell by cell, for a page to play back.
///
/// A cell that comes into view changes at its first frame, so that a visible item shows its latest state; which items are visible
/// follows from the timeline's offset.
package struct PlaybackRecord: Codable, Hashable, Sendable {
  /// The changes in base64, a pair of LEB128 numbers each: frames since the last change, then four times the distance
  /// from the last item (zigzag: 0, −1, 1, −2 …) plus the state (``CellState``).
  package var changes: String
  /// Mean colours in base64, red, green and blue, for each item that ever showed an image, in ascending order; `nil` if no
  /// colours are known, as in a model over a folder, which opens no file.
  package var colours: String?
  /// The grid's later layouts; `nil` if its layout does not change.
  package var layouts: [Layout]?

  /// A layout of the grid, from a frame on.
  package struct Layout: Codable, Hashable, Sendable {
    /// The first frame that shows it, from 0.
    package var frame: Int
    /// The screen's width in points.
    package var width: Double
    /// The screen's height in points.
    package var height: Double
    /// Cells in a row, or in a column of a grid that scrolls sideways.
    package var columns: Int
  }

  /// Makes a record of changes in the order of their frames, with colours of each item that ever showed an image.
  package init(_ changes: [CellChange], colours: [Int: CellColour]?, layouts: [Layout] = []) {
    self.layouts = layouts.isEmpty ? nil : layouts
    var bytes: [UInt8] = []
    bytes.reserveCapacity(changes.count * 3)
    var last = CellChange(frame: 0, item: 0, state: .blank)
    for change in changes {
      bytes.append(leb128: UInt64(change.frame - last.frame))
      let distance = change.item - last.item
      let zigzag = UInt64(distance < 0 ? -2 * distance - 1 : 2 * distance)
      bytes.append(leb128: zigzag * 4 + UInt64(change.state.rawValue))
      last = change
    }
    self.changes = Data(bytes).base64EncodedString()
    self.colours = colours.map { colours in
      let shown = changes.shownItems.compactMap { colours[$0] }
      precondition(shown.count == changes.shownItems.count, "every item that showed an image has a colour")
      return Data(shown.flatMap { [$0.red, $0.green, $0.blue] }).base64EncodedString()
    }
  }

  /// The changes, or `nil` if the record is damaged.
  package func decoded() -> [CellChange]? {
    guard let bytes = Data(base64Encoded: changes) else { return nil }
    var reader = bytes[...]
    var changes: [CellChange] = []
    var last = CellChange(frame: 0, item: 0, state: .blank)
    while !reader.isEmpty {
      guard let frames = reader.nextLEB128(), let word = reader.nextLEB128(),
        let state = CellState(rawValue: UInt8(word & 3))
      else { return nil }
      let zigzag = Int(word >> 2)
      last.frame += frames
      last.item += zigzag.isMultiple(of: 2) ? zigzag / 2 : -(zigzag + 1) / 2
      last.state = state
      guard (0...Self.most).contains(last.item), last.frame <= Self.most else { return nil }
      changes.append(last)
    }
    return changes
  }

  /// The most frames (half a year at 60 Hz) and items; a file with more is damaged.
  private static let most = 1 << 30
}

package enum CellState: UInt8, Codable, Hashable, Sendable, CaseIterable {
  /// Nothing yet.
  case blank
  case degraded
  /// The image.
  case final
  /// A sign that there will be no image.
  case failed

  /// Whether the cell shows an image of the photo.
  package var showsImage: Bool { self == .degraded || self == .final }
}

package struct CellChange: Hashable, Sendable {
  /// The first frame that shows it, from 0.
  package var frame: Int
  package var item: Int
  package var state: CellState
}

/// A photo's mean colour in sRGB, 0…255 per channel.
package struct CellColour: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
}

extension [CellChange] {
  /// The items that ever show an image, in ascending order.
  package var shownItems: [Int] { Set(lazy.filter(\.state.showsImage).map(\.item)).sorted() }
}

extension [UInt8] {
  /// Appends seven bits per byte, the lowest first; all bytes but the last have their high bit set.
  fileprivate mutating func append(leb128 value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension Data {
  /// Takes a number of at most 35 bits from the front; `nil` if there is none.
  fileprivate mutating func nextLEB128() -> Int? {
    var value = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      guard let byte = popFirst() else { return nil }
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
