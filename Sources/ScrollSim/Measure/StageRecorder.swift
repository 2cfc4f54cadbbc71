package import BenchReport
package import GalleryKit

/// Records what could be seen on a stage: how ready images were when their cells appeared, what was blank for how long,
/// and when everything was there.
///
/// Belongs to the main path, as the stage does. Times come from the frames and the deliveries; what lasts is counted in
/// frames, so that a model and a replay count alike.
package final class StageRecorder {
  /// What an appearance met.
  package struct Tally: Sendable {
    package var appearances = 0
    package var ready = 0
    package var delayed = 0
    package var degraded = 0
    package var missed = 0
    package var failed = 0
    package var revisits = 0
    package var revisitsReady = 0
    package var readyBytes = 0
    package var wantedBytes = 0
    package var readyByPrefetch = 0
    /// Changes of the library that the grid applied.
    package var libraryChanges = 0
    /// Cells on screen that were thrown away because of a change and asked again, which is no appearance.
    package var reloads = 0
    package var reloadsReady = 0
  }

  /// A cell from the frame at which the trace made it visible to the one at which it leaves.
  private struct Viewing {
    let key: ImageKey
    let since: Double
    var hasImage = false
    var isFinal = false
    var blankRun = 0
  }

  private let counter: RequestCounter
  /// Finds out why cells are blank, if anybody wants to know.
  package let explainer: BlankExplainer?
  /// Keeps what each frame showed, if anybody wants to know.
  private var playback: PlaybackRecorder?
  private let framePeriod: Double
  private var viewings: [Int: Viewing] = [:]
  private var seenBefore: Set<Int> = []
  private var framesSinceMotion: Int?
  private var framesUntilFull: Int?

  package private(set) var tally = Tally()
  package private(set) var timeline = Timeline()
  package private(set) var timeToFirstImageMs: [Double] = []
  package private(set) var timeToReadyMs: [Double] = []
  package private(set) var blankCellFrames = 0
  package private(set) var waitingCellFrames = 0
  package private(set) var longestBlankRun = 0
  package private(set) var windowMoves = CachingImageManager.Move()
  /// How many frames each rest took from the last motion until everything on screen was final.
  package private(set) var framesToFull: [Int] = []
  /// Whether the trace is over, and frames only wait for what is still missing.
  package var isDraining = false

  /// A rest shorter than this, in seconds, is no rest but a pause between two strokes.
  private static let shortestRest = 0.25

  package init(
    counter: RequestCounter, explainer: BlankExplainer? = nil, keepsPlayback: Bool = false, refreshRate: Int
  ) {
    self.counter = counter
    self.explainer = explainer
    self.playback = keepsPlayback ? PlaybackRecorder() : nil
    self.framePeriod = 1 / Double(refreshRate)
  }

  func windowMoved(_ move: CachingImageManager.Move) {
    windowMoves.starts += move.starts
    windowMoves.stops += move.stops
    windowMoves.prematureStops += move.prematureStops
  }

  func appeared(_ item: Int, key: ImageKey, at frame: Stage.Frame) {
    viewings[item] = Viewing(key: key, since: frame.due)
    explainer?.appeared(item, key: key, at: frame)
  }

  func libraryChanged() { tally.libraryChanges += 1 }

  /// What the cell showed at its first frame, and how far its image was just before it asked.
  func firstSeen(
    _ item: Int, asset: Asset, content: GridCell.Content, availability: RequestEvent.Availability,
    isReload: Bool = false
  ) {
    guard !isReload else { return reloaded(item, content: content, availability: availability) }

    if case .failed = content {
      tally.failed += 1
      return
    }
    guard let viewing = viewings[item] else { return }
    let isRevisit = !seenBefore.insert(item).inserted
    let byteCount = asset.predictedByteCount(as: viewing.key.specification)
    tally.appearances += 1
    tally.wantedBytes += byteCount
    if isRevisit { tally.revisits += 1 }
    explainer?.firstSeen(item, isBlank: content.isBlank, availability: availability)
    switch content {
    case .image:
      tally.ready += 1
      tally.readyBytes += byteCount
      if isRevisit { tally.revisitsReady += 1 }
      if counter.cameByPrefetch(viewing.key) { tally.readyByPrefetch += 1 }
      if !viewing.isFinal { noteImage(item, isFinal: true, at: viewing.since) }
    case .degraded:
      tally.degraded += 1
      if !viewing.hasImage { noteImage(item, isFinal: false, at: viewing.since) }
    case .blank, .failed:
      if availability == .running { tally.delayed += 1 } else { tally.missed += 1 }
    }
  }

  private func reloaded(
    _ item: Int, content: GridCell.Content, availability: RequestEvent.Availability
  ) {
    guard let viewing = viewings[item] else { return }
    tally.reloads += 1
    explainer?.firstSeen(item, isBlank: content.isBlank, availability: availability)
    switch content {
    case .image:
      tally.reloadsReady += 1
      if !viewing.isFinal { noteImage(item, isFinal: true, at: viewing.since) }
    case .degraded: if !viewing.hasImage { noteImage(item, isFinal: false, at: viewing.since) }
    case .blank, .failed: break
    }
  }

  func delivered(_ result: ImageResult, to item: Int, at time: Double) {
    endBlank(item)
    playback?.delivered(result, to: item)
    switch result {
    case .degraded: noteImage(item, isFinal: false, at: time)
    case .image: noteImage(item, isFinal: true, at: time)
    case .failure, .cancelled: break
    }
  }

  func disappeared(_ item: Int) {
    endBlank(item)
    explainer?.disappeared(item)
    playback?.disappeared(item)
    viewings[item] = nil
  }

  /// Notes what a frame showed.
  ///
  /// - Parameters:
  ///   - visibleCells: the area of all cells on screen, in cells.
  ///   - changing: the cells that are not final, or became so since the last frame.
  ///   - isFull: whether all cells are final.
  func frameShown(
    _ frame: Stage.Frame, isMoving: Bool, visibleCells area: Double, changing cells: [SeenCell], isFull: Bool
  ) {
    var blankArea = 0.0
    var blurredArea = 0.0
    for cell in cells {
      if !isDraining { playback?.seen(cell, frame: frame.index) }
      switch cell.content {
      case .blank:
        blankArea += cell.visibleShare
        count(blank: true, cell.item)
      case .degraded:
        blurredArea += cell.visibleShare
        count(blank: false, cell.item)
        if let key = viewings[cell.item]?.key { counter.markShown(key.of(.preview)) }
      case .image:
        if let key = viewings[cell.item]?.key { counter.markShown(key) }
      case .failed:
        break
      }
    }
    followRest(isMoving: isMoving, isFull: isFull)
    guard !isDraining else { return }
    timeline.timeMs.append((Double(frame.index) * framePeriod * 1000).rounded(toPlaces: 3))
    timeline.offset.append(frame.sample.offset.rounded(toPlaces: 3))
    timeline.velocity.append(frame.sample.velocity.rounded(toPlaces: 3))
    timeline.blankShare.append(area > 0 ? (blankArea / area).rounded(toPlaces: 4) : 0)
    timeline.blurredShare.append(area > 0 ? (blurredArea / area).rounded(toPlaces: 4) : 0)
  }

  /// The trace is over and nothing will come any more: ends the last rest.
  package func finish() {
    endRest()
    for item in explainer?.blankItems ?? [] { endBlank(item) }
  }

  /// What each frame showed; `nil` if it was not to be kept.
  func playback(of assets: StageAssets) -> PlaybackRecord? { playback?.record(of: assets) }

  private func endBlank(_ item: Int) {
    explainer?.ended(item, blankFrames: viewings[item]?.blankRun ?? 0)
  }

  private func count(blank: Bool, _ item: Int) {
    guard !isDraining else { return }
    waitingCellFrames += 1
    guard blank else {
      viewings[item]?.blankRun = 0
      return
    }
    blankCellFrames += 1
    viewings[item]?.blankRun += 1
    longestBlankRun = max(longestBlankRun, viewings[item]?.blankRun ?? 0)
  }

  private func followRest(isMoving: Bool, isFull: Bool) {
    if isMoving {
      endRest()
      framesSinceMotion = 0
    } else if let frames = framesSinceMotion {
      framesSinceMotion = frames + 1
    }
    if isFull && framesUntilFull == nil { framesUntilFull = framesSinceMotion }
  }

  /// A rest that the next motion ended before it was full counts with the time that it had.
  private func endRest() {
    if let frames = framesSinceMotion, Double(frames) * framePeriod >= Self.shortestRest {
      framesToFull.append(framesUntilFull ?? frames)
    }
    framesSinceMotion = nil
    framesUntilFull = nil
  }

  private func noteImage(_ item: Int, isFinal: Bool, at time: Double) {
    guard let viewing = viewings[item] else { return }
    let waitedMs = max(0, time - viewing.since) * 1000
    if !viewing.hasImage { timeToFirstImageMs.append(waitedMs) }
    if isFinal && !viewing.isFinal { timeToReadyMs.append(waitedMs) }
    viewings[item]?.hasImage = true
    viewings[item]?.isFinal = viewing.isFinal || isFinal
  }
}

extension GridCell.Content {
  fileprivate var isBlank: Bool {
    if case .blank = self { true } else { false }
  }
}
