internal import GalleryKit

/// The second pass over a recording: says what each cell of each frame shows.
///
/// Every cell is compared with the picture that belongs there, with its embedded thumbnail, and with the
/// photos near it, in every size in which it could have been decoded. A cell that an edge cuts has the state
/// of an earlier or later frame in which more of it is in view and it looks the same.
package struct CellJudge: Sendable {
  package private(set) var seen: [SeenFrame] = []
  /// How much of the stripes is there, in some cells that show their photo.
  package private(set) var stripes: [Float] = []
  /// The frames in which one sees another picture than in the frame before.
  private(set) var changes = 0

  private var screen: ScreenMap
  private let holes: [Int: [MapHole]]
  private var patterns: TagPatterns
  private var gauge = DetailGauge()
  private var stays: [Int: Stay] = [:]
  /// The patterns near the frame that is judged; `nil` until a cell asks.
  private var nearby: [TagPattern]?
  /// The luminance of the last frame that counts as a change, block by block.
  private var lastChange: [Float] = []
  /// Luminance of the frames for each unit of a pattern, as in recent photos.
  private var slope = Float((MarkedPattern.light - MarkedPattern.dark) / 2)
  /// The fewest rows of modules by which a cell is judged, and by which it is taken for another photo.
  private static let (leastRows, leastRowsOfOther) = (2, 5)
  /// The height of tags of which one row is enough.
  private static let large = 80.0
  /// Correlations: of a photo that is beyond doubt, and of another photo.
  private static let (plain, other): (Float, Float) = (0.85, 0.75)
  /// How much more like its own photo than like others a cell must be.
  private static let ownLead: Float = 0.03
  /// Another photo leaves unexplained at most this share of what the next best photo does: an icon is equally
  /// like several.
  private static let otherRest: Float = 0.55
  /// A shade of a picture has less than this share of its contrast.
  private static let leastSlope: Float = 0.5
  /// A photo of which few rows are in view has at least this share.
  private static let leastPlainSlope: Float = 0.8
  /// The most that are kept, and the frames for which a sliver is taken for what the cell was when more of it
  /// was in view.
  private static let mostKept = (views: 4, pending: 64, stripes: 4096, slivers: 12)
  /// In pixels, and in luminance: a lesser change is a codec's noise.
  private static let (blockSide, leastChange): (Int, Float) = (8, 2)
  /// Other photos are looked for within this many screenfuls.
  private static let screenfuls = 6.0

  /// What a cell showed since it came on screen.
  private struct Stay {
    var lastFrame: Int
    /// What it was last, and in which frame it could be judged.
    var state: SeenState?
    var judgedFrame = -1
    /// Cells too small to judge, before there was a larger one.
    var slivers: [(frame: Int, cell: Int)] = []
    /// Whole views, and what they are.
    var known: [(view: CellView, state: SeenState)] = []
    /// Views that an edge cuts, before there was a whole one, and what each may be: the photo, if no other shows up meanwhile.
    var pending: [(frame: Int, cell: Int, view: CellView, guess: SeenState?)] = []

    /// Whether its last state tells its state in a nearby frame; a wrong photo soon gives way to another.
    func isCurrent(in frame: Int) -> Bool { state != .wrong && abs(frame - judgedFrame) <= mostKept.slivers }
  }

  package init(_ screen: ScreenMap, _ patterns: TagPatterns) {
    (self.screen, self.patterns) = (screen, patterns)
    holes = screen.map.holes
  }

  /// Ends the pass: an empty screen at rest lies where the next photos appear.
  package mutating func finish() {
    screen.look(at: nil)
    screen.settle(&seen)
  }

  package mutating func judge(_ frame: LumaFrame) {
    let (index, means) = (seen.count, AreaMeans(frame))
    screen.look(at: means)
    noteChange(means)
    var now = SeenFrame(time: frame.time, fix: screen.fixes[index])
    if now.fix?.isSure != true, !screen.torn.contains(index) {
      if now.fix == nil { (now.isEmpty, now.hasRows) = screen.empty(means, index) }
      if !now.isEmpty { now.fix = screen.search(means, index, &patterns) }
      screen.fixes[index] = now.fix
    }
    if let fix = now.fix {
      nearby = nil
      for (place, area) in screen.inView(fix) {
        now.cells.append(cell(frame, means, place, fix, area: area, at: (index, now.cells.count)))
      }
      for hole in holes[fix.part] ?? [] {
        let area = screen.area(y: hole.y - fix.y, height: hole.height) * Double(hole.cells)
        if area > 0 { now.cells.append(SeenCell(number: SeenCell.unseen, area: Float(area))) }
      }
    }
    seen.append(now)
    if index % 256 == 0 { stays = stays.filter { $0.value.lastFrame >= index } }
  }

  private mutating func noteChange(_ means: AreaMeans) {
    let now = means.blocks(of: Self.blockSide)
    if lastChange.isEmpty {
      lastChange = now
    } else if zip(lastChange, now).contains(where: { abs($0 - $1) > Self.leastChange }) {
      changes += 1
      lastChange = now
    }
  }

  private mutating func cell(
    _ frame: LumaFrame, _ means: AreaMeans, _ place: PositionMap.Place, _ fix: PositionMap.Fix, area: Double,
    at position: (frame: Int, cell: Int)
  ) -> SeenCell {
    let (x, y) = (place.x - fix.x, place.y - fix.y)
    let view = CellView(means, place, x: x, y: y, viewport: screen.frameViewport)
    var stay = stays[place.number] ?? Stay(lastFrame: -2)
    if stay.lastFrame != position.frame - 1 { stay = Stay(lastFrame: -2) }
    stay.lastFrame = position.frame
    defer { stays[place.number] = stay }
    var cell = SeenCell(number: place.number, state: stay.state, area: Float(area))
    guard view.rows.count >= (place.height >= Self.large ? 1 : Self.leastRows) else {
      if stay.state == nil { stay.slivers.append(position) }
      if !stay.isCurrent(in: position.frame) { cell.state = nil }
      return cell
    }
    let strays = screen.strays[position.frame]
    if strays.contains(where: { $0.hides(place, at: (x, y)) }) {
      cell.state = nil
      return cell
    }
    let stray = strays.contains {
      $0.lies(at: (x, y), within: 0.4, of: place) && $0.number != place.number
    }
    let known = stay.known.last { $0.view.isLike(view) }?.state
    // All tags have the same rings, by which a few rows of another photo look like those of this one.
    let isOther = known == .wrong && view.rows.count < Self.leastRowsOfOther
    let verdict =
      stray
      ? Verdict(state: .wrong)
      : isOther ? Verdict() : known.map { Verdict(state: $0) } ?? verdict(view, place, fix)
    guard let state = verdict.state else {
      wait(view, position, verdict, &stay)
      stay.slivers = []
      if !stay.isCurrent(in: position.frame) { cell.state = nil }
      return cell
    }
    remember(state, view, position, &stay)
    cell.state = state
    if state == .photo, let pattern = patterns.pattern(place.number, turns: place.turns), place.turns == 0,
      let gain = view.gain(of: pattern), gain > 0.15 * slope,
      let reading = gauge.read(
        frame, pattern, place, x: x, y: y, viewport: screen.frameViewport, gain: Double(gain))
    {
      cell.detail = reading.detail
      if stripes.count < Self.mostKept.stripes, view.rows.count == TagPattern.side {
        stripes.append(reading.stripes)
      }
    }
    return cell
  }

  /// Keeps what the cell shows for frames of the same stay, and decides those before that waited for it.
  private mutating func remember(
    _ state: SeenState, _ view: CellView, _ position: (frame: Int, cell: Int), _ stay: inout Stay
  ) {
    if view.rows.count == TagPattern.side {
      if !view.isFlat, stay.known.last.map({ $0.state != state || !$0.view.isLike(view) }) ?? true {
        stay.known.append((view, state))
        if stay.known.count > Self.mostKept.views { stay.known.removeFirst() }
      }
      for pending in stay.pending {
        let guess = state == .wrong ? nil : pending.guess
        guard let state = pending.view.isLike(view) ? state : guess else { continue }
        seen[pending.frame].cells[pending.cell].state = state
      }
      stay.pending = []
    } else {
      wait(view, position, Verdict(state: state), &stay)
    }
    (stay.state, stay.judgedFrame) = (state, position.frame)
    for sliver in stay.slivers where stay.isCurrent(in: sliver.frame) {
      seen[sliver.frame].cells[sliver.cell].state = state
    }
    stay.slivers = []
  }

  /// Keeps a view that an edge cuts until there is a whole one.
  private func wait(
    _ view: CellView, _ position: (frame: Int, cell: Int), _ verdict: Verdict, _ stay: inout Stay
  ) {
    guard !view.isFlat, stay.known.isEmpty, stay.pending.count < Self.mostKept.pending else { return }
    if verdict.isOther { for index in stay.pending.indices { stay.pending[index].guess = nil } }
    stay.pending.append((position.frame, position.cell, view, verdict.guess))
  }

  private struct Verdict {
    /// What a view shows; `nil` if an edge cuts so much of it that it could be anything.
    var state: SeenState?
    /// What it shows unless it is another photo, of which as much would look the same.
    var guess: SeenState?
    /// Whether it is more like another photo.
    var isOther = false
  }

  private mutating func verdict(
    _ view: CellView, _ place: PositionMap.Place, _ fix: PositionMap.Fix
  ) -> Verdict {
    guard !view.isFlat, let own = patterns.pattern(place.number, turns: place.turns) else {
      return Verdict(state: .blank)
    }
    let isCut = view.rows.count < Self.leastRowsOfOther
    let sharp = view.likeness(to: own, views: 0..<1)
    if sharp.correlation > Self.plain, !isCut {
      slope += 0.02 * (sharp.slope - slope)
      return Verdict(state: .photo)
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
    if mine.isSure, mine.slope > Self.leastSlope * slope {
      // A few rows of a small picture are as much like the photo, except for their contrast.
      let isPlain =
        (mine.view == 0 || sharp.correlation > max(Self.plain, mine.correlation - Self.ownLead))
        && (!isCut || sharp.slope > Self.leastPlainSlope * slope)
      let shown: SeenState =
        isThumbnail
        ? .thumbnail : isPlain ? .photo : .coarse(TagPattern.coarseSides[max(0, mine.view - 1)])
      if mine.correlation > other.correlation + Self.ownLead { return Verdict(state: shown) }
      // Photos with numbers near each other have the first rows in common.
      if isCut, mine.correlation > Self.plain { return Verdict(guess: shown) }
    }
    if isCut {
      return view.isPale(beside: slope)
        ? Verdict(state: .blank) : Verdict(isOther: other.correlation > mine.correlation + Self.ownLead)
    }
    let isOther =
      other.correlation > Self.other && other.slope > Self.leastSlope * slope
      && 1 - other.correlation < Self.otherRest * (1 - max(mine.correlation, second))
    return Verdict(state: isOther ? .wrong : .blank)
  }

  /// The patterns of photos within some screenfuls, and of their thumbnails.
  private mutating func others(of place: PositionMap.Place, _ fix: PositionMap.Fix) -> [TagPattern] {
    let numbers = [0, MarkedPattern.thumbnailStep]
    if nearby == nil {
      let far = Self.screenfuls * (screen.frameViewport.upperBound - screen.frameViewport.lowerBound)
      let places = screen.map.places(inPart: fix.part, scrolled: fix.y, in: screen.frameViewport, beyond: far)
      nearby = places.flatMap { near in
        numbers.compactMap { patterns.pattern(near.number + $0, turns: near.turns) }
      }
    }
    return nearby?.filter { !numbers.contains($0.number - place.number) } ?? []
  }
}
