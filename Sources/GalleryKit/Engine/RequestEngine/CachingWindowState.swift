/// A caching window and the images that it started caching: the basis of the difference to the next window.
///
/// The caller looks photos up with no lock held: a move names the photos that it needs, and the caller retries with them. A move
/// takes effect at once or not at all, so of two concurrent moves the later one takes full effect.
package struct CachingWindowState: Sendable {
  /// An item for which caching or reading ahead starts, and its image.
  typealias Start = (item: Int, image: CachingRequest)

  package struct Difference: Sendable {
    var isEmpty = false
    var starts: [Start] = []
    var stops: [ImageKey] = []
    /// Items whose originals are to be read ahead, most urgent first.
    var ahead: [Start] = []
    var behind: [ImageKey] = []
    package var calls = CachingWindow.Move()
  }

  package enum Step: Sendable {
    /// Nothing happened: it needs the photos of these items.
    case lookUp([Int])
    case done(Difference)
  }

  package private(set) var window = CachingWindow.empty
  private(set) var keys: [Int: ImageKey] = [:]
  /// The keys of the items for which it started caching degraded images, which stay until their items leave the window.
  private(set) var degraded: [Int: ImageKey] = [:]
  private(set) var visibleItems = 0..<0
  private(set) var originals: [Int: ImageKey] = [:]
  /// Whether the window that the keys belong to is lost, because the items changed places.
  private var isForgotten = false

  mutating func move(
    to next: CachingWindow, as specification: ImageSpecification, visibleItems: Range<Int>,
    _ photos: [Int: CachingRequest]
  ) -> Step {
    if let key = keys.values.first ?? degraded.values.first, key.specification != specification {
      let step = fill(next, discarding: [], photos)
      if case .done = step { self.visibleItems = visibleItems }
      return step
    }
    let isSame =
      !isForgotten
      && (next == window || next.calls == nil && window.calls == nil && next.segments == window.segments)
    if isSame {
      (window, self.visibleItems) = (next, visibleItems)
      return .done(Difference(isEmpty: true))
    }
    var difference = Difference()
    let starts: [(item: Int, tier: CachingWindow.Tier)]
    let calls = isForgotten ? nil : next.calls
    if let calls {
      starts = calls.start.flatMap { $0.map { ($0, .decoded) } }
    } else if window.calls == nil && !isForgotten {
      // The last window's items have started, and searching its few runs is faster than searching a table of items.
      starts = next.images.filter {
        $0.tier == .decoded ? !window.contains($0.item) : degraded[$0.item] == nil
      }
    } else {
      starts = next.images.filter { ($0.tier == .decoded ? keys : degraded)[$0.item] == nil }
    }
    let encoded = next.items(tier: .encoded)
    let ahead = encoded.filter { originals[$0] == nil }
    let unknown = (starts.map(\.item) + ahead).filter { photos[$0] == nil }
    guard unknown.isEmpty else { return .lookUp(unknown) }
    difference.starts = Self.starts(starts, photos)
    difference.ahead = Self.starts(ahead.map { ($0, .decoded) }, photos)

    for start in difference.starts { note(start) }
    let stops = calls?.stop.flatMap(Array.init) ?? keys.keys.filter { !next.contains($0) }.sorted()
    let passed = degraded.keys.filter { !next.contains($0, tier: .degraded) }.sorted()
    let left =
      passed.compactMap { degraded.removeValue(forKey: $0) }
      + stops.compactMap { keys.removeValue(forKey: $0) }
    // A photo may be at several places.
    let kept = left.isEmpty ? [] : claims
    difference.stops = left.filter { !kept.contains($0) }
    difference.behind = readAhead(of: encoded, difference.ahead)
    difference.calls = CachingWindow.Move(starts: starts.count, stops: stops.count + passed.count)
    (window, self.visibleItems, isForgotten) = (next, visibleItems, false)
    return .done(difference)
  }

  /// Keeps the window on the same items, now `itemCount` in all, possibly with other photos.
  mutating func refill(itemCount: Int, discarding discarded: Set<String>, _ photos: [Int: CachingRequest])
    -> Step
  {
    let hasCalls = window.calls != nil
    let step = fill(window.clamped(to: itemCount), discarding: discarded, photos)
    if case .done = step, hasCalls { (window, isForgotten) = (.empty, true) }
    return step
  }

  private mutating func fill(
    _ next: CachingWindow, discarding discarded: Set<String>, _ photos: [Int: CachingRequest]
  ) -> Step {
    var difference = Difference()
    let images = next.images
    let encoded = next.items(tier: .encoded)
    let unknown = (images.map(\.item) + encoded).filter { photos[$0] == nil }
    guard unknown.isEmpty else { return .lookUp(unknown) }

    let wanted = Self.starts(images, photos)
    difference.ahead = Self.starts(encoded.map { ($0, .decoded) }, photos)
    let before = Set(keys.values).union(degraded.values)
    let kept = before.filter { !discarded.contains($0.asset) }
    difference.starts = wanted.filter { !kept.contains($0.image.key) }
    let after = Set(wanted.map(\.image.key))
    difference.stops = before.filter { !after.contains($0) || discarded.contains($0.asset) }.sorted()
    difference.calls = CachingWindow.Move(starts: difference.starts.count, stops: difference.stops.count)
    (keys, degraded) = ([:], [:])
    for start in wanted { note(start) }
    difference.behind = readAhead(of: [], difference.ahead)
    (window, isForgotten) = (next, false)
    return .done(difference)
  }

  /// The images of the items on screen for which caching has started.
  var visible: [ImageKey] { visibleItems.compactMap { keys[$0] } }

  var claims: Set<ImageKey> { Set(keys.values).union(degraded.values).union(originals.values) }

  /// The images that the window wants and has started, most urgent first.
  var order: [ImageKey] { window.images.compactMap { ($0.tier == .decoded ? keys : degraded)[$0.item] } }

  func wants(_ start: Start) -> Bool {
    let key = start.image.key
    return (key.kind == .image ? keys : degraded)[start.item] == key
  }

  private mutating func note(_ start: Start) {
    let key = start.image.key
    if key.kind == .image { keys[start.item] = key } else { degraded[start.item] = key }
  }

  private static func starts(
    _ items: [(item: Int, tier: CachingWindow.Tier)], _ photos: [Int: CachingRequest]
  ) -> [Start] {
    items.compactMap { item, tier in
      photos[item].map { (item, $0.of(tier == .decoded ? .image : .degraded)) }
    }
  }

  /// Continues reading ahead for `items`, adds the starts, and returns the originals that are no longer read ahead.
  private mutating func readAhead(of items: [Int], _ starts: [Start]) -> [ImageKey] {
    let items = Set(items)
    let gone = originals.filter { !items.contains($0.key) }
    for item in gone.keys { originals[item] = nil }
    for start in starts { originals[start.item] = .original(of: start.image.asset) }
    return gone.isEmpty ? [] : Set(gone.values).subtracting(originals.values).sorted()
  }
}
