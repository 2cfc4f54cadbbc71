internal import OrderedCollections

/// Images by key, within a budget of decoded bytes: a value that returns every image that leaves, so that no lock need be held
/// while memory is freed.
///
/// Its images are booked under ``MemoryOwner/cache``. Pinned images are on screen, so cells hold them anyway: they are never
/// evicted for others, do not count against the budget, and are booked under ``MemoryOwner/cells``.
package struct ImageCache: Sendable {
  /// The most bytes of unpinned images; ``limit(to:)`` changes it.
  package private(set) var byteLimit: Int
  package private(set) var byteCount = 0
  package var unpinnedByteCount: Int { byteCount - pinnedByteCount }

  private struct Entry {
    let key: ImageKey
    /// `nil` in a free slot, whose other values mean nothing.
    var image: DecodedImage?
    let position: Int?
  }

  /// Slots by asset: one table serves look-ups by key and by asset, since few assets have more than one image.
  private var slots = SlotTable()
  private var entries: [Entry] = []
  /// Knows the images that may be evicted: all but the pinned ones.
  private var policy: any EvictionPolicy
  private var pinned: OrderedSet<ImageKey> = []
  private var pinnedByteCount = 0

  package init(byteLimit: Int, eviction: any EvictionPolicy.Type = LRUEviction.self) {
    self.byteLimit = byteLimit
    self.policy = eviction.init()
  }

  package var count: Int { slots.count }

  /// Whether the image is cached; this does not count as a use.
  package func contains(_ key: ImageKey) -> Bool { slot(of: key) != nil }

  /// The image; this counts as a use.
  package mutating func image(for key: ImageKey) -> DecodedImage? {
    usedSlot(of: key).flatMap { entries[$0].image }
  }

  /// Counts a use of the image and returns whether it is cached; does not retain it.
  package mutating func use(_ key: ImageKey) -> Bool { usedSlot(of: key) != nil }

  /// The largest other image of the key's asset with the same revision and crop: of another specification, or degraded.
  package func largestImage(otherThan key: ImageKey) -> DecodedImage? {
    var largest: DecodedImage?
    slots.forEach(hash: key.assetKey.hash) { slot in
      // The newest of equals.
      if entries[slot].key.isOfSamePicture(as: key), entries[slot].key != key,
        let image = entries[slot].image, image.pixels.byteCount >= largest?.pixels.byteCount ?? 0
      {
        largest = image
      }
    }
    return largest
  }

  /// Caches the image; returns the evicted ones, or the image itself if it does not fit.
  package mutating func insert(
    _ image: DecodedImage, for key: ImageKey, at position: Int? = nil
  ) -> [EvictedImage] {
    guard slot(of: key) == nil else { return [] }
    let size = image.pixels.byteCount
    let isPinned = isPinned(key)
    guard isPinned || size <= byteLimit else {
      // Only a cell can still hold it.
      image.pixels.move(to: .cells)
      return [(key, image)]
    }
    let evicted = isPinned ? [] : trim(to: byteLimit - size)
    let slot = slots.insert(hash: key.assetKey.hash)
    entries.set(slot, to: Entry(key: key, image: image, position: position))
    byteCount += size
    if isPinned { pinnedByteCount += size } else { policy.insert(slot, at: position) }
    image.pixels.move(to: isPinned ? .cells : .cache)
    return evicted
  }

  package mutating func limit(to byteLimit: Int) -> [EvictedImage] {
    self.byteLimit = byteLimit
    return trim(to: byteLimit)
  }

  package mutating func remove(_ key: ImageKey) -> DecodedImage? {
    slot(of: key).map { remove(slot: $0).image }
  }

  /// Evicts images until the unpinned ones take no more than `limit` bytes, and returns them.
  package mutating func trim(to limit: Int) -> [EvictedImage] {
    var evicted: [EvictedImage] = []
    while unpinnedByteCount > limit, let slot = policy.victim() { evicted.append(remove(slot: slot)) }
    return evicted
  }

  /// Removes all degraded images that are not pinned, and returns them; O(images).
  package mutating func removeDegraded() -> [EvictedImage] {
    let slots = entries.indices.filter { slot in
      entries[slot].image != nil && entries[slot].key.kind == .degraded && !isPinned(entries[slot].key)
    }
    return slots.map { remove(slot: $0) }
  }

  /// Pins these images and no others, whether cached or not, and tells the policy the user's position.
  package mutating func pin(_ keys: [ImageKey], around focus: Int) {
    policy.focus(on: focus)
    guard !pinned.elementsEqual(keys) else { return }
    let before = pinned
    pinned = OrderedSet(keys)
    for key in before.symmetricDifference(pinned) {
      guard let slot = slot(of: key), let image = entries[slot].image else { continue }
      let isPinned = isPinned(key)
      pinnedByteCount += isPinned ? image.pixels.byteCount : -image.pixels.byteCount
      image.pixels.move(to: isPinned ? .cells : .cache)
      if isPinned { policy.remove(slot) } else { policy.insert(slot, at: entries[slot].position) }
    }
  }

  private func isPinned(_ key: ImageKey) -> Bool { !pinned.isEmpty && pinned.contains(key) }

  private mutating func usedSlot(of key: ImageKey) -> Int? {
    let slot = slot(of: key)
    if let slot, !isPinned(key) { policy.access(slot) }
    return slot
  }

  private func slot(of key: ImageKey) -> Int? {
    slots.first(hash: key.assetKey.hash) { entries[$0].key == key }
  }

  private mutating func remove(slot: Int) -> EvictedImage {
    // Checked in place, since a copy would count.
    let isHeldElsewhere = entries[slot].image?.isHeldElsewhere() ?? false
    guard let image = entries[slot].image.take() else {
      preconditionFailure("slot \(slot) of the image cache is empty")
    }
    let key = entries[slot].key
    slots.remove(slot, hash: key.assetKey.hash)
    let size = image.pixels.byteCount
    byteCount -= size
    if isPinned(key) { pinnedByteCount -= size } else { policy.remove(slot) }
    // An image that no cell holds is as good as freed.
    image.pixels.move(to: isHeldElsewhere ? .cells : .cache)
    return (key, image)
  }
}

/// An image that left the cache, which is freed unless something else holds it.
package typealias EvictedImage = (key: ImageKey, image: DecodedImage)
