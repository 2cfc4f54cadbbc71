/// The items that a strategy wants cached, most urgent first.
///
/// A window is a list of segments; each is a run of neighbouring items in one of two orders. An item that lies in
/// several segments counts once, at its first place.
public struct CachingWindow: Hashable, Sendable {
  /// What of an item to keep at hand.
  public enum Tier: Hashable, Sendable, Comparable {
    /// The original's bytes close by, not yet decoded.
    case encoded
    /// The decoded image in memory.
    case decoded
  }

  /// A run of neighbouring items, from the first to the last or the other way round.
  public struct Segment: Hashable, Sendable {
    /// The items.
    public var items: Range<Int>
    /// Whether the last item is the most urgent.
    public var isReversed: Bool
    /// What of them to keep.
    public var tier: Tier

    /// Makes a segment.
    public init(_ items: Range<Int>, reversed: Bool = false, tier: Tier = .decoded) {
      self.items = items
      self.isReversed = reversed
      self.tier = tier
    }
  }

  /// The calls by which a strategy came to its window, where these are not simply the difference to the last one.
  public struct Calls: Hashable, Sendable {
    /// Items to start caching, started already or not.
    public var start: [Range<Int>]
    /// Items to stop caching, after the starts.
    public var stop: [Range<Int>]
    /// The items that the window's own geometry covers, of which a stop is premature.
    public var covered: Range<Int>

    /// Makes a list of calls.
    public init(start: [Range<Int>], stop: [Range<Int>], covered: Range<Int>) {
      self.start = start
      self.stop = stop
      self.covered = covered
    }
  }

  /// The runs of items, most urgent first; none is empty.
  public let segments: [Segment]
  /// The offset for which the window was made, for strategies that move only after some distance.
  public let anchor: Double
  /// The direction of travel for which it was made: 1 towards the end, −1 towards the start.
  public let direction: Double

  /// The literal calls, or `nil` where the difference to the last window says it all.
  public let calls: Calls?

  /// Makes a window; empty segments are left out.
  public init(_ segments: [Segment], anchor: Double, direction: Double = 1, calls: Calls? = nil) {
    self.segments = segments.filter { !$0.items.isEmpty }
    self.anchor = anchor
    self.direction = direction
    self.calls = calls
  }

  /// A window that wants nothing.
  public static let empty = CachingWindow([], anchor: 0)

  /// Whether nothing is wanted.
  public var isEmpty: Bool { segments.isEmpty }

  /// What of the window lies within so many items: the window itself, if all of it does.
  ///
  /// - Complexity: O(segments).
  public func clamped(to itemCount: Int) -> CachingWindow {
    guard segments.contains(where: { $0.items.upperBound > itemCount }) else { return self }
    let limit = 0..<max(0, itemCount)
    let clamped = segments.map {
      Segment($0.items.clamped(to: limit), reversed: $0.isReversed, tier: $0.tier)
    }
    return CachingWindow(clamped, anchor: anchor, direction: direction)
  }

  /// Whether the item is wanted at the tier or better.
  ///
  /// - Complexity: O(segments).
  public func contains(_ item: Int, tier: Tier = .decoded) -> Bool {
    segments.contains { $0.tier >= tier && $0.items.contains(item) }
  }

  /// The items of a tier, most urgent first, each once.
  ///
  /// - Complexity: O(items × segments).
  public func items(tier: Tier) -> [Int] {
    var result: [Int] = []
    for (index, segment) in segments.enumerated() where segment.tier == tier {
      for step in 0..<segment.items.count {
        let item = segment.isReversed ? segment.items.upperBound - 1 - step : segment.items.lowerBound + step
        // Earlier segments have already given the item, and a better tier always includes it.
        let isTaken =
          segments[..<index].contains { $0.tier == tier && $0.items.contains(item) }
          || segments.contains { $0.tier > tier && $0.items.contains(item) }
        if !isTaken { result.append(item) }
      }
    }
    return result
  }
}
