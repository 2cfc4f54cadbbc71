import GalleryKit
import TestSupport
import Testing

@testable import GalleryRequests

@Suite struct `The thumbnail index` {
  /// The same rules in an array: slow, but easy to read.
  private struct Plain {
    let limit: Int
    /// From the longest unused to the latest used.
    var entries: [ThumbnailIndex.Entry] = []

    var bytes: Int { entries.reduce(0) { $0 + $1.byteCount } }

    mutating func use(_ entry: ThumbnailIndex.Entry) {
      entries.removeAll { $0 == entry }
      entries.append(entry)
    }

    mutating func insert(_ entry: ThumbnailIndex.Entry) -> [ThumbnailIndex.Entry] {
      var gone = entries.filter { $0.family == entry.family && $0.variant == entry.variant && $0 != entry }
      entries.removeAll { $0.family == entry.family && $0.variant == entry.variant }
      guard entry.byteCount <= limit else { return gone + [entry] }
      while bytes + entry.byteCount > limit { gone.append(entries.removeFirst()) }
      entries.append(entry)
      return gone
    }

    func nearest(_ family: UInt64, _ target: Int) -> Int? {
      let sides = entries.filter { $0.family == family }.map(\.size.width)
      return sides.filter { $0 >= target }.min() ?? sides.max()
    }
  }

  private static let sides = [10, 40, 41, 90, 200]

  private func key(_ family: Int, _ side: Int) throws -> ThumbnailKey {
    try #require(
      ThumbnailKey(
        asset: .sample("photo \(family)"),
        specification: ImageSpecification(targetSize: PixelSize(width: side, height: side))))
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `holds what plain rules hold, whatever it is asked`(seed: UInt64) throws {
    var random = Shuffler(seed: seed)
    let limit = 4096 * (10 + random.next(60))
    var index = ThumbnailIndex(byteLimit: limit)
    var plain = Plain(limit: limit)
    for _ in 0..<3000 {
      let side = Self.sides[random.next(Self.sides.count)]
      let key = try key(random.next(12), side)
      let entry = ThumbnailIndex.Entry(key, size: PixelSize(width: side, height: side))
      switch random.next(6) {
      case 0, 1:
        #expect(index.insert(entry) == plain.insert(entry))
      case 2:
        let isThere = plain.entries.contains(entry)
        let hasOther = plain.entries.contains { $0.family == entry.family }
        #expect(index.stored(for: key) == (isThere ? .exact : hasOther ? .other : .none))
        #expect(index.use(key) == (isThere ? entry : nil))
        if isThere { plain.use(entry) }
      case 3:
        let nearest = plain.nearest(key.family, side)
        let found = index.useNearest(to: key)
        #expect(found?.size.width == nearest)
        if let found { plain.use(found) }
      case 4:
        #expect(index.remove(entry) == (plain.entries.contains(entry) ? entry : nil))
        plain.entries.removeAll { $0 == entry }
      default:
        let room = random.next(limit / 2)
        var gone: [ThumbnailIndex.Entry] = []
        while plain.bytes > limit - room { gone.append(plain.entries.removeFirst()) }
        #expect(index.makeRoom(for: room) == gone)
      }
      #expect(index.entries == plain.entries)
      #expect(index.byteCount == plain.bytes)
      #expect(index.count == plain.entries.count)
    }
  }

  @Test func `evicts the old file of a key that has come in another size`() throws {
    let key = try key(1, 40)
    var index = ThumbnailIndex(byteLimit: 1_000_000)
    let old = ThumbnailIndex.Entry(key, size: PixelSize(width: 40, height: 30))
    let new = ThumbnailIndex.Entry(key, size: PixelSize(width: 40, height: 31))
    #expect(index.insert(old) == [])
    #expect(index.insert(new) == [old])
    #expect(index.entries == [new])
  }
}
