/// The items that a strategy wants cached, most urgent first.
///
/// A window is a list of segments; each is a run of neighbouring items in one of two orders. An item that lies in several
/// segments of a tier counts once, at its first place. An item that is wanted both degraded and decoded keeps its degraded image
/// until the decoded one exists.
public struct CachingWindow: Hashable, Sendable {
  /// The form in which an item is kept.
  public enum Tier: Hashable, Sendable, Comparable {
    /// The original's undecoded bytes nearby: in the system's page cache, or downloaded if the photo is in the cloud.
    case encoded
    /// A degraded image in memory, if the photo has a cheap one: its embedded thumbnail, or its first scans.
    case degraded
    /// The decoded image in memory.
    case decoded
  }

  /// A run of neighbouring items, from the first to the last or the other way round.
  public struct Segment: Hashable, Sendable {
    /// The items.
    public var items: Range<Int>
    /// Whether the last item is the most urgent.
    public var isReversed: Bool
    /// Their tier.
    public var tier: Tier

    /// Makes a segment.
    public init(_ items: Range<Int>, reversed: Bool = false, tier: Tier = .decoded) {
      self.items = items
      self.isReversed = reversed
      self.tier = tier
    }
  }

  /// The calls that lead to a window, if they are not simply the difference from the last one.
  public struct Calls: Hashable, Sendable {
    /// Items to start caching, started already or not.
    public var start: [Range<Int>]
    /// Items to stop caching, after the starts.
    public var stop: [Range<Int>]

    /// Makes a list of calls.
    public init(start: [Range<Int>], stop: [Range<Int>]) {
      self.start = start
      self.stop = stop
    }
  }

  /// The calls that moving a window takes, counted in items.
  public struct Move: Hashable, Sendable {
    /// Items for which caching was started.
    public var starts = 0
    /// Items for which caching was stopped.
    public var stops = 0

    /// Makes a move.
    public init(starts: Int = 0, stops: Int = 0) {
      self.starts = starts
      self.stops = stops
    }
  }

  /// The runs of items, most urgent first; none is empty.
  public private(set) var segments: [Segment]
  /// The offset for which the window was made, for strategies that move only after some distance.
  public let anchor: Double
  /// The direction of travel for which it was made: 1 towards the end, −1 towards the start.
  public let direction: Double

  private let noted: Notes?

  /// The literal calls, or `nil` if they follow from the difference from the last window.
  public private(set) var calls: Calls?

  /// Makes a window; empty segments are left out.
  public init(
    _ segments: [Segment], anchor: Double, direction: Double = 1, notes: (any Hashable & Sendable)? = nil,
    calls: Calls? = nil
  ) {
    self.segments = segments.filter { !$0.items.isEmpty }
    self.anchor = anchor
    self.direction = direction
    noted = notes.map(Notes.init)
    self.calls = calls
  }

  /// The strategy's notes for its next call, such as recent speeds, in a type that it chooses; `nil` if there are none,
  /// or if they are another strategy's.
  public func notes<Value>(_ type: Value.Type = Value.self) -> Value? { noted?.value as? Value }

  private struct Notes: Hashable, Sendable {
    let value: any Hashable & Sendable

    static func == (one: Self, other: Self) -> Bool { AnyHashable(one.value) == AnyHashable(other.value) }
    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
  }

  /// A window without items.
  public static let empty = CachingWindow([], anchor: 0)

  /// Whether it has no items.
  public var isEmpty: Bool { segments.isEmpty }

  /// From the first item to the last, gaps included.
  package var span: Range<Int> {
    let lower = segments.map(\.items.lowerBound).min() ?? 0
    return lower..<(segments.map(\.items.upperBound).max() ?? lower)
  }

  /// The items and the window's runs that touch them as one run, then the other runs.
  package func joined(with items: Range<Int>) -> [Segment] {
    var run = items
    // Runs that touch it merge with it; jumps leave gaps between the others.
    var apart: [Segment] = []
    for segment in segments {
      if segment.items.lowerBound <= run.upperBound && run.lowerBound <= segment.items.upperBound {
        run = min(run.lowerBound, segment.items.lowerBound)..<max(run.upperBound, segment.items.upperBound)
      } else {
        apart.append(segment)
      }
    }
    return [Segment(run)] + apart
  }

  /// The window's part within `itemCount` items; the window itself if it fits.
  ///
  /// - Complexity: O(segments).
  public func clamped(to itemCount: Int) -> CachingWindow {
    guard segments.contains(where: { $0.items.upperBound > itemCount }) else { return self }
    let limit = 0..<max(0, itemCount)
    var clamped = self
    clamped.calls = nil
    clamped.segments = segments.map {
      Segment($0.items.clamped(to: limit), reversed: $0.isReversed, tier: $0.tier)
    }
    clamped.segments.removeAll(where: \.items.isEmpty)
    return clamped
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
  public func items(tier: Tier) -> [Int] { items(from: tier, through: tier).map(\.item) }

  /// The items whose images are kept, decoded or degraded, most urgent first, each once; O(items × segments).
  var images: [(item: Int, tier: Tier)] { items(from: .degraded, through: .decoded) }

  private func items(from lowest: Tier, through highest: Tier) -> [(item: Int, tier: Tier)] {
    var result: [(item: Int, tier: Tier)] = []
    for (index, segment) in segments.enumerated() where lowest <= segment.tier && segment.tier <= highest {
      let tier = segment.tier
      for step in 0..<segment.items.count {
        let item = segment.isReversed ? segment.items.upperBound - 1 - step : segment.items.lowerBound + step
        // An earlier segment has given the item, or decoding reads its original anyway.
        let isTaken =
          segments[..<index].contains { $0.tier == tier && $0.items.contains(item) }
          || tier == .encoded && segments.contains { $0.tier > tier && $0.items.contains(item) }
        if !isTaken { result.append((item, tier)) }
      }
    }
    return result
  }
}

extension [CachingWindow.Segment] {
  /// The first `count` items of the runs, which do not overlap.
  func first(_ count: Int) -> [CachingWindow.Segment] {
    var room = count
    return map { segment in
      var segment = segment
      segment.items = segment.isReversed ? segment.items.suffix(room) : segment.items.prefix(room)
      room -= segment.items.count
      return segment
    }
  }

  /// The parts of the runs beyond `items`; each run lies on one side of them.
  func beyond(_ items: Range<Int>) -> [CachingWindow.Segment] {
    map { segment in
      var segment = segment
      segment.items = segment.items.clamped(
        to: segment.isReversed ? Int.min..<items.lowerBound : items.upperBound..<Int.max)
      return segment
    }
  }
}
