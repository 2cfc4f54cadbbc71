internal import Foundation

/// A grid's scroll path from one moment on, as far as foreseeable.
///
/// A decelerating grid comes to rest where its platform says: along its waypoints, or without any along an exponential. With
/// speed *v* and the distance *D* to the resting offset, K = −v ÷ D, and the grid passes y points after ln(1 − y ÷ D) ÷ K
/// seconds. A dragged grid keeps its speed for 0.6 s. An idle grid stays.
package struct ScrollPath: Hashable, Sendable {
  /// Its start, on the clock of ``ScrollState/time``.
  package let time: Double
  private let layout: GridLayout
  private let itemCount: Int
  private let offset: Double
  private let velocity: Double
  /// Its distance; 0 if it stays.
  private let distance: Double
  private let isExponential: Bool
  private let waypoints: [ScrollState.Waypoint]
  /// The largest offset.
  private let limit: Double

  /// Seconds for which a drag is assumed to go on.
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
      // Past the ends of the content the way is a bounce and counts as over.
      let isAhead = way * state.velocity > 0
      (distance, isExponential) = (isAhead ? way : 0, isAhead)
      waypoints = isAhead ? state.waypoints : []
    }
  }

  /// An item's time on screen.
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

  /// Seconds until the grid has scrolled by `way` points; infinite if it does not get there.
  private func seconds(for way: Double) -> Double {
    let end = min(max(offset + distance, 0), limit) - offset
    guard distance != 0, velocity != 0, abs(way) < abs(end) else { return .infinity }
    let seconds =
      !waypoints.isEmpty
      ? secondsAlongWaypoints(for: way)
      : isExponential ? -log(1 - way / distance) * distance / velocity : way / velocity
    // To the microsecond, so that the last bits of a platform's `log` do not matter.
    return (seconds * 0x1p20).rounded() * 0x1p-20
  }

  /// Seconds until the grid has scrolled by `way` points, in straight lines between waypoints.
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
