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
}
