internal import GalleryKit

extension WatchedVideo {
  /// What the video shows as a run's log, which the counters of replays (``SightCounter``) read, too.
  ///
  /// A frame of the log is a refresh of the display; it shows the last frame of the video until then. The
  /// video's pixels are points. Frames that do not tell how far they are scrolled count as unknown, and as
  /// moving, unless they hide a rest.
  package var log: RunLog {
    var log = RunLog()
    let rate = refreshRate
    let layout = GridLayout(
      viewport: .init(width: Double(width), height: viewport.upperBound - viewport.lowerBound),
      columns: columns, spacing: 0)
    let specification = ImageSpecification(
      targetSize: PixelSize(width: width / columns, height: width / columns))
    let areas = seen.map(\.area).filter { $0 > 0 }.sorted()
    let typicalArea = areas.isEmpty ? 1 : areas[areas.count / 2]
    // The cells of a screen without photos, which nothing tells apart.
    let nameless = (1...max(1, Int(typicalArea.rounded()))).map { -$0 }
    let (hidden, waiting) = (hiddenRests, waitingCells)
    var appeared: Set<Int> = []
    var isEmpty = false
    func key(_ item: Int) -> ImageKey { ImageKey(asset: String(item), specification: specification) }
    var shown: [Int: CellState] = [:]
    var anchor: Double?
    var lastOffset = 0.0
    var source = 0
    for index in 0...Int((seconds * Double(rate)).rounded(.down)) {
      let time = Double(index) / Double(rate)
      // A quarter of a refresh covers time stamps that are rounded.
      while source + 1 < times.count, times[source + 1] <= time + 0.25 / Double(rate) { source += 1 }
      let frame = seen[indices[source]]
      let offset = frame.fix?.y ?? lastOffset
      let isLost = frame.fix == nil && !hidden.contains(indices[source])
      let isMoving = isLost || anchor.map { abs($0 - offset) > Self.leastMotion } ?? false
      if isMoving || anchor == nil { anchor = offset }
      let sample = ScrollSample(
        offset: offset, velocity: index == 0 ? 0 : (offset - lastOffset) * Double(rate), phase: .idle)
      lastOffset = offset
      let stage = Stage.Frame(index: index, time: time, due: time, sample: sample)
      func note(_ event: RunLog.Event) { log.entries.append(RunLog.Entry(time: time, event: event)) }
      var view = RunLog.View(
        frame: stage, isMoving: isMoving,
        state: ScrollState(time: time, offset: offset, layout: layout, itemCount: map.places.count),
        window: .empty, visibleArea: 0, cells: [], isFull: frame.fix != nil && !frame.cells.isEmpty)
      if frame.isEmpty, frame.fix == nil {
        view.visibleArea = typicalArea
        view.cells = nameless.map {
          RunLog.Cell(item: $0, state: .blank, visibleArea: typicalArea / Double(nameless.count))
        }
        if !isEmpty { for item in nameless { note(.appeared(item, key(item), at: stage)) } }
        isEmpty = true
      } else if frame.fix == nil {
        view.unknownArea = typicalArea
      }
      if frame.fix != nil || frame.isEmpty {
        if isEmpty, frame.fix != nil {
          for item in nameless { note(.disappeared(item)) }
          isEmpty = false
        }
        for item in appeared.sorted() where !frame.cells.contains(where: { $0.number == item }) {
          shown[item] = nil
          appeared.remove(item)
          note(.disappeared(item))
        }
      }
      for cell in frame.cells {
        let state = state(of: cell)
        if state != nil || waiting[indices[source]].contains(cell.number),
          appeared.insert(cell.number).inserted
        {
          note(.appeared(cell.number, key(cell.number), at: stage))
        }
        guard let state else {
          view.unknownArea += Double(cell.area)
          continue
        }
        view.visibleArea += Double(cell.area)
        if cell.state == .wrong { view.wrongArea += Double(cell.area) }
        if state != .final { view.isFull = false }
        let before = shown.updateValue(state, forKey: cell.number)
        if before == nil {
          note(.asked(cell.number, state, .absent, byteCount: 0, isReload: false))
        } else if before != state {
          note(.delivered(cell.number, state, at: time, nil))
        }
        if state != .final || before != .final {
          view.cells.append(RunLog.Cell(item: cell.number, state: state, visibleArea: Double(cell.area)))
        }
      }
      note(.shown(view))
    }
    log.frames = []
    return log
  }

  /// The cells of each frame of which nothing is known until they are seen to be blank or not sharp: they wait since they came on screen.
  private var waitingCells: [Set<Int>] {
    var waiting = [Set<Int>](repeating: [], count: seen.count)
    var next: [Int: CellState] = [:]
    for index in seen.indices.reversed() where seen[index].fix != nil || seen[index].isEmpty {
      let cells = seen[index].cells
      next = Dictionary(
        cells.compactMap { cell in (state(of: cell) ?? next[cell.number]).map { (cell.number, $0) } }
      ) { first, _ in first }
      waiting[index] = Set(
        cells.filter { state(of: $0) == nil && next[$0.number].map { $0 != .final } == true }.map(\.number))
    }
    return waiting
  }

  /// The frames of which nothing is known between two that are scrolled alike, as while a photo is open over the grid.
  private var hiddenRests: Set<Int> {
    var hidden: Set<Int> = []
    let known = seen.indices.filter { seen[$0].fix != nil || seen[$0].isEmpty }
    for (last, next) in zip(known, known.dropFirst()) where next > last + 1 {
      guard let before = seen[last].fix, let after = seen[next].fix, before.part == after.part,
        abs(before.y - after.y) <= Self.leastMotion
      else { continue }
      hidden.formUnion(last + 1..<next)
    }
    return hidden
  }

  /// Fewer pixels are no motion, but the error of reading.
  static let leastMotion = 0.5

  package var columns: Int { map.columns }

  /// The state in a replay's words; `nil` where it is not known.
  ///
  /// Where sharpness cannot be measured, every photo that is shown counts as sharp, and figures of sharpness are left out.
  package func state(of cell: SeenCell) -> CellState? {
    switch cell.state {
    case nil: nil
    case .blank: .blank
    case .photo: cell.isSharp || refusal != nil ? .final : .degraded
    case .coarse, .thumbnail, .wrong: .degraded
    }
  }

  package func sight(of cell: SeenCell) -> CellSight {
    switch (cell.state, state(of: cell)) {
    case (.wrong, _): .wrong
    case (_, .final): .sharp
    case (_, .blank): .blank
    case (_, nil): .unknown
    default: .dull
    }
  }
}

extension PositionMap {
  /// The cells side by side: evenly spaced columns that hold many photos, or else those at the height of most photos.
  package var columns: Int {
    let largest = rows.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value ?? []
    if let columns = Self.evenColumns(largest) { return columns }
    let share = ScreenMap.cellShare / 2
    var counts: [Int: Int] = [:]
    for place in rows.values.flatMap(\.self) {
      let near = places(
        inPart: place.part, scrolled: place.y, in: 0...0, beyond: share * mostHeight)
      counts[near.count { abs($0.y - place.y) < share * $0.height }, default: 0] += 1
    }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 1
  }
}

extension SeenFrame {
  fileprivate var area: Double { cells.reduce(0) { $0 + Double($1.area) } }
}
