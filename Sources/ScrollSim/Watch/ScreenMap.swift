package import GalleryKit

/// Where the photos of a recording lie, how far each frame is scrolled, and the heights between which it shows what scrolls.
package struct ScreenMap: Sendable {
  package let map: PositionMap
  /// Whether the photos are those of `scrollsim library mark` (``OwnMarks``).
  package let areMarked: Bool
  /// One for each frame that was looked at; `nil` where nothing is legible.
  package var fixes: [PositionMap.Fix?]
  /// The tags of each frame that do not lie where the map has them.
  package let strays: [[TagSighting]]
  /// The tags of each frame that lie beside the place of their photo, as where cells slide, grow, or are stretched at the end.
  let displaced: [[Int: TagSighting]]
  /// The frames that show two moments, one above the other: nothing of them is known.
  package var torn: Set<Int> = []
  package let viewport: ClosedRange<Double>
  /// The heights beyond it of which nothing tells whether they scroll.
  var undecided: [ClosedRange<Double>] = []
  /// The bars that come and go.
  var bars: [PassingBar] = []
  /// The viewport of the frame that is looked at, without what such bars hide; `nil` if they hide nothing.
  private(set) var openViewport: ClosedRange<Double>?
  /// How often a frame's photos lie elsewhere in the map than the frame before and their motion say.
  var leaps = 0
  /// The columns of this recording, where its photos do not lie as a known map has them.
  package var otherColumns: Int?

  /// The frames beyond which another frame says nothing about this one.
  private static let farthest = 1200
  /// Less of a cell at an edge is the error of reading where the edge and the cell are.
  private static let sliver = (pixels: 0.5, share: 0.01)
  /// A picture that stays longer is no frame of a motion.
  private static let restSeconds = 0.1
  /// Fewer tags could be those of wrong photos.
  private static let fewestOfTorn = 2
  /// The pixels by which both moments of a torn frame may be farther apart than the frames around it.
  private static let tornSlack = 4.0

  /// A cell is its tag and the quiet zone around it.
  static let cellShare = Double(MarkedPattern.squareModules) / Double(MarkedPattern.tagModules)

  /// The heights between which the frame that is looked at shows what scrolls.
  var frameViewport: ClosedRange<Double> { openViewport ?? viewport }

  /// Looks at a frame; `nil` for none in particular.
  mutating func look(at frame: AreaMeans?) {
    openViewport = nil
    guard let frame else { return }
    for bar in bars where bar.isShown(in: frame) {
      let open = frameViewport
      let (top, bottom) =
        bar.isAtTop
        ? (max(open.lowerBound, bar.depth), open.upperBound)
        : (open.lowerBound, min(open.upperBound, Double(frame.height) - bar.depth))
      if top < bottom { openViewport = top...bottom }
    }
  }

  /// The places of which a frame shows something, and the share of each cell's area that lies in the viewport.
  func inView(_ fix: PositionMap.Fix) -> [(place: PositionMap.Place, area: Double)] {
    let reach = Self.cellShare / 2 * map.mostHeight
    let places = map.places(inPart: fix.part, scrolled: fix.y, in: frameViewport, beyond: reach)
    return places.compactMap { place in
      let area = self.area(y: place.y - fix.y, height: place.height)
      return area > 0 ? (place, area) : nil
    }
  }

  /// The share of a cell's area that lies in the viewport, by its tag's place in a frame; 0 if hardly any does.
  func area(y: Double, height: Double) -> Double {
    let side = Self.cellShare * height
    let seen =
      min(y + side / 2, frameViewport.upperBound) - max(y - side / 2, frameViewport.lowerBound)
    return seen > max(Self.sliver.pixels, Self.sliver.share * side) ? seen / side : 0
  }

  /// Marks the frames as torn whose stray tags are all on one side of the others, and scrolled as a frame around them is.
  mutating func findTorn(_ frames: [MapFrame]) {
    let known = fixes
    for (index, strays) in strays.enumerated() where strays.count >= Self.fewestOfTorn {
      guard let fix = known[index] else { continue }
      let shifts = strays.compactMap { tag -> Double? in
        guard let place = map.places[tag.number], place.part == fix.part else { return nil }
        guard abs(place.x - fix.x - Double(tag.x)) < PositionMap.tolerance * place.width else { return nil }
        return place.y - Double(tag.y) - fix.y
      }
      guard shifts.count == strays.count, shifts.allSatisfy({ abs($0 - shifts.middle) < 2 }) else { continue }
      // Cells that still show photos of rows long gone, as recycled ones may, are shifted alike, too, but too far.
      let around = [index - 1, index + 1].filter(known.indices.contains).compactMap { known[$0] }
      let steps = around.filter { $0.part == fix.part }.map { $0.y - fix.y } + [0]
      let slack = Self.tornSlack + (steps.max() ?? 0) - (steps.min() ?? 0)
      guard abs(shifts.middle) < slack else { continue }
      let others = frames[index].tags.filter { !strays.contains($0) }.map(\.y)
      guard let top = others.min(), let bottom = others.max() else { continue }
      if strays.allSatisfy({ $0.y < top }) || strays.allSatisfy({ $0.y > bottom }) {
        torn.insert(index)
        fixes[index] = nil
      }
    }
  }

  /// The nearest frames before and after one that are sure how far they are scrolled.
  private func neighbours(of index: Int) -> (before: Int?, after: Int?) {
    func isSure(_ fix: PositionMap.Fix?) -> Bool { fix?.isSure == true }
    return (
      fixes[..<index].suffix(Self.farthest).lastIndex(where: isSure),
      fixes[(index + 1)...].prefix(Self.farthest).firstIndex(where: isSure)
    )
  }

  /// Whether a frame that does not tell how far it is scrolled, between two that show photos, shows no photo,
  /// and whether it shows the rows of the grid.
  func empty(_ means: AreaMeans, _ index: Int) -> (isEmpty: Bool, hasRows: Bool) {
    let near = neighbours(of: index)
    guard near.after != nil, let before = near.before.flatMap({ fixes[$0] }) else { return (false, false) }
    let screen = EmptyScreen(map, part: before.part, viewport: frameViewport, width: means.width)
    return screen.isSeen(in: means) ? (true, screen.hasRows(in: means)) : (false, false)
  }

  /// How far a frame is scrolled if its tags do not tell; `nil` if nothing does.
  ///
  /// A single tag could be a wrong photo's; where it is the photo's own, it is read to a part of a pixel.
  func search(_ means: AreaMeans, _ index: Int, _ patterns: inout TagPatterns) -> PositionMap.Fix? {
    let near = neighbours(of: index)
    guard let last = near.before, let before = fixes[last] else { return fixes[index] }
    let found = OffsetSearch(map: map, viewport: frameViewport).find(
      means, &patterns, before: before, gap: index - last, after: near.after.flatMap { fixes[$0] })
    if let tag = fixes[index], found?.agrees(with: tag) == true { return tag }
    return found
  }

  /// Finds the empty screens that do not move any more: where photos then appear at rest.
  ///
  /// Several pictures without a photo mean motion, and the last of them is at rest; so is a picture that
  /// stays, if its rows would be seen to move.
  func settle(_ frames: inout [SeenFrame]) {
    for index in frames.indices.dropFirst().dropLast() where frames[index].fix == nil && frames[index].isEmpty
    {
      let stays = frames[index].hasRows && frames[index + 1].time - frames[index].time > Self.restSeconds
      guard frames[index - 1].fix == nil || stays, let next = frames[index + 1].fix,
        index + 2 == frames.count || frames[index + 2].fix?.agrees(with: next) == true
      else { continue }
      frames[index].fix = next
      frames[index].cells = inView(next).map {
        SeenCell(number: $0.place.number, state: .blank, area: Float($0.area))
      }
    }
  }
}
