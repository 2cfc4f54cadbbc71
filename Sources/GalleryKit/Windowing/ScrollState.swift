// Grids are part of what a strategy sees.
@_exported public import GridGeometry

/// How a grid is scrolling at one moment: all that a caching strategy may know.
///
/// Lengths are in points along the scroll axis, times in seconds, velocities in points a second; positive
/// velocity goes towards the end of the content.
public struct ScrollState: Hashable, Sendable {
  /// What moves the grid.
  public enum Phase: Hashable, Sendable {
    /// Nothing.
    case idle
    /// A finger.
    case dragging
    /// Its own momentum, which will bring it to rest at this offset.
    case decelerating(restingOffset: Double)
  }

  /// A place on the way of a grid that decelerates.
  public struct Waypoint: Hashable, Sendable {
    /// Seconds from now.
    public var seconds: Double
    /// How far the content will be scrolled then.
    public var offset: Double

    /// Makes a waypoint.
    public init(seconds: Double, offset: Double) {
      self.seconds = seconds
      self.offset = offset
    }
  }

  /// Seconds since scrolling was first observed.
  public var time: Double
  /// How far the content is scrolled.
  public var offset: Double
  /// How fast.
  public var velocity: Double
  /// What moves the grid.
  public var phase: Phase
  /// The way to the resting offset, in order of time, on a platform whose speed does not fall exponentially; empty on
  /// others, as on iOS.
  public var waypoints: [Waypoint]
  /// Whether the grid was ever scrolled since it came up.
  public var hasScrolled: Bool
  /// Whether all cells on screen have shown their final images at a time since it came up.
  public var hasDisplayed: Bool
  /// The grid's geometry, which turns offsets into items.
  public var layout: GridLayout
  /// How many items there are.
  public var itemCount: Int
  /// How short memory is.
  public var memory: MemoryPressure
  /// How long one image takes from being asked for to being there, in seconds, as measured so far; 0 at first.
  public var decodeLatency: Double

  /// What decoding takes, as measured so far.
  public var decoding: Decoding

  /// Makes a state; at rest at the start unless said otherwise.
  public init(
    time: Double = 0, offset: Double = 0, velocity: Double = 0, phase: Phase = .idle,
    waypoints: [Waypoint] = [], hasScrolled: Bool = false, hasDisplayed: Bool = false,
    layout: GridLayout, itemCount: Int, memory: MemoryPressure = .normal, decodeLatency: Double = 0,
    decoding: Decoding = .unknown
  ) {
    self.time = time
    self.offset = offset
    self.velocity = velocity
    self.phase = phase
    self.waypoints = waypoints
    self.hasScrolled = hasScrolled
    self.hasDisplayed = hasDisplayed
    self.layout = layout
    self.itemCount = itemCount
    self.memory = memory
    self.decodeLatency = decodeLatency
    self.decoding = decoding
  }

  /// The viewport's length along the scroll axis: one screenful.
  public var screenful: Double { layout.screenful }

  /// The items that the viewport shows, wholly or in part.
  public var visibleItems: Range<Int> {
    layout.items(from: offset, to: offset + screenful, itemCount: itemCount)
  }
}

extension ScrollState {
  /// Where the grid travels: 1 towards the end, −1 towards the start; at rest, where it travelled last.
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
  ///   - tier: what to keep of the items.
  public func segments(
    leading: Double, trailing: Double, direction: Double, tier: CachingWindow.Tier = .decoded
  ) -> [CachingWindow.Segment] {
    let (before, after) = direction > 0 ? (trailing, leading) : (leading, trailing)
    return segments(
      from: offset - before * screenful, to: offset + (1 + after) * screenful, direction: direction,
      tier: tier)
  }

  /// The visible items, then those of an interval that lie ahead of them, then those behind, each run nearest first.
  ///
  /// What lies beyond the viewport shrinks when memory is short: the interval reaches three quarters as far at
  /// ``MemoryPressure/notice``, half as far at ``MemoryPressure/warning``, and nowhere when it is critical.
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

  /// An interval as long, as far as the content goes: what it lacks at one end of the content it has at its other end.
  func movedIntoContent(from top: Double, to bottom: Double) -> (top: Double, bottom: Double) {
    let height = layout.contentLength(itemCount: itemCount)
    let end = bottom + max(0, -top)
    return (max(0, max(0, top) - max(0, end - height)), min(end, height))
  }
}

extension ScrollState {
  /// What decoding takes on this device.
  public struct Decoding: Hashable, Sendable {
    /// Decoders that work at a time.
    public var workers: Int
    /// How long an image takes one of them, in seconds, on average; 0 before the first one.
    public var seconds: Double
    /// Images that the memory budget has room for.
    public var capacity: Int

    /// Of a device of which nothing was measured.
    public static let unknown = Decoding(workers: 1, seconds: 0, capacity: .max)

    /// Says what decoding takes.
    public init(workers: Int, seconds: Double, capacity: Int) {
      self.workers = workers
      self.seconds = seconds
      self.capacity = capacity
    }
  }
}

extension MemoryPressure {
  /// How much of what a strategy would like beyond the viewport it may have; what is cached shrinks by the same steps.
  var windowShare: Double {
    switch self {
    case .normal: 1
    case .notice: 0.75
    case .warning: 0.5
    case .critical: 0
    }
  }
}
