internal import Foundation

/// The foreseeable scroll path of a grid from one moment on.
///
/// A decelerating grid comes to rest where its platform says: along its waypoints or, if it has none, along an exponential.
/// With speed *v* and the distance *D* to the resting offset, K = −v ÷ D, and the grid passes y points after ln(1 − y ÷ D) ÷
/// K seconds. A dragged grid keeps its speed for 0.6 s. An idle grid stays.
package struct ScrollPath: Hashable, Sendable {
  private let state: ScrollState
  /// Its distance; 0 if it stays.
  private let distance: Double
  private let isDecelerating: Bool
  private let limit: Double

  /// Seconds for which a drag is assumed to go on.
  private static let dragSeconds = 0.6

  package init(_ state: ScrollState) {
    self.state = state
    limit = state.layout.maximumOffset(itemCount: state.itemCount)
    switch state.phase {
    case .idle: (distance, isDecelerating) = (0, false)
    case .dragging: (distance, isDecelerating) = (state.velocity * Self.dragSeconds, false)
    case .decelerating(let end):
      let way = end - state.offset
      // Past the ends of the content, the way back is a bounce, and counts as over.
      isDecelerating = way * state.velocity > 0
      distance = isDecelerating ? way : 0
    }
  }

  /// Its start, on the clock of ``ScrollState/time``.
  package var time: Double { state.time }

  package func sighting(ofItem item: Int) -> RequestOrder.Sighting {
    let (top, bottom) = state.layout.edges(ofItem: item)
    let (toTop, toBottom) = (top - state.offset - state.screenful, bottom - state.offset)
    let (entry, exit) = distance >= 0 ? (toTop, toBottom) : (toBottom, toTop)
    return RequestOrder.Sighting(
      enters: isPast(entry) ? 0 : seconds(for: entry),
      leaves: isPast(exit) || exit == 0 ? 0 : seconds(for: exit))
  }

  private func isPast(_ way: Double) -> Bool { distance >= 0 ? way < 0 : way > 0 }

  /// Seconds until the grid has scrolled by `way` points; infinite if it does not get there.
  private func seconds(for way: Double) -> Double {
    let end = min(max(state.offset + distance, 0), limit) - state.offset
    guard distance != 0, state.velocity != 0, abs(way) < abs(end) else { return .infinity }
    let seconds =
      switch (isDecelerating, state.waypoints.isEmpty) {
      case (false, _): way / state.velocity
      case (true, true): -log(1 - way / distance) * distance / state.velocity
      case (true, false): secondsAlongWaypoints(for: way)
      }
    // To the microsecond, so that the last bits of a platform's `log` do not matter.
    return (seconds * 0x1p20).rounded() * 0x1p-20
  }

  /// Seconds until the grid has scrolled by `way` points, in straight lines between waypoints.
  private func secondsAlongWaypoints(for way: Double) -> Double {
    var last = ScrollState.Waypoint(seconds: 0, offset: state.offset)
    for next in state.waypoints {
      let (done, step) = (last.offset - state.offset, next.offset - last.offset)
      if abs(done + step) > abs(way) {
        return last.seconds + (way - done) / step * (next.seconds - last.seconds)
      }
      last = next
    }
    return last.seconds
  }
}
