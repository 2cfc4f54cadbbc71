internal import GalleryKit

/// Counts the visible results: how ready images were as their cells appeared, how long cells were blank, and when all were final.
///
/// Times come from the frames and the deliveries; durations are counted in frames, so that a model and a replay count alike.
package struct SightCounter: Sendable {
  package private(set) var counts = RunTally.Sight()
  package private(set) var timeline = Timeline()

  /// A cell, from the frame in which the trace makes it visible or too large for its image, to the frame in which it leaves.
  private struct Viewing {
    var key: ImageKey
    var since: Double
    var hasImage = false
    var isFinal = false
    var blankRun = 0
  }

  private let framePeriod: Double
  private var viewings: [Int: Viewing] = [:]
  private var seenBefore: Set<Int> = []
  private var rest = ScrollClock()
  private var framesUntilFull: Int?
  private var isDraining = false
  /// The frame that is shown next.
  private var frame = 0
  /// The frame in which caching was last stopped for an image that has not come on screen since.
  private var stops: [ImageKey: Int] = [:]
  private var newAppearances = 0
  /// Appearances by frame of the trace.
  private(set) var arrivals: [Int] = []

  /// A rest shorter than this, in seconds, is no rest but a pause between two strokes.
  private static let shortestRest = 0.25

  /// Caching that stops less than this many seconds before the image comes on screen stops prematurely.
  private static let prematureSeconds = 1.0

  package init(refreshRate: Int) { framePeriod = 1 / Double(refreshRate) }

  /// - Parameter work: the image manager's counts so far; it is told which images are on screen.
  mutating func note(_ event: RunLog.Event, work: inout WorkCounter) {
    switch event {
    case .appeared(let item, let key, let frame): viewings[item] = Viewing(key: key, since: frame.due)
    case .asked(let item, let state, let availability, let byteCount, let isReload):
      if isReload {
        reloaded(item, state)
      } else {
        asked(item, state, availability, byteCount: byteCount, work)
      }
    case .delivered(let item, let state, let time, _):
      if let state { noteImage(item, state, at: time) }
    case .disappeared(let item): viewings[item] = nil
    case .resized(let item, let key, let state, let due): resized(item, key, state, due: due)
    case .libraryChanged: counts.libraryChanges += 1
    case .windowMoved(let move):
      counts.windowStarts += move.starts
      counts.windowStops += move.stops
    case .stoppedCaching(let key): stops[key] = frame
    case .shown(let view): shown(view, &work)
    case .traceEnded: isDraining = true
    default: break
    }
  }

  /// Ends the run, and with it the last rest: no more images come.
  mutating func finish() { endRest() }

  private mutating func asked(
    _ item: Int, _ state: CellState, _ availability: RequestEvent.Availability, byteCount: Int,
    _ work: WorkCounter
  ) {
    if state == .failed {
      counts.failed += 1
      return
    }
    guard let viewing = viewings[item] else { return }
    let isRevisit = !seenBefore.insert(item).inserted
    counts.appearances += 1
    newAppearances += 1
    counts.wantedBytes += byteCount
    if isRevisit { counts.revisits += 1 }
    if let stop = stops.removeValue(forKey: viewing.key),
      Double(frame - stop) * framePeriod < Self.prematureSeconds
    {
      counts.prematureStops += 1
    }
    switch state {
    case .final:
      counts.ready += 1
      counts.readyBytes += byteCount
      if isRevisit { counts.revisitsReady += 1 }
      if work.cameByPrefetch(viewing.key) { counts.readyByPrefetch += 1 }
    case .degraded: counts.degraded += 1
    case .blank, .failed:
      if availability == .running { counts.delayed += 1 } else { counts.missed += 1 }
    }
    noteImage(item, state)
  }

  private mutating func reloaded(_ item: Int, _ state: CellState) {
    guard viewings[item] != nil else { return }
    counts.reloads += 1
    if state == .final { counts.reloadsReady += 1 }
    noteImage(item, state)
  }

  /// A cell that had its image waits for another one from now on; a cell that waited keeps waiting.
  private mutating func resized(_ item: Int, _ key: ImageKey, _ state: CellState, due: Double) {
    guard let viewing = viewings[item] else { return }
    viewings[item]?.key = key
    if viewing.isFinal { viewings[item]?.since = due }
    viewings[item]?.isFinal = false
    if state == .final { noteImage(item, state, at: due) }
  }

  /// Notes an image that comes at a time, or that the cell has as it appears.
  private mutating func noteImage(_ item: Int, _ state: CellState, at time: Double? = nil) {
    guard state.showsImage, let viewing = viewings[item] else { return }
    let waitedMs = time.map { max(0, $0 - viewing.since) * 1000 } ?? 0
    if !viewing.hasImage { counts.timeToFirstImageMs.append(waitedMs) }
    if state == .final && !viewing.isFinal { counts.timeToReadyMs.append(waitedMs) }
    viewings[item]?.hasImage = true
    viewings[item]?.isFinal = viewing.isFinal || state == .final
  }

  private mutating func shown(_ view: RunLog.View, _ work: inout WorkCounter) {
    frame = view.frame.index + 1
    var blankArea = 0.0
    var blurredArea = 0.0
    for cell in view.cells {
      switch cell.state {
      case .blank:
        blankArea += cell.visibleArea
        count(blank: true, cell.item)
      case .degraded:
        blurredArea += cell.visibleArea
        count(blank: false, cell.item)
        if let key = viewings[cell.item]?.key { work.markShown(key.of(.degraded)) }
      case .final:
        viewings[cell.item]?.blankRun = 0
        if let key = viewings[cell.item]?.key { work.markShown(key) }
      case .failed: break
      }
    }
    if view.isMoving { endRest() }
    rest.tick(isMoving: view.isMoving)
    if view.isFull && framesUntilFull == nil { framesUntilFull = rest.framesSinceMotion }
    guard !isDraining else { return }
    let (frame, area) = (view.frame, view.visibleArea)
    let unknown = view.unknownArea > 0 ? view.unknownArea / (area + view.unknownArea) : 0
    if area + view.unknownArea > 0 { counts.unknown.add(unknown) }
    // Nothing of the frame is known: it says nothing about what was seen.
    guard unknown < 1 else { return noteTime(of: frame, blank: 0, blurred: 0, unknown: 1) }
    if area > 0 { counts.wrong.add(view.wrongArea / area) }
    if view.isFull && counts.firstFullFrame == nil { counts.firstFullFrame = frame.index }
    let (blank, blurred) = area > 0 ? (blankArea / area, blurredArea / area) : (0, 0)
    counts.whole.add(blank: blank, blurred: blurred)
    if rest.isScrolling(framePeriod: framePeriod) {
      counts.scrolling.add(blank: blank, blurred: blurred)
    }
    if view.isMoving {
      counts.movingFrames += 1
      counts.movingAppearances += newAppearances
    }
    arrivals.append(newAppearances)
    newAppearances = 0
    noteTime(of: frame, blank: blank, blurred: blurred, unknown: unknown)
  }

  private mutating func noteTime(of frame: Stage.Frame, blank: Double, blurred: Double, unknown: Double) {
    if unknown > 0, timeline.unknownShare == nil {
      timeline.unknownShare = timeline.timeMs.map { _ in 0 }
    }
    timeline.unknownShare?.append(unknown.rounded(toPlaces: 4))
    timeline.timeMs.append((Double(frame.index) * framePeriod).inMilliseconds)
    timeline.offset.append(frame.sample.offset.rounded(toPlaces: 3))
    timeline.velocity.append(frame.sample.velocity.rounded(toPlaces: 3))
    timeline.blankShare.append(blank.rounded(toPlaces: 4))
    timeline.blurredShare.append(blurred.rounded(toPlaces: 4))
  }

  private mutating func count(blank: Bool, _ item: Int) {
    guard !isDraining else { return }
    counts.waitingCellFrames += 1
    guard blank else {
      viewings[item]?.blankRun = 0
      return
    }
    counts.blankCellFrames += 1
    viewings[item]?.blankRun += 1
    counts.longestBlankRun = max(counts.longestBlankRun, viewings[item]?.blankRun ?? 0)
  }

  private mutating func endRest() {
    if let frames = rest.framesSinceMotion, Double(frames) * framePeriod >= Self.shortestRest {
      if let framesUntilFull {
        counts.framesToFull.append(framesUntilFull)
      } else {
        counts.unsettledRests += 1
      }
    }
    framesUntilFull = nil
  }
}
