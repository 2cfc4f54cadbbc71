internal import GalleryKit

/// The second pass over a recording: says what each cell of each frame shows.
///
/// Every cell is held against the picture that belongs there, that of its embedded thumbnail, and those of the photos near it, in
/// every size in which it could have been decoded. A cell that an edge cuts is what it was, or becomes, where more of it is in view
/// and it looks the same.
package struct CellJudge: Sendable {
  /// What the frames showed so far.
  package private(set) var seen: [SeenFrame] = []
  /// How much of the stripes is there, in some cells that show their photo.
  package private(set) var stripes: [Float] = []

  private var screen: ScreenMap
  private var patterns: TagPatterns
  private var gauge = DetailGauge()
  private var visits: [Int: Visit] = [:]
  /// The patterns near the frame that is judged; `nil` until a cell asks.
  private var nearby: [TagPattern]?
  /// Luminance of the frames for each unit of a pattern, as photos lately had it.
  private var slope = Float((MarkedPattern.light - MarkedPattern.dark) / 2)
  /// The most that a cell reaches from its tag's centre.
  private let reach: Double

  /// A cell is its tag and the quiet zone around it.
  private static let cellShare = Double(MarkedPattern.squareModules) / Double(MarkedPattern.tagModules)
  /// The rows of modules without which a cell is not judged, and without which it is held to be no other photo.
  private static let (leastRows, leastRowsOfOther) = (2, 5)
  /// Correlations: of a photo that is beyond doubt, and of another photo.
  private static let (plain, other): (Float, Float) = (0.85, 0.75)
  /// How much more like its own photo than like others a cell must be, or the other way round.
  private static let (ownLead, otherLead): (Float, Float) = (0.03, 0.08)
  /// A shade of a picture has less than this share of its contrast.
  private static let leastSlope: Float = 0.5
  private static let mostKept = (views: 4, pending: 64, stripes: 4096)
  /// Other photos are looked for within so many screenfuls.
  private static let screenfuls = 6.0

  /// What a cell showed since it came on screen.
  private struct Visit {
    var lastFrame: Int
    var state: SeenState?
    /// Cells too small to judge, before there was a larger one.
    var slivers: [(frame: Int, cell: Int)] = []
    /// Whole views, and what they are.
    var known: [(view: CellView, state: SeenState)] = []
    /// Views that an edge cuts, before there was a whole one.
    var pending: [(frame: Int, cell: Int, view: CellView)] = []
  }

  package init(_ screen: ScreenMap, _ patterns: TagPatterns) {
    (self.screen, self.patterns) = (screen, patterns)
    reach = Self.cellShare / 2 * (screen.map.places.values.map(\.height).max() ?? 0)
  }

  /// Judges the next frame that was looked at.
  package mutating func judge(_ frame: LumaFrame) {
    let index = seen.count
    let means = AreaMeans(frame)
    if screen.fixes[index] == nil { screen.fixes[index] = search(means, index) }
    var now = SeenFrame(time: frame.time, fix: screen.fixes[index])
    if let fix = now.fix {
      nearby = nil
      let viewport = screen.viewport
      let places = screen.map.places(
        inPart: fix.part, from: fix.y + viewport.lowerBound - reach, to: fix.y + viewport.upperBound + reach)
      for place in places {
        let half = Self.cellShare / 2 * place.height
        let y = place.y - fix.y
        let area = (min(y + half, viewport.upperBound) - max(y - half, viewport.lowerBound)) / (2 * half)
        if area > 0 {
          now.cells.append(cell(frame, means, place, fix, area: area, at: (index, now.cells.count)))
        }
      }
    }
    seen.append(now)
    if index % 256 == 0 { visits = visits.filter { $0.value.lastFrame >= index } }
  }

  private mutating func cell(
    _ frame: LumaFrame, _ means: AreaMeans, _ place: PositionMap.Place, _ fix: PositionMap.Fix, area: Double,
    at position: (frame: Int, cell: Int)
  ) -> SeenCell {
    let (x, y) = (place.x - fix.x, place.y - fix.y)
    let view = CellView(means, place, x: x, y: y, viewport: screen.viewport)
    var visit = visits[place.number] ?? Visit(lastFrame: -2)
    if visit.lastFrame != position.frame - 1 { visit = Visit(lastFrame: -2) }
    visit.lastFrame = position.frame
    defer { visits[place.number] = visit }
    var cell = SeenCell(number: place.number, state: visit.state, area: Float(area))
    guard view.rows.count >= Self.leastRows else {
      if visit.state == nil { visit.slivers.append(position) }
      return cell
    }
    let stray = screen.strays[position.frame].contains {
      $0.lies(at: (x, y), within: 0.4, of: place) && $0.number != place.number
    }
    let state = stray ? .wrong : visit.known.last { $0.view.isLike(view) }?.state ?? state(view, place, fix)
    remember(state, view, position, &visit)
    cell.state = state
    if state == .photo, let pattern = patterns.pattern(place.number, turns: place.turns), place.turns == 0,
      let gain = view.gain(of: pattern), gain > 0.15 * slope,
      let reading = gauge.read(
        frame, pattern, place, x: x, y: y, viewport: screen.viewport, gain: Double(gain))
    {
      cell.detail = reading.detail
      if stripes.count < Self.mostKept.stripes, view.rows.count == TagPattern.side {
        stripes.append(reading.stripes)
      }
    }
    return cell
  }

  /// Keeps what the cell shows for frames of the same visit, and decides those before that waited for it.
  private mutating func remember(
    _ state: SeenState, _ view: CellView, _ position: (frame: Int, cell: Int), _ visit: inout Visit
  ) {
    if view.rows.count == TagPattern.side {
      if !view.isFlat, visit.known.last.map({ $0.state != state || !$0.view.isLike(view) }) ?? true {
        visit.known.append((view, state))
        if visit.known.count > Self.mostKept.views { visit.known.removeFirst() }
      }
      for pending in visit.pending where pending.view.isLike(view) {
        seen[pending.frame].cells[pending.cell].state = state
      }
      visit.pending = []
    } else if !view.isFlat, visit.known.isEmpty, visit.pending.count < Self.mostKept.pending {
      visit.pending.append((position.frame, position.cell, view))
    }
    for sliver in visit.slivers { seen[sliver.frame].cells[sliver.cell].state = state }
    visit.slivers = []
    visit.state = state
  }

  private mutating func state(
    _ view: CellView, _ place: PositionMap.Place, _ fix: PositionMap.Fix
  ) -> SeenState {
    guard !view.isFlat, let own = patterns.pattern(place.number, turns: place.turns) else { return .blank }
    let sharp = view.likeness(to: own, views: 0..<1)
    if sharp.correlation > Self.plain {
      slope += 0.02 * (sharp.slope - slope)
      return .photo
    }
    let photo = view.likeness(to: own, views: 0..<own.views.count)
    let thumbnail = patterns.pattern(place.number + MarkedPattern.thumbnailStep, turns: place.turns)
      .map { view.likeness(to: $0, views: 0..<$0.views.count) }
    let isThumbnail = (thumbnail?.correlation ?? -1) > photo.correlation
    let mine = isThumbnail ? thumbnail ?? photo : photo
    var other = CellView.Likeness(correlation: -1, view: 0, slope: 0)
    var second = other.correlation
    for pattern in others(of: place, fix) {
      let likeness = view.likeness(to: pattern, views: 0..<pattern.views.count, above: second)
      if likeness.correlation > other.correlation {
        (other, second) = (likeness, other.correlation)
      } else {
        second = max(second, likeness.correlation)
      }
    }
    let isCut = view.rows.count < Self.leastRowsOfOther
    if mine.isSure, mine.slope > Self.leastSlope * slope,
      mine.correlation > other.correlation + Self.ownLead || (isCut && mine.correlation > Self.plain)
    {
      if isThumbnail { return .thumbnail }
      return mine.view == 0 ? .photo : .coarse(TagPattern.coarseSides[mine.view - 1])
    }
    // An icon is as much like several photos.
    let isOther =
      !isCut && other.correlation > max(Self.other, max(mine.correlation, second) + Self.otherLead)
      && other.slope > Self.leastSlope * slope
    return isOther ? .wrong : .blank
  }

  /// The patterns of photos within some screenfuls, and of their thumbnails.
  private mutating func others(of place: PositionMap.Place, _ fix: PositionMap.Fix) -> [TagPattern] {
    let patterns =
      nearby
      ?? {
        let far = Self.screenfuls * (screen.viewport.upperBound - screen.viewport.lowerBound)
        let places = screen.map.places(
          inPart: fix.part, from: fix.y + screen.viewport.lowerBound - far,
          to: fix.y + screen.viewport.upperBound + far)
        return places.flatMap { near in
          [0, MarkedPattern.thumbnailStep].compactMap {
            self.patterns.pattern(near.number + $0, turns: near.turns)
          }
        }
      }()
    nearby = patterns
    return patterns.filter {
      $0.number != place.number && $0.number != place.number + MarkedPattern.thumbnailStep
    }
  }

  /// How far a frame is scrolled that has no legible tags.
  private mutating func search(_ means: AreaMeans, _ index: Int) -> PositionMap.Fix? {
    guard let last = screen.fixes[..<index].lastIndex(where: { $0 != nil }), let before = screen.fixes[last]
    else {
      return nil
    }
    let after = screen.fixes[(index + 1)...].first { $0 != nil } ?? nil
    return OffsetSearch(map: screen.map, viewport: screen.viewport)
      .find(means, &patterns, before: before, gap: index - last, after: after)
  }
}
