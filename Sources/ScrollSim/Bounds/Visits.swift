/// The stays of photos on screen, and from when on a memory budget lets their images be held that is spent on what comes
/// next.
struct Visits {
  /// A stay of a photo.
  struct Visit {
    /// Its index in the sightings.
    let item: Int
    /// The photo's place in the library.
    let place: Int
    let frames: ClosedRange<Int>
    /// Which of the item's frames these are.
    let slice: Range<Int>
    let byteCount: Int
    /// The first frame in which the budget reaches as far as its image.
    fileprivate(set) var release = 0
  }

  /// In the order in which they begin.
  private(set) var all: [Visit] = []

  /// - Complexity: O(frames × cells on screen).
  init(_ sightings: Sightings, memoryBudget: Int, byteCount: (_ place: Int) -> Int) {
    for (index, item) in sightings.items.enumerated() {
      let bytes = byteCount(item.place)
      var start = 0
      for end in 1...item.frames.count
      where end == item.frames.count || item.frames[end] != item.frames[end - 1] + 1 {
        all.append(
          Visit(
            item: index, place: item.place, frames: item.frames[start]...item.frames[end - 1],
            slice: start..<end, byteCount: bytes))
        start = end
      }
    }
    all.sort { ($0.frames.lowerBound, $0.place) < ($1.frames.lowerBound, $1.place) }

    // What is on screen in each frame weighs so much, and so much has come by the end of it.
    var onScreen = Array(repeating: 0, count: sightings.frameCount + 1)
    var come = onScreen
    for visit in all {
      onScreen[visit.frames.lowerBound] += visit.byteCount
      onScreen[visit.frames.upperBound + 1] -= visit.byteCount
      come[visit.frames.lowerBound] += visit.byteCount
    }
    for frame in onScreen.indices.dropFirst() {
      onScreen[frame] += onScreen[frame - 1]
      come[frame] += come[frame - 1]
    }
    var (frame, total) = (0, 0)
    for index in all.indices {
      total += all[index].byteCount
      while frame < all[index].frames.lowerBound && onScreen[frame] + total - come[frame] > memoryBudget {
        frame += 1
      }
      all[index].release = frame
    }
  }
}
