import GalleryKit
import Testing

@testable import ScrollSim

struct PositionMapTests {
  /// Frames of 300 pixels that each show as many rows of a grid as it has columns.
  private func frames(topRows: [Int], columns: Int = 3) -> [MapFrame] {
    let pitch = 300 / columns
    return topRows.map { top in
      let tags = (columns * top..<columns * (top + columns)).map { number in
        TagSighting(
          number: number, x: Float(pitch * (number % columns) + pitch / 2),
          y: Float(pitch * (number / columns - top) + pitch / 2), width: Float(pitch * 2 / 5),
          height: Float(pitch * 2 / 5))
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

  @Test func `how a grid moves is told by the photos that agree, whatever is on screen twice or stays`() {
    func tag(_ number: Int, _ x: Float, _ y: Float) -> TagSighting {
      TagSighting(number: number, x: x, y: y, width: 80, height: 80)
    }
    let before = [tag(1, 50, 50), tag(2, 150, 50), tag(3, 250, 50), tag(1, 400, 200)]
    let rest = PhotoMotion(from: before, to: before.reversed())
    #expect(rest.across == 0 && rest.shift == nil && rest.still.count == 4)
    let after = [tag(1, 50, 20), tag(2, 150, 20), tag(9, 250, 20), tag(1, 400, 200)]
    let moved = PhotoMotion(from: before, to: after)
    #expect(moved.shift == -30 && moved.still == [3])
    // Two cells that show one another's photo for a moment are no motion.
    let swapped = PhotoMotion(from: before, to: [tag(2, 50, 50), tag(1, 150, 50), tag(3, 250, 50)])
    #expect(swapped.shift == nil)
  }

  @Test func `columns whose photos have different heights are counted side by side`() {
    let heights: [Float] = [80, 105, 64]
    let tags = (0..<30).map { item in
      let height = heights[item % 3]
      return TagSighting(
        number: item, x: Float(item % 3) * 110 + 60, y: (Float(item / 3) + 0.5) * height * 1.25, width: 80,
        height: height)
    }
    #expect(PositionMap.read([MapFrame(tags: tags)], height: 1400).map.columns == 3)
  }

  @Test func `a known map of other columns is told apart from one of the same`() {
    let known = WatchedVideo(
      path: "slow.mp4", width: 300, height: 300, times: [], indices: [], seen: [],
      map: PositionMap.read(frames(topRows: Array(0...8)), height: 300).map, areMarked: true,
      viewport: 0...300, refusal: nil, tornFrames: 0, pictures: [:])
    func otherColumns(of columns: Int) -> Int? {
      var mapper = ScreenMapper(TagPatterns { _ in nil })
      let picture = LumaFrame(width: 300, height: 300, pixels: Array(repeating: 128, count: 300 * 300))
      for frame in frames(topRows: [3, 2, 1, 0], columns: columns) { mapper.look(at: picture, frame.tags) }
      return mapper.map(height: 300, from: known).otherColumns
    }
    #expect(otherColumns(of: 3) == nil)
    #expect(otherColumns(of: 5) == 5)
  }

  @Test(arguments: [1, 8])
  func `a pinch separates what lay in three columns from what lies in five, and no frame shows both`(
    steps: Int
  ) {
    let wide = frames(topRows: Array(0...8))
    let pinched = (1..<steps).map { step in
      let scale = 1 - 0.4 * Float(step) / Float(steps)
      let tags = wide[8].tags.map { tag in
        TagSighting(
          number: tag.number, x: 150 + (tag.x - 150) * scale, y: 150 + (tag.y - 150) * scale,
          width: tag.width * scale, height: tag.height * scale)
      }
      return MapFrame(tags: tags)
    }
    let film = wide + pinched + frames(topRows: Array(3...13), columns: 5)
    let (map, fixes) = PositionMap.read(film, height: 300)
    #expect(map.rows.count == 2)
    #expect(fixes.count { $0 == nil } < steps, "only frames of the pinch are unknown")
    for (frame, fix) in zip(film, fixes) {
      guard let fix else { continue }
      for place in map.places(inPart: fix.part, scrolled: fix.y, in: 0...300) {
        let tag = frame.tags.first { $0.number == place.number }
        let position = (x: place.x - fix.x, y: place.y - fix.y)
        #expect(tag?.lies(at: position, within: 0.4, of: place) == true, "photo \(place.number)")
      }
    }
  }

  /// A tag that no other is like.
  private static func modules(of number: Int) -> [Bool] {
    var random = SeededGenerator(seed: UInt64(number))
    return (0..<TagPattern.side * TagPattern.side).map { _ in Bool.random(using: &random) }
  }

  /// What a frame of `frames(topRows:)` shows.
  private func picture(topRow: Int) -> [UInt8] {
    var pixels = [UInt8](repeating: 128, count: 300 * 300)
    for number in 3 * topRow..<3 * topRow + 9 {
      draw(number, left: 30 + 100 * (number % 3), top: 30 + 100 * (number / 3 - topRow), in: &pixels)
    }
    return pixels
  }

  private func draw(_ number: Int, left: Int, top: Int, module side: Int = 4, in pixels: inout [UInt8]) {
    for (module, isLight) in Self.modules(of: number).enumerated() {
      let (left, top) = (left + side * (module % TagPattern.side), top + side * (module / TagPattern.side))
      for y in top..<top + side {
        for x in left..<left + side { pixels[300 * y + x] = isLight ? 185 : 70 }
      }
    }
  }

  /// What is seen in the cells of a map where a frame lies in it; some of its tags do not lie as the map has them.
  private func cells(
    _ pixels: [UInt8], of map: PositionMap, at fix: PositionMap.Fix?, strays: [TagSighting] = [],
    displaced: [Int: TagSighting] = [:]
  ) -> [SeenCell] {
    let screen = ScreenMap(
      map: map, areMarked: true, fixes: [fix], strays: [strays], displaced: [displaced], viewport: 0...300)
    var judge = CellJudge(screen, TagPatterns { Self.modules(of: $0) })
    judge.judge(LumaFrame(width: 300, height: 300, pixels: pixels))
    return judge.seen[0].cells
  }

  @Test func `what a photo that opens hides is unknown, and shows no wrong photo`() {
    let (map, fixes) = PositionMap.read(frames(topRows: [0]), height: 300)
    var pixels = picture(topRow: 0)
    for place in 0..<100 * 100 { pixels[300 * (place / 100) + place % 100] = 128 }
    // The first photo has left its cell, and is three times as large over the middle one.
    draw(0, left: 90, top: 90, module: 12, in: &pixels)
    let open = TagSighting(number: 0, x: 150, y: 150, width: 120, height: 120)
    let seen = cells(pixels, of: map, at: fixes[0], strays: [open])
    let states = seen.sorted { $0.number < $1.number }.map(\.state)
    #expect(states == [.blank, .photo, .photo, .photo, nil, .photo, .photo, .photo, .photo])
  }

  @Test func `a photo that lies beside its place is seen where its tag is`() {
    let (map, fixes) = PositionMap.read(frames(topRows: [0, 0]), height: 300)
    let picture = picture(topRow: 0)
    var pixels = picture
    for y in 0..<100 {
      let (from, to) = ((100 + y) * 300 + 100, (117 + y) * 300 + 100)
      pixels.replaceSubrange(to..<to + 100, with: picture[from..<from + 100])
    }
    let tag = TagSighting(number: 4, x: 150, y: 167, width: 40, height: 40)
    for displaced in [[4: tag], [:]] {
      let seen = cells(pixels, of: map, at: fixes[0], displaced: displaced)
      let states = seen.filter { $0.number == 4 }.map(\.state)
      #expect(states == [displaced.isEmpty ? .blank : .photo])
    }
  }

  @Test func `a sliver of a cell at an edge is not in view`() {
    let screen = ScreenMap(
      map: PositionMap(), areMarked: true, fixes: [], strays: [], displaced: [], viewport: 0...600)
    // A cell of 120 pixels whose upper edge is at 599.5, at 598.5, or at 540.
    #expect([659.5, 658.5, 600].map { screen.area(y: $0, height: 100) } == [0, 0.0125, 0.5])
  }

  @Test(arguments: [30, 60])
  func `photos that come again in other rows are noticed`(period: Int) {
    var mapper = ScreenMapper(TagPatterns { _ in nil })
    let picture = LumaFrame(width: 300, height: 300, pixels: Array(repeating: 128, count: 300 * 300))
    for step in 0..<400 {
      let offset = 15 * step
      let tags = (offset / 100 * 3..<(offset / 100 + 4) * 3).compactMap { item -> TagSighting? in
        let y = item / 3 * 100 + 50 - offset
        guard (20...280).contains(y) else { return nil }
        return TagSighting(
          number: item % period, x: Float(item % 3 * 100 + 50), y: Float(y), width: 40, height: 40)
      }
      mapper.look(at: picture, tags)
    }
    #expect(mapper.map(height: 300).leaps > 1)
  }

  @Test func `a photo that comes on its side first is seen where it is upright`() {
    var film = frames(topRows: [0, 0, 0, 0, 0])
    for frame in [0, 4] { film[frame].tags[4].turns = 1 }
    let (map, fixes) = PositionMap.read(film, height: 300)
    #expect(map.places[4]?.turns == 0)
    let seen = cells(picture(topRow: 0), of: map, at: fixes[1])
    #expect(seen.count == 9 && seen.allSatisfy { $0.state == .photo })
  }

  @Test func `cells of a plain grid whose photos no frame shows are unknown`() {
    // Of ten rows, one photo of the third never comes, and all of the sixth.
    let film = frames(topRows: Array(0...7)).map { frame in
      MapFrame(tags: frame.tags.filter { $0.number != 7 && !(15...17).contains($0.number) })
    }
    let (map, fixes) = PositionMap.read(film, height: 300)
    #expect(map.holes[0]?.map { $0.y.rounded() } == [250, 550])
    #expect(map.holes[0]?.map(\.cells) == [1, 3])
    let seen = cells(picture(topRow: 4), of: map, at: fixes[4])
    #expect(seen.count { $0.state == .photo } == 6)
    #expect(seen.filter { $0.state == nil }.map { $0.area.rounded() } == [3])
  }

  @Test func `a header between rows, and rows at any distance, are no holes of a map`() {
    func holes(_ tops: [Float]) -> [MapHole]? {
      let tags = tops.enumerated().flatMap { row, top in
        (0..<3).map { column in
          TagSighting(
            number: 3 * row + column, x: Float(100 * column + 50), y: top + 50, width: 40, height: 40)
        }
      }
      return PositionMap.read([MapFrame(tags: tags)], height: 2000).map.holes[0]
    }
    #expect(holes([0, 100, 200, 300, 460, 560]) == [])
    #expect(holes([0, 100, 230, 390, 480, 620]) == [])
    #expect(holes([0, 100, 200, 300, 500, 600])?.map(\.cells) == [3])
  }

  @Test func `a frame without tags is looked for until sixty after the last with some, or before the next`()
    throws
  {
    let (map, fixes) = PositionMap.read(frames(topRows: [0, 1, 2, 3, 4]), height: 300)
    let before = try #require(fixes[0])
    let search = OffsetSearch(map: map, viewport: 0...300)
    let shown = AreaMeans(LumaFrame(width: 300, height: 300, pixels: picture(topRow: 2)))
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
