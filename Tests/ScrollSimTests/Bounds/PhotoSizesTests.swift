import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// The cost of a photo that is seen in cells of several sizes.
@Suite struct `A photo in several sizes` {
  /// A grid at rest of one photo a screen, laid out as told every eighth of a second, which is a frame.
  private func sightings(columns: Int...) -> Sightings {
    let layout = GridLayout(viewport: .init(width: 120, height: 120), columns: columns[0], spacing: 0)
    let gestures = columns.dropFirst().flatMap { [Gesture.pause(0.125), .columns($0)] }
    return Sightings(
      GestureScript(gestures: gestures, settle: 0).trace(
        physics: ScrollPhysicsModels.all[0], limits: ScrollLimits(layout, itemCount: 1)),
      in: layout, itemCount: 1, refreshRate: 8)
  }

  @Test func `is seen once for each, whenever that is`() {
    let sightings = sightings(columns: 2, 1, 2, 3)
    #expect(sightings.items.map(\.cell.height) == [60, 120, 40])
    #expect(sightings.items.map(\.frames) == [[0, 2], [1], [3]])
    #expect(sightings.isLaidOutAnew && !self.sightings(columns: 2, 2).isLaidOutAnew)
    #expect((0..<4).map(sightings.layoutStart) == [0, 1, 2, 3])
    #expect(sightings.isScrolling == [false, true, true, true], "a layout is a motion")
  }

  @Test func `takes a decode for each that is larger, and one that is large enough for the others`() {
    let sightings = sightings(columns: 2, 1, 3)
    // In the order 60, 120, 40 pt.
    #expect(sightings.covering([2, 5, 1]) == [2, 5, 1])
    #expect(sightings.additional([2, 5, 1]) == [1, 3, 1])
    #expect(sightings.covering([2, 1, 4]) == [1, 1, 1], "the largest is the cheapest")
    #expect(sightings.additional([2, 1, 4]) == [0, 0, 1])
    #expect(sightings.additional([nil, 5, nil]) == [0, 0, 5], "the others have none of their own")
    #expect(sightings.additional([nil, nil, nil]) == [nil, nil, nil])
  }

  @Test func `is one photo for who asks whether there is anything to see`() {
    let (joined, seconds) = sightings(columns: 2, 1, 2).joined([3, 2])
    #expect(joined.items.map(\.frames) == [[0, 1, 2]] && seconds == [2])
  }

  @Test func `that costs the same in all takes that once`() {
    // As where images are as large as they are stored.
    #expect(sightings(columns: 3, 2, 1).additional([2, 2, 2]) == [2, 0, 0])
  }
}
