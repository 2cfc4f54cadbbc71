internal import OrderedCollections

/// Images by key, within a budget of decoded bytes.
///
/// A value without locks or clocks; the ``RequestEngine`` owns one. What it holds is booked under
/// ``MemoryOwner/cache``. Whatever leaves the cache is handed back, so
/// that its memory can be freed without a lock held.
///
/// Pinned images are those on screen, which cells hold anyway: they are never given up for others, take nothing of the
/// budget, and are booked under ``MemoryOwner/cells``.
package struct ImageCache: Sendable {
  /// The most bytes of images that are not pinned; ``limit(to:)`` changes it.
  package private(set) var byteLimit: Int
  /// The bytes that it holds.
  package private(set) var byteCount = 0
  /// Of these, the bytes of images that are not pinned.
  package var unpinnedByteCount: Int { byteCount - pinnedByteCount }

  /// Images by asset: one dictionary answers what there is of a key and of an asset, since few assets have more than one.
  private var slots = SlotTable<AssetKey>()
  /// By slot; `nil` where a slot is free, and what the other columns have for it means nothing.
  ///
  /// Columns, so that looking for an image copies none on the way, whose references would be counted.
  private var images: [DecodedImage?] = []
  private var keys: [ImageKey] = []
  private var positions: [Int?] = []
  /// Knows the images that may be given up: all but the pinned ones.
  private var policy: any EvictionPolicy
  /// The keys that are pinned, whether their images are here or not.
  private var pinned: OrderedSet<ImageKey> = []
  private var pinnedByteCount = 0

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - byteLimit: the most bytes it holds; an image larger than that is never kept.
  ///   - eviction: decides what goes first when it is full.
  package init(byteLimit: Int, eviction: any EvictionPolicy.Type = LRUEviction.self) {
    self.byteLimit = byteLimit
    self.policy = eviction.init()
  }

  /// How many images there are.
  package var count: Int { slots.count }

  /// Whether the image is there, without counting as a use of it.
  package func contains(_ key: ImageKey) -> Bool { slot(of: key) != nil }

  /// The image, which counts as a use of it.
  ///
  /// - Complexity: O(1) under `lru`.
  package mutating func image(for key: ImageKey) -> DecodedImage? {
    guard let slot = slot(of: key) else { return nil }
    if !isPinned(key) { policy.access(slot) }
    return images[slot]
  }

  /// The largest image of the key's asset, as it looks now, that shows the same part of it under any other
  /// specification, or the degraded image.
  package func largestImage(otherThan key: ImageKey) -> DecodedImage? {
    var largest: DecodedImage?
    slots.forEach(of: key.assetKey) { slot in
      if !keys[slot].isSameWork(as: key), keys[slot].revision == key.revision,
        keys[slot].specification.cropRect == key.specification.cropRect, let image = images[slot],
        image.pixels.byteCount > largest?.pixels.byteCount ?? 0
      {
        largest = image
      }
    }
    return largest
  }

  /// Keeps the image, and gives back what had to go for it, which may be the image itself.
  ///
  /// - Parameters:
  ///   - image: the image.
  ///   - key: what the image is of, and how it is wanted.
  ///   - position: where the image's item stands in its grid, if it is known.
  package mutating func insert(
    _ image: DecodedImage, for key: ImageKey, at position: Int? = nil
  ) -> [(key: ImageKey, image: DecodedImage)] {
    guard slot(of: key) == nil else { return [] }
    let size = image.pixels.byteCount
    let isPinned = isPinned(key)
    guard isPinned || size <= byteLimit else {
      // Only a cell may hold it.
      image.pixels.move(to: .cells)
      return [(key, image)]
    }
    let evicted = isPinned ? [] : trim(to: byteLimit - size)
    let slot = slots.insert(into: key.assetKey)
    images.set(slot, to: image)
    keys.set(slot, to: key)
    positions.set(slot, to: position)
    byteCount += size
    if isPinned { pinnedByteCount += size } else { policy.insert(slot, at: position) }
    image.pixels.move(to: isPinned ? .cells : .cache)
    return evicted
  }

  /// Changes ``byteLimit``, and gives back what had to go for it.
  package mutating func limit(to byteLimit: Int) -> [(key: ImageKey, image: DecodedImage)] {
    self.byteLimit = byteLimit
    return trim(to: byteLimit)
  }

  /// Lets the image go and gives it back.
  package mutating func remove(_ key: ImageKey) -> DecodedImage? {
    slot(of: key).map { remove(slot: $0).image }
  }

  /// Lets images go until those that are not pinned take no more than `limit` bytes, and gives them back.
  package mutating func trim(to limit: Int) -> [(key: ImageKey, image: DecodedImage)] {
    var evicted: [(key: ImageKey, image: DecodedImage)] = []
    while unpinnedByteCount > limit, let slot = policy.victim() { evicted.append(remove(slot: slot)) }
    return evicted
  }

  /// Removes all degraded images that are not pinned, and returns them.
  ///
  /// - Complexity: O(images).
  package mutating func removeDegraded() -> [(key: ImageKey, image: DecodedImage)] {
    let slots = images.indices.filter { slot in
      images[slot] != nil && keys[slot].kind == .degraded && !isPinned(keys[slot])
    }
    return slots.map { remove(slot: $0) }
  }

  /// Pins these images and no others, whether they are here yet or not, and tells the policy what the user looks at.
  ///
  /// - Parameters:
  ///   - keys: of the images that are on screen.
  ///   - focus: the position in the middle of the screen.
  /// - Complexity: O(keys).
  package mutating func pin(_ keys: [ImageKey], around focus: Int) {
    policy.focus(on: focus)
    let before = pinned
    pinned = OrderedSet(keys)
    for key in before where !pinned.contains(key) {
      guard let slot = slot(of: key), let image = images[slot] else { continue }
      pinnedByteCount -= image.pixels.byteCount
      image.pixels.move(to: .cache)
      policy.insert(slot, at: positions[slot])
    }
    for key in pinned where !before.contains(key) {
      guard let slot = slot(of: key), let image = images[slot] else { continue }
      pinnedByteCount += image.pixels.byteCount
      image.pixels.move(to: .cells)
      policy.remove(slot)
    }
  }

  private func isPinned(_ key: ImageKey) -> Bool { !pinned.isEmpty && pinned.contains(key) }

  private func slot(of key: ImageKey) -> Int? {
    slots.first(of: key.assetKey) { keys[$0].isSameWork(as: key) }
  }

  private mutating func remove(slot: Int) -> (key: ImageKey, image: DecodedImage) {
    // Asked in place, since a copy would count.
    let isHeldElsewhere = images[slot]?.isHeldElsewhere() ?? false
    guard let image = images[slot].take() else {
      preconditionFailure("slot \(slot) of the image cache is empty")
    }
    let key = keys[slot]
    slots.remove(slot, from: key.assetKey)
    let size = image.pixels.byteCount
    byteCount -= size
    if isPinned(key) { pinnedByteCount -= size } else { policy.remove(slot) }
    // What no cell holds is as good as freed.
    image.pixels.move(to: isHeldElsewhere ? .cells : .cache)
    return (key, image)
  }
}
