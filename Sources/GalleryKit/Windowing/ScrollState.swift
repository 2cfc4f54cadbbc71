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

  /// Seconds since scrolling was first observed.
  public var time: Double
  /// How far the content is scrolled.
  public var offset: Double
  /// How fast.
  public var velocity: Double
  /// What moves the grid.
  public var phase: Phase
  /// Whether the grid was ever scrolled since it came up.
  public var hasScrolled: Bool
  /// The grid's geometry, which turns offsets into items.
  public var layout: GridLayout
  /// How many items there are.
  public var itemCount: Int
  /// How short memory is.
  public var memory: MemoryPressure
  /// How long one image takes from being asked for to being there, in seconds, as measured so far; 0 at first.
  public var decodeLatency: Double

  /// Makes a state; at rest at the start unless said otherwise.
  public init(
    time: Double = 0, offset: Double = 0, velocity: Double = 0, phase: Phase = .idle,
    hasScrolled: Bool = false,
    layout: GridLayout, itemCount: Int, memory: MemoryPressure = .normal, decodeLatency: Double = 0
  ) {
    self.time = time
    self.offset = offset
    self.velocity = velocity
    self.phase = phase
    self.hasScrolled = hasScrolled
    self.layout = layout
    self.itemCount = itemCount
    self.memory = memory
    self.decodeLatency = decodeLatency
  }

  /// The viewport's length along the scroll axis: one screenful.
  public var screenful: Double { layout.viewport.height }

  /// The items that the viewport shows, wholly or in part.
  public var visibleItems: Range<Int> {
    layout.items(from: offset, to: offset + screenful, itemCount: itemCount)
  }
}
