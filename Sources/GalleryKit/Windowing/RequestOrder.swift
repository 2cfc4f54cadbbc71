internal import Locking

/// Decides which of the waiting images is made next, when a decoder is free.
///
/// An order is a pure function: the same waiting work gives the same choice. One order is one file in `Orders/` and one
/// entry of ``all``. Originals are downloaded first in, first out under any order.
public struct RequestOrder: Sendable {
  /// What the order looks at each time a decoder is free.
  public enum Sight: Sendable {
    /// Of each kind of work the one that has waited longest: O(1).
    case oldest
    /// Of each kind of work for cells the newest one, and the first prefetch: O(1).
    case newest
    /// The newest 128 images of each kind for cells, oldest first, and the first 24 prefetches of each kind: O(waiting).
    case all
  }

  /// The name that scenarios and results use.
  public let name: String
  /// What the order does, in a sentence.
  public let about: String
  /// What it looks at.
  public let sees: Sight
  /// Where its rule was read; empty if it was not read anywhere.
  public let sources: [StrategyDescriptor.Source]
  /// The place of what is made next among what it sees, which is never nothing: degraded images for cells, then final
  /// ones, then prefetches in the same way; `nil` leaves the decoder free.
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

  /// All orders, those of one's own among them, as tables show them.
  public static var all: [RequestOrder] { shipped + added.withLock { $0 } }

  private static let shipped = [fifo, lifo, reserved, deadline, urgency]

  private static let added = Locked<[RequestOrder]>([])

  /// Adds an order of one's own, for scenarios and tables to name; before anything is run.
  ///
  /// - Precondition: no other order has its name.
  public static func add(_ order: RequestOrder) {
    precondition(
      named(order.name) == nil, "an order is called '\(order.name)' already; give this one another name")
    added.withLock { $0.append(order) }
  }

  /// The order of that name, or `nil`.
  public static func named(_ name: String) -> RequestOrder? { all.first { $0.name == name } }

  /// The most prefetches of degraded images that an order sees at once, and of final ones.
  static let mostPrefetches = 24
  /// The most degraded images for cells, and final ones, that an order sees at once.
  static let mostForCells = 128
}

extension RequestOrder {
  /// An image that waits for a decoder.
  public struct Image: Hashable, Sendable {
    /// What an image waits for.
    public enum Purpose: Int, Hashable, Sendable, Comparable {
      /// A degraded image for a cell that shows nothing.
      case degraded
      /// The final image for a cell.
      case final
      /// To be cached.
      case prefetch

      /// Degraded images stand before final ones, and prefetches last.
      public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// What it waits for.
    public var purpose: Purpose
    /// Where its photo stands in its grid; `nil` if that was not told.
    public var position: Int?
    /// When it is on screen.
    public var sighting: Sighting
    /// How long it will take a decoder, in seconds; an estimate, 0 where nothing was measured yet.
    public var seconds: Double
    /// Whether it is a degraded image.
    public var isDegraded: Bool
    /// Whether there is a degraded image meanwhile.
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

  /// When an item is on screen, in seconds from a moment on.
  public struct Sighting: Hashable, Sendable {
    /// When it comes; 0 if it is there or was, infinite if it does not come.
    public var enters: Double
    /// When it goes; infinite if it stays, 0 if it is gone.
    public var leaves: Double

    /// Of an item of which nothing is known: it is there and stays.
    public static let unknown = Sighting(enters: 0, leaves: .infinity)
    /// Of an item that does not come.
    public static let never = Sighting(enters: .infinity, leaves: .infinity)

    /// Makes a sighting.
    public init(enters: Double, leaves: Double) {
      self.enters = enters
      self.leaves = leaves
    }
  }

  /// The decoders when one of them is free.
  public struct Decoders: Hashable, Sendable {
    /// How many there are.
    public var count: Int
    /// How many of them make images that are only to be cached.
    public var prefetching: Int
    /// When the grid was last followed, as ``ScrollState/time`` counts; 0 if it never was.
    public var time: Double

    /// Describes decoders.
    public init(count: Int, prefetching: Int, time: Double = 0) {
      self.count = count
      self.prefetching = prefetching
      self.time = time
    }
  }
}
