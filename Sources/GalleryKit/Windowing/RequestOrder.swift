/// Decides which of the waiting images is made next, when a decoder is free.
///
/// An order is a pure function: the same waiting work gives the same choice. One order is one file in `Orders/` and one
/// line in ``RequestOrders/all``.
public protocol RequestOrder: Sendable {
  /// The name that scenarios and results use, and what the order does, in a sentence.
  static var descriptor: RequestOrderDescriptor { get }

  /// Makes the order.
  init()

  /// The place in `waiting` of what is made next; `nil` leaves the decoder free.
  ///
  /// - Parameter waiting: what ``RequestOrderDescriptor/sees`` says; never empty.
  func next(among waiting: [WaitingImage], on decoders: DecoderState) -> Int?
}

/// What a ``RequestOrder`` is called, what it does and what it looks at.
public struct RequestOrderDescriptor: Sendable {
  /// What an order looks at each time a decoder is free.
  public enum Sight: Sendable {
    /// Of each kind of work the one that has waited longest: O(1).
    case oldest
    /// Of each kind of work for cells the newest one, and the first prefetch: O(1).
    case newest
    /// The newest 128 images of each kind for cells, and the first 24 prefetches, oldest first: O(waiting).
    case all
  }

  /// The name.
  public let name: String
  /// What the order does, in a sentence.
  public let about: String
  /// What it looks at.
  public let sees: Sight
  /// The most prefetches that an order sees at once.
  package static let prefetches = 24
  /// The most degraded images for cells, and final ones, that an order sees at once.
  package static let most = 128

  /// Makes a descriptor.
  public init(name: String, about: String, sees: Sight) {
    self.name = name
    self.about = about
    self.sees = sees
  }
}

/// An image that waits for a decoder.
public struct WaitingImage: Hashable, Sendable {
  /// What it waits for.
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
  /// When it is on screen.
  public var sighting: Sighting
  /// How long it will take a decoder, in seconds; an estimate, 0 where nothing was measured yet.
  public var seconds: Double
  /// Whether its cell shows a degraded image meanwhile.
  public var hasDegraded: Bool

  /// Describes waiting work.
  public init(purpose: Purpose, sighting: Sighting, seconds: Double, hasDegraded: Bool = false) {
    self.purpose = purpose
    self.sighting = sighting
    self.seconds = seconds
    self.hasDegraded = hasDegraded
  }
}

/// The decoders when one of them is free.
public struct DecoderState: Hashable, Sendable {
  /// How many there are.
  public var count: Int
  /// How many of them make images that are only to be cached.
  public var prefetching: Int

  /// Describes decoders.
  public init(count: Int, prefetching: Int) {
    self.count = count
    self.prefetching = prefetching
  }
}

/// The orders there are, each registered with one line.
public enum RequestOrders {
  /// All orders, in the order in which tables show them.
  public static let all: [any RequestOrder.Type] = [
    FIFOOrder.self,
    LIFOOrder.self,
    ReservedOrder.self,
    DeadlineOrder.self,
    UrgencyOrder.self,
  ]

  /// The order of that name, or `nil`.
  public static func named(_ name: String) -> (any RequestOrder.Type)? {
    all.first { $0.descriptor.name == name }
  }
}
