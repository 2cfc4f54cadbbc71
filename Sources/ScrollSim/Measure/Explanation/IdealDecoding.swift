internal import GalleryKit

/// The work of the same decoders under a window that knows every appearance, which no lead can exceed.
///
/// The window knows all appearances from the start on, and after a jump those from that jump on. It wants the next images
/// that fit the budget, in the order of appearance. Decoders never idle while it wants one. A late image is still
/// decoded, before later ones, unless its cell has left by the time a decoder is free: that is how the engine serves
/// cells on screen. An appearance costs nothing if the item appeared before within the last images that fit.
///
/// An image takes the least time that this run measured for it, and a late one takes its preview's time besides. An image
/// that this run never decoded takes the median of all others.
struct IdealDecoding {
  /// A cell coming on screen.
  struct Appearance {
    let item: Int
    let key: ImageKey
    /// The time of the appearance, in seconds.
    let time: Double
    /// The earliest time at which a window could know of it, in seconds.
    let knownSince: Double
    /// When it left the screen, in seconds.
    var left = Double.infinity
  }

  /// The key by which an earlier appearance makes a later one free.
  private struct Image: Hashable {
    let item: Int
    let specification: ImageSpecification
  }

  private let workers: Int
  /// The number of images that fit the budget.
  private let room: Int
  private let records: [ImageKey: ImageRecord]
  private let usualSeconds: Double?

  init(workers: Int, budgetBytes: Int, decodedBytes: Double, records: [ImageKey: ImageRecord]) {
    self.workers = workers
    self.records = records
    let images = records.values.reduce(0) { $0 + $1.arrivals }
    let imageBytes = images > 0 ? decodedBytes / Double(images) : 0
    room = imageBytes > 0 ? Int(max(1, min(1e9, Double(budgetBytes) / imageBytes))) : .max
    let costs = records.values.compactMap(\.imageSeconds).sorted()
    usualSeconds = costs.isEmpty ? nil : costs[costs.count / 2]
  }

  /// The number of appearances that would find no image; they are in order of time.
  ///
  /// - Complexity: O(appearances × workers).
  func missed(of appearances: [Appearance]) -> Int {
    // Without a decode, no cost is known.
    guard let usualSeconds else { return 0 }
    var free = Array(repeating: 0.0, count: workers)
    var lastPlace: [Image: Int] = [:]
    var missed = 0
    for (place, appearance) in appearances.enumerated() {
      let image = Image(item: appearance.item, specification: appearance.key.specification)
      let isKept = lastPlace.updateValue(place, forKey: image).map { place - $0 <= room } ?? false
      if isKept { continue }
      let record = records[appearance.key]
      let roomSince = place >= room ? appearances[place - room].time : 0
      let decoder = free.indices.min { free[$0] < free[$1] } ?? 0
      let start = max(free[decoder], appearance.knownSince, roomSince)
      let end = start + (record?.imageSeconds ?? usualSeconds)
      if end <= appearance.time {
        free[decoder] = end
      } else {
        missed += 1
        if start < appearance.left { free[decoder] = end + (record?.previewSeconds ?? 0) }
      }
    }
    return missed
  }
}
