package import GalleryKit
internal import Support

/// The tags of a frame, and how many frames after it are like it.
package struct MapFrame: Hashable, Sendable {
  package var tags: [TagSighting]
  package var repeats = 0
}

/// Where each photo lies in what scrolls: read from frames, each of which shows a part of it.
///
/// A frame tells the places of its tags relative to each other. Frames that have tags in common chain them;
/// where nothing is in common, the map falls into parts, which a later frame can join. No columns, pitch or
/// order is needed. Lengths are pixels of the video.
package struct PositionMap: Hashable, Sendable {
  package struct Place: Hashable, Sendable {
    package var number: Int
    package var part: Int
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
    package var turns: Int
    /// The frames that saw it there.
    package var sightings: Int
  }

  /// How far a frame is scrolled: what is added to its positions to get the map's.
  package struct Fix: Hashable, Sendable {
    package var part: Int
    package var x: Double
    package var y: Double
    /// The tags that agree, or the photos that are recognised there.
    package var votes: Int

    /// Whether it is more than one, which could be a wrong photo.
    package var isSure: Bool { votes > 1 }

    /// Whether both are the same, but for the error of reading.
    func agrees(with other: Fix) -> Bool { part == other.part && abs(y - other.y) < Self.leastMotion }

    /// Fewer pixels are no motion, but may be the error of reading.
    private static let leastMotion = 4.0
  }

  /// The places by number: for each the one where it was seen most.
  package private(set) var places: [Int: Place] = [:]
  /// The places of each part, from the top.
  package private(set) var rows: [Int: [Place]] = [:]
  package private(set) var mostHeight = 0.0

  /// Of the tags of a frame, those within this many pixels of the median tell how far it is scrolled: apps
  /// draw cells on whole pixels.
  private static let nearest = 1.5
  /// Two positions of one place differ by less than this share of a tag's height.
  static let tolerance = 0.2
  /// Places and offsets are refined by each other this often: an error of one link of the chain spreads over
  /// its neighbours.
  ///
  /// More sweeps would spread over the whole map what a codec does to pictures that move.
  private static let sweeps = 40
  /// This many tags could all be those of wrong photos.
  private static let fewVotes = 2
  /// The frames beyond which another frame says nothing about this one.
  private static let farthest = 120

  /// A map of what these frames show, begun with a known one, and how far each is scrolled; `nil` where nothing is legible or known.
  ///
  /// - Complexity: O(tags × log tags).
  package static func read(
    _ frames: [MapFrame], height: Int, from known: PositionMap? = nil
  ) -> (map: PositionMap, fixes: [Fix?]) {
    var chart = MapChart(known)
    var fixes = frames.map { chart.add($0.tags, weight: $0.repeats + 1) }
    for index in fixes.indices { fixes[index] = fixes[index].map(chart.joined) }
    var map = PositionMap()
    // What is known may be joined to what is new.
    let kept = known.map { $0.places.values.sorted { $0.number < $1.number }.map(chart.joined) } ?? []
    map.places = MapSpots(frames, fixes, height: Double(height), known: kept).places
    map.sortRows()
    for _ in 0..<sweeps {
      for index in frames.indices { fixes[index] = map.fix(frames[index].tags, near: fixes[index]) }
      map.refine(frames, fixes, keeping: known)
    }
    Self.straighten(&fixes)
    map.align(frames, fixes, keeping: known)
    for index in fixes.indices where fixes[index].map({ $0.votes <= Self.fewVotes }) == true {
      if !isBetween(index, fixes, slack: Double(height) / 4) { fixes[index] = nil }
    }
    return (map, fixes)
  }

  /// Whether a frame of which few tags tell how far it is scrolled lies between those around it: the tags could be those of wrong
  /// photos.
  private static func isBetween(_ index: Int, _ fixes: [Fix?], slack: Double) -> Bool {
    guard let fix = fixes[index] else { return false }
    func isSure(_ other: Fix?) -> Bool {
      other.map { $0.part == fix.part && $0.votes > Self.fewVotes } ?? false
    }
    let before = fixes[..<index].suffix(farthest).last(where: isSure)
    let after = fixes[(index + 1)...].prefix(farthest).first(where: isSure)
    let heights = [before, after].compactMap { $0??.y }
    guard let least = heights.min(), let most = heights.max() else { return true }
    return (least - slack...most + slack).contains(fix.y)
  }

  /// Lets a grid that scrolls up and down keep its place across the screen, which blurred tags are misread by part of a pixel.
  private static func straighten(_ fixes: inout [Fix?]) {
    let usual = Dictionary(grouping: fixes.compactMap(\.self), by: \.part).mapValues { $0.map(\.x).middle }
    for (index, fix) in fixes.enumerated() {
      guard let fix, let x = usual[fix.part], abs(fix.x - x) <= nearest else { continue }
      fixes[index]?.x = x
    }
  }

  private mutating func sortRows() {
    rows = Dictionary(grouping: places.values, by: \.part)
      .mapValues { $0.sorted { ($0.y, $0.x, $0.number) < ($1.y, $1.x, $1.number) } }
    mostHeight = places.values.map(\.height).max() ?? 0
  }

  /// The places of a part whose centre lies in a viewport that is scrolled so far, or near it.
  func places(
    inPart part: Int, scrolled y: Double, in viewport: ClosedRange<Double>, beyond reach: Double = 0
  ) -> ArraySlice<Place> {
    guard let row = rows[part] else { return [] }
    func first(_ height: Double) -> Int { row.partitioningIndex { $0.y >= height } }
    let from = first(y + viewport.lowerBound - reach)
    return row[from..<max(from, first(y + viewport.upperBound + reach))]
  }

  private func fix(_ tags: [TagSighting], near guess: Fix?) -> Fix? {
    guard let guess else { return nil }
    let shifts = tags.compactMap { tag -> (x: Double, y: Double)? in
      guard sighting(tag, guess) != nil, let place = places[tag.number] else { return nil }
      return (place.x - Double(tag.x), place.y - Double(tag.y))
    }
    guard !shifts.isEmpty else { return nil }
    return Fix(
      part: guess.part, x: Self.centre(of: shifts.map(\.x)), y: Self.centre(of: shifts.map(\.y)),
      votes: shifts.count)
  }

  private static func centre(of values: [Double]) -> Double {
    let middle = values.middle
    let near = values.filter { abs($0 - middle) <= nearest }
    return near.isEmpty ? middle : near.reduce(0, +) / Double(near.count)
  }

  func renumbered(_ number: (Int) -> Int) -> PositionMap {
    var map = self
    map.places = Dictionary(
      places.values.sorted { $0.number < $1.number }.map { place in
        var place = place
        place.number = number(place.number)
        return (place.number, place)
      }
    ) { $0.sightings >= $1.sightings ? $0 : $1 }
    map.sortRows()
    return map
  }

  /// Gives each place the size and the column that it has in common with others.
  private mutating func align(_ frames: [MapFrame], _ fixes: [Fix?], keeping known: PositionMap?) {
    var columns = ColumnFit()
    for (frame, fix) in zip(frames, fixes) {
      guard let fix else { continue }
      for tag in frame.tags where known?.places[tag.number] == nil {
        if let seen = sighting(tag, fix) { columns.note(seen) }
      }
    }
    places = columns.align(places)
    sortRows()
  }

  /// A tag as a place of the map; `nil` if it does not lie where its photo does.
  private func sighting(_ tag: TagSighting, _ fix: Fix) -> Place? {
    let seen = Place(tag, fix)
    return places[tag.number].flatMap { seen.isNear($0, within: Self.tolerance * $0.height) ? seen : nil }
  }

  /// Moves each place to the mean of where it is seen over time: at rest it is seen best.
  private mutating func refine(_ frames: [MapFrame], _ fixes: [Fix?], keeping known: PositionMap?) {
    var sums: [Int: (count: Double, x: Double, y: Double)] = [:]
    for (frame, fix) in zip(frames, fixes) {
      guard let fix else { continue }
      for tag in frame.tags {
        guard let seen = sighting(tag, fix) else { continue }
        let sum = sums[tag.number] ?? (0, 0, 0)
        let count = Double(frame.repeats + 1)
        sums[tag.number] = (sum.count + count, sum.x + count * seen.x, sum.y + count * seen.y)
      }
    }
    for (number, sum) in sums where known?.places[number] == nil {
      places[number]?.x = sum.x / sum.count
      places[number]?.y = sum.y / sum.count
    }
    sortRows()
  }
}
