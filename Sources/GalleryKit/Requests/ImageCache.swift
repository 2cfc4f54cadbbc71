/// Images by key, within a budget of decoded bytes.
///
/// A value without locks or clocks; the ``RequestEngine`` owns one. What it holds is booked under
/// ``MemoryOwner/cache``. Whatever leaves the cache is handed back, so
/// that its memory can be freed by whoever holds no lock.
public struct ImageCache: Sendable {
  /// What is looked at on the way to an image; it stands apart from the image, whose copies would be counted.
  private struct Link {
    var specification: ImageSpecification
    /// The slot of the asset's next image, or `none`.
    var next: Int
  }

  private static let none = -1

  /// The most bytes that the cache holds.
  public let byteLimit: Int
  /// The bytes that it holds.
  public private(set) var byteCount = 0

  /// Where the first image of each asset is; one dictionary serves both kinds of question, what there is of a key and
  /// what there is of an asset, since few assets have more than one image.
  private var firstSlots: [AssetKey: Int] = [:]
  /// By slot; `nil` where a slot is free, and its link means nothing.
  private var images: [(key: ImageKey, image: DecodedImage)?] = []
  private var links: [Link] = []
  private var freeSlots: [Int] = []
  private var policy: any EvictionPolicy

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
  public private(set) var count = 0

  /// Whether the image is there, without counting as a use of it.
  public func contains(_ key: ImageKey) -> Bool { slot(of: key) != nil }

  /// The image, which counts as a use of it.
  ///
  /// - Complexity: O(1) under `lru`.
  public mutating func image(for key: ImageKey) -> DecodedImage? {
    guard let slot = slot(of: key) else { return nil }
    policy.access(slot)
    return images[slot]?.image
  }

  /// The largest image of the key's asset under any other specification.
  public func largestImage(otherThan key: ImageKey) -> DecodedImage? {
    var largest: DecodedImage?
    var slot = firstSlots[key.assetKey] ?? Self.none
    while slot != Self.none {
      let link = links[slot]
      if link.specification != key.specification, let image = images[slot]?.image,
        image.pixels.byteCount > largest?.pixels.byteCount ?? 0
      {
        largest = image
      }
      slot = link.next
    }
    return largest
  }

  /// Keeps the image, and gives back what had to go for it, which may be the image itself.
  public mutating func insert(_ image: DecodedImage, for key: ImageKey) -> [(
    key: ImageKey, image: DecodedImage
  )] {
    guard slot(of: key) == nil else { return [] }
    let size = image.pixels.byteCount
    guard size <= byteLimit else { return [(key, image)] }
    let evicted = trim(to: byteLimit - size)
    let slot = freeSlots.popLast() ?? images.count
    let next = firstSlots.updateValue(slot, forKey: key.assetKey) ?? Self.none
    let link = Link(specification: key.specification, next: next)
    if slot == images.count {
      images.append((key, image))
      links.append(link)
    } else {
      images[slot] = (key, image)
      links[slot] = link
    }
    count += 1
    byteCount += size
    policy.insert(slot)
    image.pixels.move(to: .cache)
    return evicted
  }

  /// Lets the image go and gives it back.
  public mutating func remove(_ key: ImageKey) -> DecodedImage? {
    slot(of: key).map { remove(slot: $0).image }
  }

  /// Lets images go until no more than `limit` bytes are held, and gives them back.
  public mutating func trim(to limit: Int) -> [(key: ImageKey, image: DecodedImage)] {
    var evicted: [(key: ImageKey, image: DecodedImage)] = []
    while byteCount > limit, let slot = policy.victim() { evicted.append(remove(slot: slot)) }
    return evicted
  }

  private func slot(of key: ImageKey) -> Int? {
    var slot = firstSlots[key.assetKey] ?? Self.none
    while slot != Self.none {
      if links[slot].specification == key.specification { return slot }
      slot = links[slot].next
    }
    return nil
  }

  private mutating func remove(slot: Int) -> (key: ImageKey, image: DecodedImage) {
    guard let entry = images[slot].take() else {
      preconditionFailure("slot \(slot) of the image cache is empty")
    }
    unlink(slot, of: entry.key.assetKey)
    freeSlots.append(slot)
    count -= 1
    byteCount -= entry.image.pixels.byteCount
    policy.remove(slot)
    // If anybody still holds it, it is a cell.
    entry.image.pixels.move(to: .cells)
    return entry
  }

  /// Takes the slot out of the list of its asset's images.
  private mutating func unlink(_ slot: Int, of asset: AssetKey) {
    guard let index = firstSlots.index(forKey: asset) else { return }
    var before = firstSlots.values[index]
    if before == slot {
      if links[slot].next == Self.none {
        firstSlots.remove(at: index)
      } else {
        firstSlots.values[index] = links[slot].next
      }
      return
    }
    while links[before].next != slot { before = links[before].next }
    links[before].next = links[slot].next
  }
}
