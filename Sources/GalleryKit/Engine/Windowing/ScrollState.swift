/// The scroll state of a grid at one moment: all that a caching strategy may know.
///
/// Lengths are in points along the scroll axis, times in seconds, velocities in points a second; positive
/// velocity goes towards the end of the content.
public struct ScrollState: Hashable, Sendable {
  /// The cause of movement.
  public enum Phase: Hashable, Sendable {
    /// Nothing.
    case idle
    /// A finger.
    case dragging
    /// Its own momentum, which will bring it to rest at this offset.
    case decelerating(restingOffset: Double)
  }

  /// A point on the path of a decelerating grid.
  public struct Waypoint: Hashable, Sendable {
    /// Seconds from now.
    public var seconds: Double
    /// The content's offset then.
    public var offset: Double

    /// Makes a waypoint.
    public init(seconds: Double, offset: Double) {
      self.seconds = seconds
      self.offset = offset
    }
  }

  /// Seconds since scrolling was first observed.
  public var time: Double
  /// The content's offset; one that is not finite counts as 0.
  public var offset: Double { didSet { offset = Self.finite(offset) } }
  /// The velocity; one that is not finite, such as that of a step that took no time, counts as 0.
  public var velocity: Double { didSet { velocity = Self.finite(velocity) } }
  /// The cause of movement.
  public var phase: Phase
  /// The path to the resting offset in order of time, on a platform whose speed does not fall exponentially; empty on others,
  /// such as iOS.
  public var waypoints: [Waypoint]
  /// Whether the grid has scrolled since it appeared.
  public var hasScrolled: Bool
  /// Whether all visible cells have shown final images at one time since the grid appeared.
  public var hasDisplayed: Bool
  /// The grid's geometry, which turns offsets into items.
  public var layout: GridLayout
  /// The number of items.
  public var itemCount: Int
  /// The memory pressure.
  public var memory: MemoryPressure
  /// Measured decode costs so far.
  public var decoding: Decoding

  /// Makes a state, by default at rest at the start.
  public init(
    time: Double = 0, offset: Double = 0, velocity: Double = 0, phase: Phase = .idle,
    waypoints: [Waypoint] = [], hasScrolled: Bool = false, hasDisplayed: Bool = false,
    layout: GridLayout, itemCount: Int, memory: MemoryPressure = .normal, decoding: Decoding = .unknown
  ) {
    self.time = time
    self.offset = Self.finite(offset)
    self.velocity = Self.finite(velocity)
    self.phase = phase
    self.waypoints = waypoints
    self.hasScrolled = hasScrolled
    self.hasDisplayed = hasDisplayed
    self.layout = layout
    self.itemCount = itemCount
    self.memory = memory
    self.decoding = decoding
  }

  private static func finite(_ number: Double) -> Double { number.isFinite ? number : 0 }

  /// The viewport's length along the scroll axis: one screenful.
  public var screenful: Double { layout.screenful }

  /// The items that the viewport shows, wholly or in part.
  public var visibleItems: Range<Int> {
    layout.items(from: offset, to: offset + screenful, itemCount: itemCount)
  }

  /// The direction of travel: 1 towards the end, −1 towards the start; at rest, the last direction.
  public func direction(after last: CachingWindow) -> Double {
    velocity > 0 ? 1 : velocity < 0 ? -1 : last.direction
  }

  /// The items that overlap the interval, within the content.
  public func items(from top: Double, to bottom: Double) -> Range<Int> {
    layout.items(from: top, to: bottom, itemCount: itemCount)
  }

  /// The visible items, then those ahead of them, then those behind, each run nearest first.
  ///
  /// - Parameters:
  ///   - leading: screenfuls beyond the viewport in the direction of travel.
  ///   - trailing: screenfuls beyond it against the direction.
  ///   - direction: 1 towards the end of the content, −1 towards its start.
  public func segments(
    leading: Double, trailing: Double, direction: Double, tier: CachingWindow.Tier = .decoded
  ) -> [CachingWindow.Segment] {
    let (before, after) = direction > 0 ? (trailing, leading) : (leading, trailing)
    return segments(
      from: offset - before * screenful, to: offset + (1 + after) * screenful, direction: direction,
      tier: tier)
  }

  /// The visible items, then the interval's items ahead of them, then those behind, each run nearest first.
  ///
  /// The interval's reach beyond the viewport shrinks when memory is short: to three quarters at ``MemoryPressure/notice``, to
  /// half at ``MemoryPressure/warning``, and to nothing when it is critical.
  public func segments(
    from top: Double, to bottom: Double, direction: Double, tier: CachingWindow.Tier = .decoded
  ) -> [CachingWindow.Segment] {
    let share = memory.windowShare
    let visible = visibleItems
    let wanted = items(
      from: offset + min(0, top - offset) * share,
      to: offset + screenful + max(0, bottom - offset - screenful) * share)
    let above = CachingWindow.Segment(
      wanted.lowerBound..<max(wanted.lowerBound, visible.lowerBound), reversed: true, tier: tier)
    let below = CachingWindow.Segment(
      min(visible.upperBound, wanted.upperBound)..<wanted.upperBound, tier: tier)
    let isForward = direction > 0
    let inView = CachingWindow.Segment(visible, reversed: !isForward, tier: tier)
    return isForward ? [inView, below, above] : [inView, above, below]
  }

  /// The interval moved into the content: the part cut off at one end continues at the other, up to the end of the content.
  func movedIntoContent(from top: Double, to bottom: Double) -> (top: Double, bottom: Double) {
    let height = layout.contentLength(itemCount: itemCount)
    let end = bottom + max(0, -top)
    return (max(0, max(0, top) - max(0, end - height)), min(end, height))
  }

  /// The decode costs of this device.
  public struct Decoding: Hashable, Sendable {
    /// Decoders that work at a time.
    public var workers: Int
    /// The mean decode time of an image in seconds; 0 before the first one.
    public var seconds: Double
    /// Images that fit the memory budget; fewer than 0 count as 0.
    public var capacity: Int { didSet { capacity = max(0, capacity) } }

    /// The costs of a device without measurements.
    public static let unknown = Decoding(workers: 1, seconds: 0, capacity: .max)

    /// Describes decode costs.
    public init(workers: Int, seconds: Double, capacity: Int) {
      self.workers = workers
      self.seconds = seconds
      self.capacity = max(0, capacity)
    }
  }
}

/// The shortage of memory, in the system's grades.
public enum MemoryPressure: Int, Comparable, Hashable, Sendable, Codable {
  /// Memory suffices.
  case normal
  /// Memory needs attention: drop objects that are cheap to recreate.
  case notice
  /// Memory is getting short: drop everything dispensable.
  case warning
  /// The process is about to be killed.
  case critical

  /// The allowed share of a strategy's reach beyond the viewport, and of the cache's budget: a number of quarters.
  var windowShare: Double {
    switch self {
    case .normal: 1
    case .notice: 0.75
    case .warning: 0.5
    case .critical: 0
    }
  }

  /// Orders by severity.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
