import Testing

@testable import BenchReport
@testable import ScrollSim

/// The compact record of each frame's content.
struct PlaybackRecordTests {
  private static func change(_ frame: Int, _ item: Int, _ state: CellState) -> CellChange {
    CellChange(frame: frame, item: item, state: state)
  }

  @Test func `what is written is read, however far apart`() {
    // The longest distance of each length in bytes and the shortest of the next, forwards and back.
    let distances = [
      0, 15, 16, -16, 2047, -17, 2048, -2048, 262_143, -2049, 262_144, -262_144, 9_999_999, -262_145,
    ]
    let pauses = [0, 1, 127, 128, 16_383, 16_384]
    var (frame, item) = (0, 0)
    var changes: [CellChange] = []
    for state in CellState.allCases {
      for (place, distance) in distances.enumerated() {
        frame += pauses[place % pauses.count]
        item += distance
        changes.append(Self.change(frame, item, state))
      }
    }
    #expect(PlaybackRecord(changes, colours: nil).decoded() == changes)
  }

  @Test func `a record is short, and says what its documentation says`() {
    let changes = [Self.change(0, 0, .blank), Self.change(0, 1, .final), Self.change(200, 0, .degraded)]
    let red = CellColour(red: 255, green: 0, blue: 0)
    let blue = CellColour(red: 0, green: 0, blue: 255)
    let record = PlaybackRecord(changes, colours: [0: red, 1: blue, 7: red])
    // 0 0 · 0 2·4+2 · 200 as C8 01, −1 as zigzag 1·4+1
    #expect(record.changes == "AAAACsgBBQ==" && record.colours == "/wAAAAD/")
  }

  /// No base64, half a pair, a number without an end, one that is too long, an item before the first.
  @Test(arguments: ["!", "AA==", "gA==", "//////////8=", "AAQ="])
  func `a damaged record counts as none`(changes: String) {
    var record = PlaybackRecord([], colours: nil)
    record.changes = changes
    #expect(record.decoded() == nil)
  }
}

/// The moment at which a page's player opens.
@Suite struct `A player's opening` {
  /// Two strategies on a grid of 844 points, which scrolls 100 points a frame.
  private func result(
    _ left: [Double], _ right: [Double], pitch: Double = 100, frames: Int = 30
  ) -> ResultFile {
    func take(_ strategy: String, images: Double, blank: [Double]) -> RunRecord {
      var run = Sample.run(strategy, blank: strategy == "none" ? 0.4 : 0.01, images: images)
      run.timeline = Sample.timeline(images: images, resident: images, frames: frames)
      run.timeline.offset = (0..<frames).map { Double($0) * pitch }
      run.timeline.velocity = (0..<frames).map { $0 == 20 ? 9000 : 6000 }
      run.timeline.blankShare = blank + Array(repeating: 0, count: frames - blank.count)
      run.playback = PlaybackRecord(
        (0..<90).map { CellChange(frame: 0, item: $0, state: .final) }, colours: nil)
      return run
    }
    var result = Sample.result(
      runs: [take("none", images: 20e6, blank: left), take("screens", images: 90e6, blank: right)])
    result.scenario.spacing = 2
    return result
  }

  @Test func `is where the two differ most, and never the first screenful, where all begin alike`() throws {
    let late = Array(repeating: 0.0, count: 12) + [0.3]
    let opening = try #require(PlayerOpening(result([1, 1, 1] + late.dropFirst(3), [])))
    #expect(opening.frame == 12)
    // Rows of 130⅔ pt from 1,200 pt on: the tenth to the sixteenth, three photos each.
    #expect(opening.items == Array(27...47))
    let page = Document([result([1, 1], Array(repeating: 0, count: 15) + [0.5])]).html()
    #expect(page.contains("\"start\":15"), "that of the page")
  }

  @Test func `is where the grid is fast if the two do not differ, or on the first screenful if it stays`() {
    #expect(PlayerOpening(result([1, 0.5], [1, 0.5]))?.frame == 20)
    #expect(PlayerOpening(result([0, 0, 0.5], [], pitch: 1))?.frame == 2)
  }
}
