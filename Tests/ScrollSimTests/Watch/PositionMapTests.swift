import GalleryKit
import Testing

@testable import ScrollSim

struct PositionMapTests {
  /// Frames that each show three rows of a grid of three columns, whose photos lie 100 pixels apart.
  private func frames(topRows: [Int]) -> [MapFrame] {
    topRows.map { top in
      let tags = (3 * top..<3 * top + 9).map { number in
        TagSighting(
          number: number, x: Float(50 + 100 * (number % 3)), y: Float(50 + 100 * (number / 3 - top)),
          width: 40, height: 40)
      }
      return MapFrame(tags: tags)
    }
  }

  @Test func `a known map is one with the photos from which a recording scrolls to it`() {
    let known = PositionMap.read(frames(topRows: [0]), height: 300).map
    #expect(known.places.keys.sorted() == Array(0...8))
    let (map, fixes) = PositionMap.read(frames(topRows: [4, 3, 2, 1, 0]), height: 300, from: known)
    #expect(map.rows.count == 1)
    #expect(map.places.keys.sorted() == Array(0...20))
    let offsets = fixes.compactMap { $0?.y }
    #expect(offsets.count == 5, "every frame shows photos of the map")
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { abs($0 - $1 - 100) < 1e-6 })
  }

  /// A tag that no other is like.
  private static func modules(of number: Int) -> [Bool] {
    var random = SeededGenerator(seed: UInt64(number))
    return (0..<TagPattern.side * TagPattern.side).map { _ in Bool.random(using: &random) }
  }

  /// What a frame of `frames(topRows:)` shows.
  private func picture(topRow: Int) -> AreaMeans {
    var pixels = [UInt8](repeating: 128, count: 300 * 300)
    for number in 3 * topRow..<3 * topRow + 9 {
      for (module, isLight) in Self.modules(of: number).enumerated() {
        let left = 30 + 100 * (number % 3) + 4 * (module % TagPattern.side)
        let top = 30 + 100 * (number / 3 - topRow) + 4 * (module / TagPattern.side)
        for y in top..<top + 4 {
          for x in left..<left + 4 { pixels[300 * y + x] = isLight ? 185 : 70 }
        }
      }
    }
    return AreaMeans(LumaFrame(width: 300, height: 300, pixels: pixels))
  }

  @Test func `a frame without tags is looked for until sixty after the last with some, or before the next`()
    throws
  {
    let (map, fixes) = PositionMap.read(frames(topRows: [0, 1, 2, 3, 4]), height: 300)
    let before = try #require(fixes[0])
    let (search, shown) = (OffsetSearch(map: map, viewport: 0...300), picture(topRow: 2))
    var patterns = TagPatterns { Self.modules(of: $0) }
    func find(gap: Int, after: PositionMap.Fix? = nil) -> Double? {
      search.find(shown, &patterns, before: before, gap: gap, after: after).map {
        ($0.y - before.y).rounded()
      }
    }
    let found = [find(gap: 60), find(gap: 61), find(gap: 61, after: fixes[4])]
    #expect(found == [200, nil, 200])
  }
}
