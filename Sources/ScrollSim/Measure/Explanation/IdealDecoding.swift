internal import GalleryKit

/// What decoders could have done at their best for the same appearances, which no window can exceed by leading more.
///
/// They know every appearance from the start, and after a jump from that jump on. They decode in the order of
/// appearance, never idle while the budget has room for another image, and never begin what would be late. An
/// appearance costs nothing if the same item appeared within the last images that fit the budget. An image takes the
/// least that this run measured for it; one that was never decoded in this run takes the middle of all.
///
/// The model is generous: cells that came too late cost nothing, and nothing that does not appear is decoded.
struct IdealDecoding {
  /// A cell coming on screen.
  struct Appearance {
    let item: Int
    let key: ImageKey
    /// In seconds.
    let time: Double
    /// When a window could know of it first, in seconds.
    let knownSince: Double
  }

  private let workers: Int
  /// How many images fit the budget.
  private let room: Int
  private let records: [ImageKey: ImageRecord]
  private let usualSeconds: Double?

  init(workers: Int, budgetBytes: Int, decodedBytes: Double, records: [ImageKey: ImageRecord]) {
    self.workers = workers
    self.records = records
    let images = records.values.reduce(0) { $0 + $1.decodes }
    let imageBytes = images > 0 ? decodedBytes / Double(images) : 0
    room = imageBytes > 0 ? Int(max(1, min(1e9, Double(budgetBytes) / imageBytes))) : .max
    let costs = records.values.compactMap(\.leastSeconds).sorted()
    usualSeconds = costs.isEmpty ? nil : costs[costs.count / 2]
  }

  /// How many of the appearances, which are in order of time, would find no image.
  ///
  /// - Complexity: O(appearances × workers).
  func missed(of appearances: [Appearance]) -> Int {
    guard let usualSeconds else { return 0 }
    var free = Array(repeating: 0.0, count: workers)
    var lastPlace: [Int: Int] = [:]
    var missed = 0
    for (place, appearance) in appearances.enumerated() {
      let isKept = lastPlace.updateValue(place, forKey: appearance.item).map { place - $0 <= room } ?? false
      if isKept { continue }
      let roomSince = place >= room ? appearances[place - room].time : 0
      let known = max(appearance.knownSince, roomSince)
      let decoder = free.indices.min { free[$0] < free[$1] } ?? 0
      let end = max(free[decoder], known) + (records[appearance.key]?.leastSeconds ?? usualSeconds)
      if end <= appearance.time { free[decoder] = end } else { missed += 1 }
    }
    return missed
  }
}
