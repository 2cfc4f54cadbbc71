internal import GalleryKit

/// Finds out why cells are blank, from the stage's events and the history of each image.
package struct BlankExplainer: Sendable {
  /// A cell that appeared and has nothing to show yet.
  private struct Open {
    var cell: BlankCell
    var key: ImageKey
    let appearedAt: Double
    var blankFrames = 0
  }

  /// The state of a cell just before it asked for its image.
  private struct Arrival {
    let item: Int
    let key: ImageKey
    /// The record of its image, and the assets that were being decoded.
    let image: ImageRecord?
    let running: [String]
    let frame: Stage.Frame
  }

  private var history = ImageHistory()
  private let framePeriod: Double
  private var arrival: Arrival?
  private var open: [Int: Open] = [:]
  private var closed: [BlankCell] = []
  private var gauge = LeadGauge()
  private var isDraining = false

  init(refreshRate: Int) { framePeriod = 1 / Double(refreshRate) }

  mutating func note(_ event: RunLog.Event, at now: Double) {
    switch event {
    case .appeared(let item, let key, let frame): appeared(item, key: key, at: frame)
    case .asked(let item, let state, let availability, _, let isReload):
      // A photo that cannot be read is blank for good.
      if isReload || state != .failed { asked(item, isBlank: state == .blank, availability) }
    case .delivered(let item, _, _, _): ended(item)
    case .disappeared(let item): ended(item)
    case .shown(let view): shown(view, at: now)
    case .resized(let item, let key, let state, _):
      if state == .blank { open[item]?.key = key } else { ended(item) }
    case .traceEnded: isDraining = true
    default: history.note(event, at: now)
    }
  }

  /// Ends the run: no more images come, and blank cells stay blank.
  mutating func finish() {
    for item in open.keys.sorted() { ended(item) }
  }

  private mutating func appeared(_ item: Int, key: ImageKey, at frame: Stage.Frame) {
    arrival = Arrival(
      item: item, key: key, image: history.records[key], running: history.runningAssets, frame: frame)
  }

  private mutating func shown(_ view: RunLog.View, at now: Double) {
    history.advance(to: now)
    gauge.note(
      view.window, state: view.state, isMoving: view.isMoving, busySeconds: history.busySeconds, now: now)
    guard !isDraining else { return }
    for cell in view.cells where cell.state == .blank { open[cell.item]?.blankFrames += 1 }
  }

  private mutating func asked(_ item: Int, isBlank: Bool, _ availability: RequestEvent.Availability) {
    guard isBlank, let arrival, arrival.item == item else { return }
    let place = arrival.image?.place ?? .unknown
    let cause = BlankCause(availability: availability, place: place, frame: arrival.frame)
    var cell = BlankCell(
      item: item, asset: arrival.key.asset, appearedMs: arrival.frame.due.inMilliseconds,
      blankMs: 0, cause: cause, running: Array(arrival.running.prefix(4)))
    if cause == .evictedEarly {
      cell.loss = if case .lost(let reason) = place { reason } else { .released }
    }
    if let image = arrival.image {
      let since: Double? =
        switch cause {
        case .decoding, .queuedBehind: image.enqueuedAt
        case .evictedEarly, .cancelled: image.since
        case .firstScreen, .jumped, .failed, .neverWanted: nil
        }
      cell.sinceMs = since.map { max(0, arrival.frame.due - $0).inMilliseconds }
    }
    open[item] = Open(cell: cell, key: arrival.key, appearedAt: arrival.frame.due)
  }

  /// Closes the record of a blank cell that has something to show, or leaves.
  private mutating func ended(_ item: Int) {
    guard let ended = open.removeValue(forKey: item) else { return }
    var cell = ended.cell
    cell.blankMs = (Double(ended.blankFrames) * framePeriod).inMilliseconds
    // An earlier job does not count for this cell, unless it was queued or running when the cell asked.
    let metJob = cell.cause == .queuedBehind || cell.cause == .decoding
    if let image = history.record(of: ended.key), metJob || image.enqueuedAt >= ended.appearedAt {
      cell.behindVisible = image.behindVisible
      cell.behindCached = image.behindCached
      cell.queueMs = image.startedAt.map { ($0 - image.enqueuedAt).inMilliseconds }
      if let started = image.startedAt, let finished = image.finishedAt {
        cell.decodeMs = (finished - started).inMilliseconds
      }
    }
    closed.append(cell)
  }

  /// Every blank cell with its reason, once every cell has ended.
  package var log: BlankLog { BlankLog(closed) }

  /// The run's explanation, once every cell has ended; without ``RunExplanation/leastBlank``.
  package func explanation(workers: Int) -> RunExplanation {
    RunExplanation(
      closed, records: history.records,
      lead: LeadRecord(
        leadMs: Distribution(of: gauge.leadMs), fastLeadMs: Distribution(of: gauge.fastLeadMs),
        wantedToReadyMs: Distribution(of: history.wantedToReadyMs.map { $0.rounded(toPlaces: 3) }),
        busyMoving: gauge.moving.share(workers: workers), busyFast: gauge.fast.share(workers: workers)))
  }
}

extension BlankCause {
  /// The cause of a blank cell, by the state just before it asked for its image; there is always exactly one.
  ///
  /// The engine reports jobs that are queued or running at this moment. The history covers those that it no longer knows.
  init(availability: RequestEvent.Availability, place: ImageRecord.Place, frame: Stage.Frame) {
    switch availability {
    // An image that is ready but cannot be shown yet was decoded in this very frame.
    case .running, .ready: self = .decoding
    case .queued: self = .queuedBehind
    case .absent, .unreadable:
      self = frame.index == 0 ? .firstScreen : frame.isJump ? .jumped : Self.past(place)
    }
  }

  private static func past(_ place: ImageRecord.Place) -> Self {
    switch place {
    case .unknown: .neverWanted
    case .decoded: .evictedEarly
    case .lost(.dropped): .cancelled
    case .lost: .evictedEarly
    case .failed: .failed
    // The engine has dropped it, and is about to tell its observers.
    case .cancelled, .queued, .running: .cancelled
    }
  }
}
