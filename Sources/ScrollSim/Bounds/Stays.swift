/// The stays of photos on screen, and the first frame in which a memory budget, spent on the next images,
/// holds the image of each.
struct Stays {
  /// A stay of a photo.
  struct Stay {
    /// Its index in the sightings.
    let item: Int
    let place: Int
    let frames: ClosedRange<Int>
    /// The indices of these frames among the item's frames.
    let slice: Range<Int>
    let byteCount: Int
  }

  /// The stays, in the order in which they begin.
  private(set) var all: [Stay] = []
  /// Bytes of the images on screen, by frame.
  private var onScreen: [Int]
  /// Bytes of the images of all stays that have begun by each frame.
  private var come: [Int]

  /// - Complexity: O(frames × cells on screen).
  init(_ sightings: Sightings, byteCount: (Sightings.Item) -> Int) {
    onScreen = Array(repeating: 0, count: sightings.frameCount + 1)
    come = onScreen
    for (index, item) in sightings.items.enumerated() {
      let bytes = byteCount(item)
      var start = 0
      for end in 1...item.frames.count
      where end == item.frames.count || item.frames[end] != item.frames[end - 1] + 1 {
        all.append(
          Stay(
            item: index, place: item.place, frames: item.frames[start]...item.frames[end - 1],
            slice: start..<end, byteCount: bytes))
        start = end
      }
    }
    all.sort { ($0.frames.lowerBound, $0.place) < ($1.frames.lowerBound, $1.place) }
    for stay in all {
      onScreen[stay.frames.lowerBound] += stay.byteCount
      onScreen[stay.frames.upperBound + 1] -= stay.byteCount
      come[stay.frames.lowerBound] += stay.byteCount
    }
    for frame in onScreen.indices.dropFirst() {
      onScreen[frame] += onScreen[frame - 1]
      come[frame] += come[frame - 1]
    }
  }

  /// The first frame in which a budget reaches as far as the image of each stay.
  ///
  /// - Complexity: O(frames + stays).
  func releases(within memoryBudget: Int) -> [Int] {
    var (frame, total) = (0, 0)
    return all.map { stay in
      total += stay.byteCount
      while frame < stay.frames.lowerBound && onScreen[frame] + total - come[frame] > memoryBudget {
        frame += 1
      }
      return frame
    }
  }
}
