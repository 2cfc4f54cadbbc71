package import GalleryEngine

/// A thumbnail store's content, within a limit of bytes: names, sizes and the order of use, but no pictures.
///
/// A value without files, locks or clocks. A ``ThumbnailStore`` keeps one for its files, and model mode one for imaginary
/// files, so that both hold the same thumbnails after the same requests. The least recently used thumbnail is evicted
/// first. All operations are O(1), except for the entries that they return and the few sizes that one photo is stored in.
package struct ThumbnailIndex: Sendable {
  package struct Entry: Hashable, Sendable {
    let family: UInt64
    let variant: UInt64
    package let size: PixelSize
    /// The file's length in bytes.
    package let length: Int

    /// The file's bytes on disk, in blocks of 4096.
    package var byteCount: Int { (length + 4095) & ~4095 }

    /// The entry of a picture of this size with this colour profile.
    package init(_ key: ThumbnailKey, size: PixelSize, profile: ColorProfile? = nil) {
      (family, variant, self.size) = (key.family, key.variant, size)
      length = ThumbnailEntry.byteCount(of: size, profile: profile)
    }
  }

  package let byteLimit: Int
  package private(set) var byteCount = 0
  package var count: Int { slots.count }

  /// By family.
  private var slots = SlotTable()
  /// By slot.
  private var held: [Entry] = []
  private var order = SlotList()

  package init(byteLimit: Int) { self.byteLimit = byteLimit }

  mutating func reserve(_ count: Int) {
    slots.reserve(count)
    held.reserveCapacity(count)
  }

  /// The match for a key; looking it up does not count as a use.
  package func stored(for key: ThumbnailKey) -> StoredThumbnail {
    guard slot(family: key.family, variant: key.variant) == nil else { return .exact }
    return slots.first(hash: key.family.hashValue) { held[$0].family == key.family } == nil ? .none : .other
  }

  /// The thumbnail of exactly this key; this counts as a use of it.
  package mutating func use(_ key: ThumbnailKey) -> Entry? {
    guard let slot = slot(family: key.family, variant: key.variant) else { return nil }
    order.renew(slot)
    return held[slot]
  }

  /// The same picture in the nearest size; this counts as a use of it.
  ///
  /// The nearest size is the smallest that covers the target, or else the largest.
  package mutating func useNearest(to key: ThumbnailKey) -> Entry? {
    var nearest: Int?
    slots.forEach(hash: key.family.hashValue) { slot in
      guard held[slot].family == key.family else { return }
      // The newest of equals.
      if nearest.map({ !isNearer(held[$0].size, than: held[slot].size, to: key.targetSize) }) ?? true {
        nearest = slot
      }
    }
    guard let nearest else { return nil }
    order.renew(nearest)
    return held[nearest]
  }

  /// Inserts a thumbnail, and returns the removed ones, the least recently used first; it may itself be one of them.
  package mutating func insert(_ entry: Entry) -> [Entry] {
    var gone: [Entry] = []
    if let old = remove(entry), old != entry { gone.append(old) }
    guard entry.byteCount <= byteLimit else { return gone + [entry] }
    gone += makeRoom(for: entry.byteCount)
    let slot = slots.insert(hash: entry.family.hashValue)
    held.set(slot, to: entry)
    order.append(slot)
    byteCount += entry.byteCount
    return gone
  }

  /// Evicts thumbnails until `bytes` more are within the limit, and returns them.
  package mutating func makeRoom(for bytes: Int) -> [Entry] {
    var gone: [Entry] = []
    while byteCount > byteLimit - bytes, let slot = order.oldest { gone.append(remove(slot)) }
    return gone
  }

  @discardableResult
  package mutating func remove(_ entry: Entry) -> Entry? {
    slot(family: entry.family, variant: entry.variant).map { remove($0) }
  }

  /// All thumbnails, the least recently used first.
  ///
  /// - Complexity: O(*n*).
  package var entries: [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    var slot = order.oldest
    while let place = slot {
      entries.append(held[place])
      slot = order.newer(than: place)
    }
    return entries
  }

  private func isNearer(_ size: PixelSize, than other: PixelSize, to target: PixelSize) -> Bool {
    let covers = size.width >= target.width && size.height >= target.height
    let otherCovers = other.width >= target.width && other.height >= target.height
    if covers != otherCovers { return covers }
    let (bytes, otherBytes) = (size.decodedByteCount, other.decodedByteCount)
    return covers ? bytes < otherBytes : bytes > otherBytes
  }

  private func slot(family: UInt64, variant: UInt64) -> Int? {
    slots.first(hash: family.hashValue) { held[$0].family == family && held[$0].variant == variant }
  }

  private mutating func remove(_ slot: Int) -> Entry {
    let entry = held[slot]
    slots.remove(slot, hash: entry.family.hashValue)
    order.remove(slot)
    byteCount -= entry.byteCount
    return entry
  }
}

extension ThumbnailIndex.Entry {
  /// Family and variant in hexadecimal, the size, and the file's length: `00c0ffee00c0ffee-0123456789abcdef-390x390-608912`.
  var fileName: String {
    "\(family.hexadecimal())-\(variant.hexadecimal())-\(size.width)x\(size.height)-\(length)"
  }

  /// Parses a file's name; `nil` if it is not an entry's.
  init?(fileName name: String) {
    let parts = name.split(separator: "-")
    guard parts.count == 4, let family = UInt64(parts[0], radix: 16),
      let variant = UInt64(parts[1], radix: 16),
      let length = Int(parts[3])
    else { return nil }
    let sides = parts[2].split(separator: "x").compactMap { Int($0) }
    // Products of longer sides, and sums of longer files, would be too large for numbers.
    guard sides.count == 2, sides.allSatisfy({ (1...ThumbnailEntry.longestSide).contains($0) }),
      (1..<1 << 48).contains(length)
    else { return nil }
    (self.family, self.variant, self.length) = (family, variant, length)
    size = PixelSize(width: sides[0], height: sides[1])
    guard fileName == name else { return nil }
  }
}
