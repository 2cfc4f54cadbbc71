internal import BenchReport
package import GalleryKit

/// What is on screen in every frame of a trace, which the trace alone decides: no strategy changes it.
package struct Sightings: Sendable {
  /// A photo that comes on screen.
  package struct Item: Sendable {
    /// Its place in the library.
    package let place: Int
    /// The frames in which it is on screen, in order.
    package internal(set) var frames: [Int] = []
    /// Its share of the visible area in each of them.
    package internal(set) var shares: [Double] = []
  }

  /// In the order in which they come on screen.
  package internal(set) var items: [Item] = []
  /// By frame: whether the grid scrolls in it (``ScrollClock``).
  package private(set) var isScrolling: [Bool] = []
  /// Frames a second.
  package let refreshRate: Int

  /// Looks at every frame of a trace over so many photos.
  ///
  /// - Complexity: O(frames × cells on screen).
  package init(_ trace: ScrollTrace, in layout: GridLayout, itemCount: Int, refreshRate: Int) {
    self.refreshRate = refreshRate
    var indices: [Int: Int] = [:]
    var clock = ScrollClock()
    var last: Double?
    for (frame, sample) in trace.samples(refreshRate: refreshRate).enumerated() {
      let offset = sample.onGrid.offset
      clock.tick(isMoving: last != nil && last != offset)
      last = offset
      isScrolling.append(clock.isScrolling(framePeriod: 1 / Double(refreshRate)))
      let visible = layout.items(from: offset, to: offset + layout.viewport.height, itemCount: itemCount)
      let area = layout.visibleArea(of: visible, offset: offset)
      for place in visible {
        let index = indices[place] ?? items.count
        if index == items.count {
          indices[place] = index
          items.append(Item(place: place))
        }
        items[index].frames.append(frame)
        items[index].shares.append(area > 0 ? layout.visibleShare(ofItem: place, offset: offset) / area : 0)
      }
    }
  }

  package var frameCount: Int { isScrolling.count }

  /// When each frame starts, in seconds on the clock of a run that waited before some.
  ///
  /// - Parameter waits: the frames before which it waited, and how late it was from there on, in seconds.
  package func starts(waits: [(frame: Int, shift: Double)]) -> [Double] {
    var waits = waits[...]
    var shift = 0.0
    return (0..<frameCount).map { frame in
      while let wait = waits.first, wait.frame <= frame {
        shift = wait.shift
        waits.removeFirst()
      }
      return Double(frame) / Double(refreshRate) + shift
    }
  }
}
