internal import GalleryKit

/// Measures, frame by frame, how far ahead the window is and how busy decoders are.
struct LeadGauge {
  /// Decoder time, and the time that passed meanwhile.
  struct Busy {
    var busySeconds = 0.0
    var seconds = 0.0

    /// The share of the decoders' time that was used; `nil` if no time passed.
    func share(workers: Int) -> Double? {
      seconds > 0 ? min(1, busySeconds / (seconds * Double(workers))).rounded(toPlaces: 5) : nil
    }
  }

  /// Leads, one for each frame in motion whose window does not reach the content's end.
  private(set) var leadMs: [Double] = []
  /// The same for frames faster than a screenful a second.
  private(set) var fastLeadMs: [Double] = []
  private(set) var moving = Busy()
  private(set) var fast = Busy()
  /// The grid's motion in the last frame, which holds until the next.
  private var last: (busySeconds: Double, now: Double, isMoving: Bool, isFast: Bool)?

  mutating func note(
    _ window: CachingWindow, state: ScrollState, isMoving: Bool, busySeconds: Double, now: Double
  ) {
    let isFast = isMoving && abs(state.velocity) > state.screenful
    if let last {
      if last.isMoving {
        moving.busySeconds += busySeconds - last.busySeconds
        moving.seconds += now - last.now
      }
      if last.isFast {
        fast.busySeconds += busySeconds - last.busySeconds
        fast.seconds += now - last.now
      }
    }
    last = (busySeconds, now, isMoving, isFast)
    guard isMoving, state.velocity != 0, let points = Self.lead(of: window, state) else { return }
    let milliseconds = (points / abs(state.velocity)).inMilliseconds
    leadMs.append(milliseconds)
    if isFast { fastLeadMs.append(milliseconds) }
  }

  /// Points from the first row that is not visible to the first that is not wanted, ahead; `nil` if that is the content's end.
  ///
  /// Only items that adjoin the viewport without a gap count as ahead.
  ///
  /// - Complexity: O(segments²).
  static func lead(of window: CachingWindow, _ state: ScrollState) -> Double? {
    let visible = state.visibleItems
    let isForward = state.velocity > 0
    var edge = isForward ? visible.upperBound : visible.lowerBound
    var grows = true
    while grows {
      grows = false
      for segment in window.segments where segment.tier == .decoded {
        guard segment.items.contains(isForward ? edge : edge - 1) else { continue }
        edge = isForward ? segment.items.upperBound : segment.items.lowerBound
        grows = true
      }
    }
    guard isForward ? edge < state.itemCount : edge > 0 else { return nil }
    let start = isForward ? visible.upperBound : visible.lowerBound
    return abs(state.layout.top(ofItem: edge) - state.layout.top(ofItem: start))
  }
}
