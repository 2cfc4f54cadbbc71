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
  /// `waiting` is never empty: degraded images for cells, then final ones, then prefetches in the same way. It must not call the
  /// manager, which waits for the answer.
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

  /// An image that waits for a decoder.
  public struct Image: Hashable, Sendable {
    /// The purpose of an image; degraded images come before final ones, and prefetches last.
    public enum Purpose: Hashable, Sendable, Comparable {
      /// A degraded image for a cell that shows nothing.
      case degraded
      /// The final image for a cell.
      case final
      /// For the cache.
      case prefetch
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
    /// Whether a degraded image already exists.
    public var hasDegraded: Bool
    /// Its place in the order in which images were asked for, whether for a cell or for the cache.
    public var number: Int

    /// Describes waiting work.
    public init(
      purpose: Purpose, position: Int? = nil, sighting: Sighting, seconds: Double, isDegraded: Bool = false,
      hasDegraded: Bool = false, number: Int = 0
    ) {
      self.purpose = purpose
      self.position = position
      self.sighting = sighting
      self.seconds = seconds
      self.isDegraded = isDegraded || purpose == .degraded
      self.hasDegraded = hasDegraded
      self.number = number
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
