internal import GalleryKit

/// The second pass over a recording: says what each cell of each frame shows.
///
/// A cell that an edge cuts has the state of an earlier or later frame in which more of it is in view and it looks the same.
package struct CellJudge: Sendable {
  private typealias Verdict = CellComparison.Verdict

  package private(set) var seen: [SeenFrame] = []
  /// How much of the stripes is there, in some cells that show their photo.
  package private(set) var stripes: [Float] = []
  private(set) var picture = VisiblePicture()

  private var screen: ScreenMap
  private let holes: [Int: [MapHole]]
  private var comparison: CellComparison
  private var gauge = DetailGauge()
  private var stays: [Int: Stay] = [:]
  /// The fewest rows of modules by which a cell is judged.
  private static let leastRows = 2
  /// Fewer photos beside their places may be misread.
  private static let fewestDisplaced = 3
  /// The height of tags of which one row is enough.
  private static let large = 80.0
  /// The most that are kept, and the frames for which a sliver is taken for what the cell was when more of it
  /// was in view.
  private static let mostKept = (views: 4, pending: 64, stripes: 4096, slivers: 12)

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
    self.screen = screen
    comparison = CellComparison(patterns)
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
    picture.look(at: means)
    var now = SeenFrame(time: frame.time, fix: screen.fixes[index])
    if now.fix?.isSure != true, !screen.torn.contains(index) {
      if now.fix == nil { (now.isEmpty, now.hasRows) = screen.empty(means, index) }
      if !now.isEmpty { now.fix = screen.search(means, index, &comparison.patterns) }
      screen.fixes[index] = now.fix
    }
    if let fix = now.fix {
      comparison.beginFrame()
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

  private mutating func cell(
    _ frame: LumaFrame, _ means: AreaMeans, _ place: PositionMap.Place, _ fix: PositionMap.Fix, area: Double,
    at position: (frame: Int, cell: Int)
  ) -> SeenCell {
    let displaced = screen.displaced[position.frame][place.number]
    let (x, y) = displaced.map { (Double($0.x), Double($0.y)) } ?? (place.x - fix.x, place.y - fix.y)
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
    let isOther = known == .wrong && view.rows.count < CellComparison.leastRowsOfOther
    let verdict =
      stray
      ? Verdict(state: .wrong)
      : isOther
        ? Verdict() : known.map { Verdict(state: $0) } ?? comparison.verdict(view, place, fix, on: screen)
    // Where others lie beside their places, so may this one.
    let isAstray =
      displaced == nil && verdict.state != .photo && !view.isFlat
      && screen.displaced[position.frame].count >= Self.fewestDisplaced
    guard let state = verdict.state, !isAstray else {
      wait(view, position, verdict, &stay)
      stay.slivers = []
      let isNew = verdict.guess.map { $0 != stay.state } ?? false
      if isNew || !stay.isCurrent(in: position.frame) { cell.state = nil }
      return cell
    }
    remember(state, view, position, &stay)
    cell.state = state
    if state == .photo, place.turns == 0, displaced == nil,
      let pattern = comparison.patterns.pattern(place.number, turns: place.turns),
      let gain = view.gain(of: pattern),
      gain > 0.15 * comparison.slope,
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
      // What more of it shows tells, too, unless it is not what less of it looked like.
      stay.pending.removeAll { pending in
        let isTold = pending.guess.map { $0.isAlike(state) } == true && pending.view.isLike(view)
        if isTold { seen[pending.frame].cells[pending.cell].state = state }
        return isTold
      }
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
}
