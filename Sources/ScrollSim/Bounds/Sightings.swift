package import GalleryKit
internal import OrderedCollections

/// The photos on screen in every frame of a trace, which depend on the trace alone, not on the strategy.
package struct Sightings: Sendable {
  /// A photo that comes on screen, with an image of one size.
  package struct Item: Sendable {
    /// Its place in the library.
    package let place: Int
    /// The grid's largest cell at that time, for which the image is made.
    package internal(set) var cell: GridLayout.Size
    /// The frames in which it is on screen, in order.
    package internal(set) var frames: [Int] = []
    /// Its share of the visible area in each of them.
    package internal(set) var shares: [Double] = []
  }

  /// The items, in the order in which they come on screen.
  package internal(set) var items: [Item] = []
  private var layoutFrames: [Int] = []
  /// Whether the grid scrolls, by frame (``ScrollClock``).
  package private(set) var isScrolling: [Bool] = []
  package let refreshRate: Int

  private struct Sight: Hashable {
    let place: Int
    let cell: GridLayout.Size
  }

  /// Examines every frame of a trace over `itemCount` photos.
  ///
  /// - Parameter layout: the grid's layout where the trace has none.
  /// - Complexity: O(frames × cells on screen).
  package init(_ trace: ScrollTrace, in layout: GridLayout, itemCount: Int, refreshRate: Int) {
    self.refreshRate = refreshRate
    var sights: OrderedSet<Sight> = []
    var clock = ScrollClock()
    var last: (offset: Double, layout: GridLayout)?
    let period = 1 / Double(refreshRate)
    for frame in 0..<trace.frameCount(refreshRate: refreshRate) {
      // Times equal those of shown frames to the last bit, since a jump depends on it.
      let time = Double(frame) * period
      let offset = trace.sample(at: time).onGrid.offset
      let layout = trace.layout(at: time) ?? layout
      clock.tick(isMoving: last.map { $0 != (offset, layout) } ?? false)
      if let last, last.layout != layout { layoutFrames.append(frame) }
      last = (offset, layout)
      isScrolling.append(clock.isScrolling(framePeriod: period))
      let visible = layout.items(from: offset, to: offset + layout.screenful, itemCount: itemCount)
      let area = layout.visibleArea(of: visible, offset: offset)
      for place in visible {
        let (isNew, index) = sights.append(Sight(place: place, cell: layout.largestCell))
        if isNew { items.append(Item(place: place, cell: layout.largestCell)) }
        items[index].frames.append(frame)
        items[index].shares.append(area > 0 ? layout.visibleArea(ofItem: place, offset: offset) / area : 0)
      }
    }
  }

  /// Examines every frame of a scenario's trace.
  package init(of scenario: LaidOutScenario) throws(TraceError) {
    self.init(
      try scenario.makeTrace(), in: scenario.layout, itemCount: scenario.photoCount,
      refreshRate: scenario.scenario.screen.refreshRate)
  }

  package var frameCount: Int { isScrolling.count }

  var isLaidOutAnew: Bool { !layoutFrames.isEmpty }

  /// The first frame that has the layout of `frame`; before it, no cell and no window can ask for images in its size.
  func layoutStart(of frame: Int) -> Int { layoutFrames.last { $0 <= frame } ?? 0 }

  /// The start of each frame, in seconds on the clock of a run that waited before some.
  ///
  /// - Parameter waits: the frames before which it waited, and its delay from there on, in seconds.
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
