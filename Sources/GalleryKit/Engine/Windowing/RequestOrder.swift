internal import Foundation
internal import Support

/// Decides which waiting image is made next when a decoder is free.
///
/// An order is a pure function: the same waiting work gives the same choice. One order is one file in `Orders/` and one
/// entry of ``all``. Originals are downloaded first in, first out under any order.
public struct RequestOrder: Sendable {
  /// The images that an order sees when a decoder is free.
  public enum Sight: Sendable {
    /// The image of each kind that has waited longest: O(1).
    case oldest
    /// The newest image of each kind for cells, and the first prefetch of each: O(1).
    case newest
    /// The newest 128 images of each kind for cells, oldest first, and the first 24 prefetches of each kind: O(waiting).
    case all
  }

  /// The name that scenarios and results use.
  public let name: String
  /// One sentence on its behaviour.
  public let about: String
  /// The images it sees.
  public let sees: Sight
  /// The sources of its rule; empty if it has none.
  public let sources: [StrategyDescriptor.Source]
  /// The next image's index in `waiting`; `nil` leaves the decoder free.
  ///
  /// `waiting` is never empty: degraded images for cells, then final ones, then prefetches in the same way.
  public let next: @Sendable (_ waiting: [Image], _ decoders: Decoders) -> Int?

  /// Makes an order.
  public init(
    name: String, about: String, sees: Sight, sources: [StrategyDescriptor.Source] = [],
    next: @escaping @Sendable (_ waiting: [Image], _ decoders: Decoders) -> Int?
  ) {
    self.name = name
    self.about = about
    self.sees = sees
    self.sources = sources
    self.next = next
  }

  /// All orders, custom ones included, in the order of the tables.
  public static var all: [RequestOrder] { shipped + added.withLock { $0 } }

  private static let shipped = [fifo, lifo, reserved, deadline, urgency]

  private static let added = Locked<[RequestOrder]>([])

  /// Adds a custom order for scenarios and tables to name; call it before any run.
  ///
  /// - Precondition: no other order has its name.
  public static func add(_ order: RequestOrder) {
    precondition(
      named(order.name) == nil, "an order is called '\(order.name)' already; give this one another name")
    added.withLock { $0.append(order) }
  }

  /// The order of that name, or `nil`.
  public static func named(_ name: String) -> RequestOrder? { all.first { $0.name == name } }

  /// The most prefetches of degraded images, and of final ones, that an order sees at once.
  static let mostPrefetches = 24
  /// The most degraded images for cells, and final ones, that an order sees at once.
  static let mostForCells = 128
}

extension RequestOrder {
  /// An image that waits for a decoder.
  public struct Image: Hashable, Sendable {
    /// The purpose of an image.
    public enum Purpose: Int, Hashable, Sendable, Comparable {
      /// A degraded image for a cell that shows nothing.
      case degraded
      /// The final image for a cell.
      case final
      /// For the cache.
      case prefetch

      /// Orders degraded images before final ones, and prefetches last.
      public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// Its purpose.
    public var purpose: Purpose
    /// Its photo's position in the grid; `nil` if unknown.
    public var position: Int?
    /// Its time on screen.
    public var sighting: Sighting
    /// The estimated decode time in seconds; 0 before the first measurement.
    public var seconds: Double
    /// Whether it is a degraded image.
    public var isDegraded: Bool
    /// Whether a degraded image exists meanwhile.
    public var hasDegraded: Bool

    /// Describes waiting work.
    public init(
      purpose: Purpose, position: Int? = nil, sighting: Sighting, seconds: Double, isDegraded: Bool = false,
      hasDegraded: Bool = false
    ) {
      self.purpose = purpose
      self.position = position
      self.sighting = sighting
      self.seconds = seconds
      self.isDegraded = isDegraded || purpose == .degraded
      self.hasDegraded = hasDegraded
    }
  }

  /// An item's time on screen, in seconds from a given moment.
  public struct Sighting: Hashable, Sendable {
    /// When it comes; 0 if it is there or was, infinite if it does not come.
    public var enters: Double
    /// When it goes; infinite if it stays, 0 if it is gone.
    public var leaves: Double

    /// Nothing is known: the item is on screen and stays.
    public static let unknown = Sighting(enters: 0, leaves: .infinity)
    /// An item that does not come.
    public static let never = Sighting(enters: .infinity, leaves: .infinity)

    /// Makes a sighting.
    public init(enters: Double, leaves: Double) {
      self.enters = enters
      self.leaves = leaves
    }
  }

  /// The decoders when one of them is free.
  public struct Decoders: Hashable, Sendable {
    /// Their number.
    public var count: Int
    /// The number that only prefetch.
    public var prefetching: Int
    /// The ``ScrollState/time`` of the grid's last report; 0 before the first.
    public var time: Double

    /// Describes decoders.
    public init(count: Int, prefetching: Int, time: Double = 0) {
      self.count = count
      self.prefetching = prefetching
      self.time = time
    }
  }
}

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
