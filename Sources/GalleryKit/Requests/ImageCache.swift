/// Images by key, within a budget of decoded bytes.
///
/// A value without locks or clocks; the ``RequestEngine`` owns one. What it holds is booked under
/// ``MemoryOwner/cache``. Whatever leaves the cache is handed back, so
/// that its memory can be freed by whoever holds no lock.
public struct ImageCache: Sendable {
  private struct Entry {
    var key: ImageKey
    var image: DecodedImage
  }

  /// The most bytes that the cache holds.
  public let byteLimit: Int
  /// The bytes that it holds.
  public private(set) var byteCount = 0

  private var slots: [ImageKey: Int] = [:]
  private var entries: [Entry?] = []
  private var freeSlots: [Int] = []
  private var policy: any EvictionPolicy
  /// Which keys there are of an asset: rarely more than one.
  private var keysByAsset: [String: [ImageKey]] = [:]

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - byteLimit: the most bytes it holds; an image larger than that is never kept.
  ///   - eviction: decides what goes first when it is full.
  public init(byteLimit: Int, eviction: any EvictionPolicy.Type = LRUEviction.self) {
    self.byteLimit = byteLimit
    self.policy = eviction.init()
  }

  /// How many images there are.
  public var count: Int { slots.count }

  /// Whether the image is there, without counting as a use of it.
  public func contains(_ key: ImageKey) -> Bool { slots[key] != nil }

  /// The image, which counts as a use of it.
  ///
  /// - Complexity: O(1) under `lru`.
  public mutating func image(for key: ImageKey) -> DecodedImage? {
    guard let slot = slots[key] else { return nil }
    policy.access(slot)
    return entries[slot]?.image
  }

  /// The largest image of the asset under any other specification.
  public func largestImage(ofAsset asset: String, otherThan key: ImageKey) -> DecodedImage? {
    guard let keys = keysByAsset[asset] else { return nil }
    return keys.filter { $0 != key }
      .compactMap { other in slots[other].flatMap { entries[$0]?.image } }
      .max { $0.pixels.byteCount < $1.pixels.byteCount }
  }

  /// Keeps the image, and gives back what had to go for it, which may be the image itself.
  public mutating func insert(_ image: DecodedImage, for key: ImageKey) -> [(
    key: ImageKey, image: DecodedImage
  )] {
    guard slots[key] == nil else { return [] }
    guard image.pixels.byteCount <= byteLimit else { return [(key, image)] }
    let evicted = trim(to: byteLimit - image.pixels.byteCount)
    let slot = freeSlots.popLast() ?? entries.count
    if slot == entries.count { entries.append(nil) }
    entries[slot] = Entry(key: key, image: image)
    slots[key] = slot
    keysByAsset[key.asset, default: []].append(key)
    byteCount += image.pixels.byteCount
    policy.insert(slot)
    image.pixels.move(to: .cache)
    return evicted
  }

  /// Lets the image go and gives it back.
  public mutating func remove(_ key: ImageKey) -> DecodedImage? {
    slots[key].map { remove(slot: $0).image }
  }

  /// Lets images go until no more than `limit` bytes are held, and gives them back.
  public mutating func trim(to limit: Int) -> [(key: ImageKey, image: DecodedImage)] {
    var evicted: [(key: ImageKey, image: DecodedImage)] = []
    while byteCount > limit, let slot = policy.victim() {
      let entry = remove(slot: slot)
      evicted.append((entry.key, entry.image))
    }
    return evicted
  }

  private mutating func remove(slot: Int) -> Entry {
    guard let entry = entries[slot] else { preconditionFailure("slot \(slot) of the image cache is empty") }
    entries[slot] = nil
    freeSlots.append(slot)
    slots[entry.key] = nil
    keysByAsset[entry.key.asset]?.removeAll { $0 == entry.key }
    if keysByAsset[entry.key.asset]?.isEmpty == true { keysByAsset[entry.key.asset] = nil }
    byteCount -= entry.image.pixels.byteCount
    policy.remove(slot)
    // If anybody still holds it, it is a cell.
    entry.image.pixels.move(to: .cells)
    return entry
  }
}
