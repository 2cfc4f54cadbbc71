package import BenchReport
internal import GalleryKit

/// Finds out why cells are blank, from what the stage shows and what became of each image.
///
/// Belongs to the main path, as the recorder that drives it does.
package final class BlankExplainer {
  /// A cell that appeared and has nothing to show yet.
  private struct Open {
    var cell: BlankCell
    let key: ImageKey
    let appearedAt: Double
  }

  /// What was known of a cell just before it asked for its image.
  private struct Arrival {
    let item: Int
    let key: ImageKey
    let moment: ImageHistory.Moment
    let isJump: Bool
    let isFirstFrame: Bool
    let time: Double
  }

  private let history: ImageHistory
  private let framePeriod: Double
  private var arrival: Arrival?
  private var open: [Int: Open] = [:]
  private var closed: [BlankCell] = []
  private var gauge = LeadGauge()
  private var appearances: [IdealDecoding.Appearance] = []
  /// Where in `appearances` the items on screen are.
  private var places: [Int: Int] = [:]
  private var lastJump = 0.0
  private var lastFrame = 0.0

  package init(history: ImageHistory, refreshRate: Int) {
    self.history = history
    self.framePeriod = 1 / Double(refreshRate)
  }

  /// A cell comes on screen and has not asked for its image yet.
  func appeared(_ item: Int, key: ImageKey, at frame: Stage.Frame) {
    if frame.isJump { lastJump = frame.due }
    arrival = Arrival(
      item: item, key: key, moment: history.look(at: key), isJump: frame.isJump,
      isFirstFrame: frame.index == 0, time: frame.due)
  }

  /// The cell that has just appeared has asked, and shows something or nothing.
  func firstSeen(_ item: Int, isBlank: Bool, availability: RequestEvent.Availability) {
    guard let arrival, arrival.item == item else { return }
    places[item] = appearances.count
    appearances.append(
      IdealDecoding.Appearance(item: item, key: arrival.key, time: arrival.time, knownSince: lastJump))
    guard isBlank else { return }
    let place = arrival.moment.image?.place ?? .unknown
    let cause = BlankCause(
      availability: availability, place: place, isFirstFrame: arrival.isFirstFrame, isJump: arrival.isJump)
    var cell = BlankCell(
      item: item, asset: arrival.key.asset, appearedMs: (arrival.time * 1000).rounded(toPlaces: 3),
      blankMs: 0, cause: cause, running: Array(arrival.moment.running.prefix(4)))
    if cause == .evictedEarly {
      cell.loss = if case .lost(let reason) = place { reason } else { .released }
    }
    if let image = arrival.moment.image {
      let since: Double? =
        switch cause {
        case .decoding, .queuedBehind: image.enqueuedAt
        case .evictedEarly, .cancelled: image.since
        case .firstScreen, .jumped, .failed, .neverWanted: nil
        }
      cell.sinceMs = since.map { max(0, (arrival.time - $0) * 1000).rounded(toPlaces: 3) }
    }
    open[item] = Open(cell: cell, key: arrival.key, appearedAt: arrival.time)
  }

  /// A cell has something to show, or leaves, after it was blank for so many frames.
  func ended(_ item: Int, blankFrames: Int) {
    guard let ended = open.removeValue(forKey: item) else { return }
    var cell = ended.cell
    cell.blankMs = (Double(blankFrames) * framePeriod * 1000).rounded(toPlaces: 3)
    // A job from before is none of this cell's, unless it met it.
    let metJob = cell.cause == .queuedBehind || cell.cause == .decoding
    if let image = history.record(of: ended.key), metJob || image.enqueuedAt >= ended.appearedAt {
      cell.behindVisible = image.behindVisible
      cell.behindCached = image.behindCached
      cell.queueMs = image.startedAt.map { (($0 - image.enqueuedAt) * 1000).rounded(toPlaces: 3) }
      if let started = image.startedAt, let finished = image.finishedAt {
        cell.decodeMs = ((finished - started) * 1000).rounded(toPlaces: 3)
      }
    }
    closed.append(cell)
  }

  /// A cell leaves the screen.
  func disappeared(_ item: Int) {
    guard let place = places.removeValue(forKey: item) else { return }
    appearances[place].left = lastFrame + framePeriod
  }

  /// The window has moved, or need not.
  func looked(ahead window: CachingWindow, state: ScrollState, at frame: Stage.Frame, isMoving: Bool) {
    lastFrame = frame.due
    let busy = history.busy
    gauge.note(window, state: state, isMoving: isMoving, busySeconds: busy.seconds, now: busy.now)
  }

  /// The items that are still blank.
  var blankItems: [Int] { open.keys.sorted() }

  /// What the run comes to, once every cell has ended.
  ///
  /// - Parameters:
  ///   - workers: how many decoders there are.
  ///   - budgetBytes: what the cache may hold.
  package func explanation(workers: Int, budgetBytes: Int) -> RunExplanation {
    let records = history.records
    let uncoverable = IdealDecoding(
      workers: workers, budgetBytes: budgetBytes, decodedBytes: history.decodedBytes, records: records
    ).missed(of: appearances)
    return RunExplanation(
      closed, records: records,
      lead: LeadRecord(
        leadMs: Distribution(of: gauge.leadMs), fastLeadMs: Distribution(of: gauge.fastLeadMs),
        wantedToReadyMs: Distribution(of: history.wantedToReadyMs.map { $0.rounded(toPlaces: 3) }),
        busyMoving: gauge.moving.share(workers: workers), busyFast: gauge.fast.share(workers: workers),
        uncoverable: uncoverable,
        uncoverableShare: closed.isEmpty
          ? nil : min(1, Double(uncoverable) / Double(closed.count)).rounded(toPlaces: 5)))
  }
}
