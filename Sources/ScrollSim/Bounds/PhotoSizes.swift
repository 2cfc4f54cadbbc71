internal import GalleryKit
internal import OrderedCollections

/// Sightings of photos in cells of several sizes, as in a grid whose layout changes.
///
/// A cell that grows keeps its content, and one that shrinks is sharp with its larger image. So an image is sharp in all
/// sizes up to its own, and any image, once shown, keeps its cell from being blank in all sizes. A bound must not count
/// twice the work that serves twice.
extension Sightings {
  /// The items of each photo, the smallest first; photos in the order in which they come on screen.
  private var photos: [[Int]] {
    // A size that covers another has the greater sum.
    func sum(_ item: Int) -> Double { items[item].cell.width + items[item].cell.height }
    let photos = OrderedDictionary(grouping: items.indices) { items[$0].place }
    return photos.values.map { photo in photo.sorted { sum($0) < sum($1) } }
  }

  /// The least time of an image that is large enough, by item; `nil` where there is none.
  func covering(_ seconds: [Double?]) -> [Double?] {
    var covering = seconds
    for photo in photos {
      for (item, larger) in zip(photo, photo.dropFirst()).reversed() {
        covering[item] = [covering[item], covering[larger]].compactMap(\.self).min()
      }
    }
    return covering
  }

  /// The extra time of an image that is large enough over one for the next smaller cells, by item.
  ///
  /// Any set of images takes at least the sum of this over all items that it serves: its largest image alone
  /// takes that long.
  func additional(_ seconds: [Double?]) -> [Double?] {
    let covering = covering(seconds)
    var additional = covering
    for photo in photos {
      for (smaller, item) in zip(photo, photo.dropFirst()) {
        additional[item] = covering[item].map { $0 - (covering[smaller] ?? 0) }
      }
    }
    return additional
  }

  /// The photos, regardless of the sizes of their cells, each with the least of its times.
  func joined(_ seconds: [Double?]) -> (sightings: Sightings, seconds: [Double?]) {
    var joined = self
    joined.items = photos.map { photo in
      let first = photo.min() ?? 0
      let seen = photo.flatMap { zip(items[$0].frames, items[$0].shares) }.sorted { $0.0 < $1.0 }
      return Item(
        place: items[first].place, cell: items[first].cell, frames: seen.map(\.0), shares: seen.map(\.1))
    }
    return (joined, photos.map { $0.compactMap { seconds[$0] }.min() })
  }
}
