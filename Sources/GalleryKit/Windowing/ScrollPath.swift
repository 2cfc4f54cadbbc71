internal import Foundation

/// Where a grid scrolls from one moment on, as far as it can be foreseen.
///
/// A grid that decelerates comes to rest where its platform says: along its waypoints, or where it has none along an
/// exponential: with speed *v* and the distance *D* to the resting offset, K = −v ÷ D, and y points are passed after
/// ln(1 − y ÷ D) ÷ K seconds. One that is dragged goes on for 0.6 s as it does now. One that is idle stays.
package struct ScrollPath: Hashable, Sendable {
  /// When it begins, as ``ScrollState/time`` counts.
  package let time: Double
  private let layout: GridLayout
  private let itemCount: Int
  private let offset: Double
  private let velocity: Double
  /// How far it goes; 0 where it stays.
  private let distance: Double
  private let isExponential: Bool
  private let waypoints: [ScrollState.Waypoint]
  /// Where the content ends.
  private let limit: Double

  /// For how long a drag is taken to go on, in seconds.
  private static let dragSeconds = 0.6

  /// The path that begins with a state.
  package init(_ state: ScrollState) {
    time = state.time
    layout = state.layout
    itemCount = state.itemCount
    offset = state.offset
    velocity = state.velocity
    limit = state.layout.maximumOffset(itemCount: state.itemCount)
    switch state.phase {
    case .idle: (distance, isExponential, waypoints) = (0, false, [])
    case .dragging: (distance, isExponential, waypoints) = (state.velocity * Self.dragSeconds, false, [])
    case .decelerating(let end):
      let way = end - state.offset
      // Past the ends of the content the way is a bounce, and as good as over.
      let isAhead = way * state.velocity > 0
      (distance, isExponential) = (isAhead ? way : 0, isAhead)
      waypoints = isAhead ? state.waypoints : []
    }
  }

  /// When an item is on screen.
  package func sighting(ofItem item: Int) -> RequestOrder.Sighting {
    let (top, bottom) = layout.edges(ofItem: item)
    let screenful = layout.screenful
    let (entry, exit) =
      distance >= 0
      ? (top - offset - screenful, bottom - offset) : (bottom - offset, top - offset - screenful)
    return RequestOrder.Sighting(
      enters: isPast(entry) ? 0 : seconds(for: entry),
      leaves: isPast(exit) || exit == 0 ? 0 : seconds(for: exit))
  }

  private func isPast(_ way: Double) -> Bool { distance >= 0 ? way < 0 : way > 0 }

  /// Seconds until the grid has scrolled by so much; infinite if it does not come so far.
  private func seconds(for way: Double) -> Double {
    let end = min(max(offset + distance, 0), limit) - offset
    guard distance != 0, velocity != 0, abs(way) < abs(end) else { return .infinity }
    let seconds =
      !waypoints.isEmpty
      ? secondsAlongWaypoints(for: way)
      : isExponential ? -log(1 - way / distance) * distance / velocity : way / velocity
    // To the microsecond, so that the last bits of a platform's `log` decide nothing.
    return (seconds * 0x1p20).rounded() * 0x1p-20
  }

  /// Seconds until the grid has scrolled by so much, in straight lines from one waypoint to the next.
  private func secondsAlongWaypoints(for way: Double) -> Double {
    var last = ScrollState.Waypoint(seconds: 0, offset: offset)
    for next in waypoints {
      let (done, step) = (last.offset - offset, next.offset - last.offset)
      if abs(done + step) > abs(way) {
        return last.seconds + (way - done) / step * (next.seconds - last.seconds)
      }
      last = next
    }
    return last.seconds
  }
}
