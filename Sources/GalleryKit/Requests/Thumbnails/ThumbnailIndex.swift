public import GalleryEngine

/// What a thumbnail store holds, within a limit of bytes: names, sizes and the order of use, but no pictures.
///
/// A value without files, locks or clocks; a ``ThumbnailStore`` keeps one of its files, and model mode one of files that
/// there would be, so that both hold the same thumbnails after the same requests. What was not used the longest goes
/// first. All operations are O(1), but for what they return, and the few sizes that one photo is stored in.
public struct ThumbnailIndex: Sendable {
  /// One thumbnail.
  public struct Entry: Hashable, Sendable {
    let family: UInt64
    let variant: UInt64
    /// The picture's size in pixels.
    public let size: PixelSize
    /// Bytes in its file.
    package let length: Int

    /// Bytes that its file takes of the disk, in blocks of 4096.
    public var byteCount: Int { (length + 4095) & ~4095 }

    init(family: UInt64, variant: UInt64, size: PixelSize, length: Int) {
      self.family = family
      self.variant = variant
      self.size = size
      self.length = length
    }

    /// The entry of a picture of that size without a colour profile.
    package init(_ key: ThumbnailKey, size: PixelSize) {
      self.init(
        family: key.family, variant: key.variant, size: size, length: ThumbnailEntry.byteCount(of: size))
    }
  }

  private struct Link {
    var entry: Entry
    /// The slot of the family's next entry, or `none`.
    var next: Int
  }

  private static let none = -1

  /// The most bytes that the store holds.
  public let byteLimit: Int
  /// The bytes that it holds.
  public private(set) var byteCount = 0
  /// How many thumbnails there are.
  public private(set) var count = 0

  /// Where the first entry of each family is.
  private var firstSlots: [UInt64: Int] = [:]
  private var links: [Link] = []
  private var freeSlots: [Int] = []
  private var order = SlotList()

  /// Makes an index of an empty store.
  public init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Makes room in memory for so many entries.
  mutating func reserve(_ count: Int) {
    firstSlots.reserveCapacity(count)
    links.reserveCapacity(count)
  }

  /// What there is for a key, without counting as a use of it.
  public func stored(for key: ThumbnailKey) -> StoredThumbnail {
    guard let first = firstSlots[key.family] else { return .none }
    return slot(of: key.variant, from: first) == nil ? .other : .exact
  }

  /// The thumbnail of that very key, which counts as a use of it.
  public mutating func use(_ key: ThumbnailKey) -> Entry? {
    guard let slot = slot(family: key.family, variant: key.variant) else { return nil }
    touch(slot)
    return links[slot].entry
  }

  /// The same picture in the size that is nearest, which counts as a use of it.
  ///
  /// That is the smallest size that covers the target, or else the largest.
  public mutating func useNearest(to key: ThumbnailKey) -> Entry? {
    var best = Self.none
    var slot = firstSlots[key.family] ?? Self.none
    while slot != Self.none {
      if best == Self.none
        || isNearer(links[slot].entry.size, than: links[best].entry.size, to: key.targetSize)
      {
        best = slot
      }
      slot = links[slot].next
    }
    guard best != Self.none else { return nil }
    touch(best)
    return links[best].entry
  }

  /// Enters a thumbnail, and gives back what had to go for it, the longest unused first, which may be itself.
  public mutating func insert(_ entry: Entry) -> [Entry] {
    var gone: [Entry] = []
    if let old = remove(family: entry.family, variant: entry.variant), old != entry { gone.append(old) }
    guard entry.byteCount <= byteLimit else { return gone + [entry] }
    gone += makeRoom(for: entry.byteCount)
    let slot = freeSlots.popLast() ?? links.count
    let link = Link(
      entry: entry, next: firstSlots.updateValue(slot, forKey: entry.family) ?? Self.none)
    if slot == links.count { links.append(link) } else { links[slot] = link }
    order.append(slot)
    count += 1
    byteCount += entry.byteCount
    return gone
  }

  /// Lets thumbnails go until so many bytes more are within the limit, and gives them back.
  public mutating func makeRoom(for bytes: Int) -> [Entry] {
    var gone: [Entry] = []
    while byteCount > byteLimit - bytes, let slot = order.oldest { gone.append(remove(slot)) }
    return gone
  }

  /// Takes a thumbnail out.
  @discardableResult
  public mutating func remove(_ entry: Entry) -> Entry? {
    remove(family: entry.family, variant: entry.variant)
  }

  /// All thumbnails, the longest unused first.
  ///
  /// - Complexity: O(*n*).
  public var entries: [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    var slot = order.oldest
    while let place = slot {
      entries.append(links[place].entry)
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
    firstSlots[family].flatMap { slot(of: variant, from: $0) }
  }

  private func slot(of variant: UInt64, from first: Int) -> Int? {
    var slot = first
    while slot != Self.none {
      if links[slot].entry.variant == variant { return slot }
      slot = links[slot].next
    }
    return nil
  }

  private mutating func touch(_ slot: Int) {
    guard slot != order.newest else { return }
    order.remove(slot)
    order.append(slot)
  }

  private mutating func remove(family: UInt64, variant: UInt64) -> Entry? {
    slot(family: family, variant: variant).map { remove($0) }
  }

  private mutating func remove(_ slot: Int) -> Entry {
    let link = links[slot]
    unlink(slot, of: link.entry.family)
    order.remove(slot)
    freeSlots.append(slot)
    count -= 1
    byteCount -= link.entry.byteCount
    return link.entry
  }

  /// Takes the slot out of the list of its family.
  private mutating func unlink(_ slot: Int, of family: UInt64) {
    let next = links[slot].next
    guard var before = firstSlots[family] else { return }
    if before == slot {
      firstSlots[family] = next == Self.none ? nil : next
      return
    }
    while links[before].next != slot { before = links[before].next }
    links[before].next = next
  }
}
