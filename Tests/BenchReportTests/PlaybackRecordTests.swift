import BenchReport
import TestSupport
import Testing

@testable import ScrollSim

/// The compact record of each frame's content.
struct PlaybackRecordTests {
  private static func change(_ frame: Int, _ item: Int, _ state: CellState) -> CellChange {
    CellChange(frame: frame, item: item, state: state)
  }

  @Test func `what is written is read, however far apart`() {
    var shuffler = Shuffler(seed: 7)
    var frame = 0
    let changes = (0..<2000).map { _ in
      frame += shuffler.next(300) * shuffler.next(2)
      let item = shuffler.next(5) == 0 ? 9_999_999 : shuffler.next(400)
      return Self.change(frame, item, CellState.allCases[shuffler.next(4)])
    }
    #expect(PlaybackRecord(changes, colours: nil).decoded() == changes)
  }

  @Test func `a record is short, and says what its documentation says`() {
    let changes = [
      Self.change(0, 0, .blank), Self.change(0, 1, .final), Self.change(200, 0, .degraded),
    ]
    let red = CellColour(red: 255, green: 0, blue: 0)
    let blue = CellColour(red: 0, green: 0, blue: 255)
    let record = PlaybackRecord(changes, colours: [0: red, 1: blue, 7: red])
    // 0 0 · 0 2·4+2 · 200 as C8 01, −1 as zigzag 1·4+1
    #expect(record.changes == "AAAACsgBBQ==")
    #expect(record.colours == "/wAAAAD/")
    #expect(record.decodedColours(of: changes) == [0: red, 1: blue])
  }

  /// No base64, half a pair, a number without an end, one that is too long, an item before the first.
  @Test(arguments: ["!", "AA==", "gA==", "//////////8=", "AAQ="])
  func `a damaged record is none`(changes: String) {
    var record = PlaybackRecord([], colours: nil)
    record.changes = changes
    #expect(record.decoded() == nil)
  }

  @Test func `colours that do not belong to the changes are none`() {
    let changes = [Self.change(0, 3, .final)]
    var record = PlaybackRecord(changes, colours: [3: CellColour(red: 1, green: 2, blue: 3)])
    record.colours = "AAAA/w=="
    #expect(record.decodedColours(of: changes) == [:])
  }
}
