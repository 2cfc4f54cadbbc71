internal import GalleryKit

/// A map while it is being drawn: all places where each number was seen, and which parts were joined.
struct MapChart {
  typealias Place = PositionMap.Place
  typealias Fix = PositionMap.Fix

  var candidates: [Int: [Place]] = [:]
  /// The part that a part was joined to, and what is added to its positions.
  private var joins: [(part: Int, x: Double, y: Double)] = []

  /// Blurred tags are read as larger or smaller by a lesser share.
  private static let mostGrowth = 0.1

  init(_ known: PositionMap?) {
    guard let known else { return }
    for place in known.places.values.sorted(by: { $0.number < $1.number }) {
      while joins.count <= place.part { joins.append((joins.count, 0, 0)) }
      candidates[place.number] = [place]
    }
  }

  private func root(_ part: Int) -> (part: Int, x: Double, y: Double) {
    var (part, x, y) = (part, 0.0, 0.0)
    while joins[part].part != part {
      x += joins[part].x
      y += joins[part].y
      part = joins[part].part
    }
    return (part, x, y)
  }

  func joined(_ place: Place) -> Place {
    let root = root(place.part)
    var place = place
    (place.part, place.x, place.y) = (root.part, place.x + root.x, place.y + root.y)
    return place
  }

  func joined(_ fix: Fix) -> Fix {
    let root = root(fix.part)
    return Fix(part: root.part, x: fix.x + root.x, y: fix.y + root.y, votes: fix.votes)
  }

  /// How far the frame is scrolled; `nil` if it has no tags.
  mutating func add(_ tags: [TagSighting], weight: Int) -> Fix? {
    guard !tags.isEmpty else { return nil }
    var fixes = agreements(tags)
    if fixes.isEmpty {
      // A photo that was elsewhere before is a wrong one here, unless others come with it.
      if tags.count == 1, candidates[tags[0].number] != nil { return nil }
      joins.append((joins.count, 0, 0))
      fixes = [Fix(part: joins.count - 1, x: 0, y: 0, votes: tags.count)]
    }
    let best = fixes[0]
    // A frame that shows two parts joins them; one tag alone could be a wrong photo.
    for other in fixes.dropFirst() where best.votes > 1 && other.votes > 1 {
      joins[other.part] = (best.part, best.x - other.x, best.y - other.y)
    }
    for tag in tags { note(tag, best, weight: weight) }
    return best
  }

  /// How far the frame is scrolled by each part of the map, by the positions on which most of its tags agree.
  private func agreements(_ tags: [TagSighting]) -> [Fix] {
    struct Vote {
      var tag: Int
      var x: Double
      var y: Double
      var weight: Int
      var tolerance: Double
      /// Whether it is for the place where the part first saw the photo.
      var isForFirst: Bool
    }
    var votes: [Int: [Vote]] = [:]
    // How many tags a part knows, and which of them it first saw in another size.
    var (known, resized): ([Int: Int], [Int: Set<Int>]) = ([:], [:])
    for (index, tag) in tags.enumerated() {
      var parts: Set<Int> = []
      for candidate in candidates[tag.number] ?? [] {
        let place = joined(candidate)
        let isFirst = parts.insert(place.part).inserted
        if isFirst {
          known[place.part, default: 0] += 1
          let growth = abs(Double(tag.width) - place.width)
          if growth > Self.mostGrowth * place.width { resized[place.part, default: []].insert(index) }
        }
        let (x, tolerance) = (place.x - Double(tag.x), PositionMap.tolerance * Double(tag.height))
        // Grids scroll up and down: in another column, it is a wrong photo.
        guard abs(x) < tolerance else { continue }
        votes[place.part, default: []].append(
          Vote(
            tag: index, x: x, y: place.y - Double(tag.y), weight: min(place.sightings, 8),
            tolerance: tolerance, isForFirst: isFirst))
      }
    }
    var fixes: [(fix: Fix, weight: Int)] = []
    for part in votes.keys.sorted() {
      let votes = votes[part] ?? []
      var best: (weight: Int, votes: [Vote]) = (0, [])
      for centre in votes {
        let near = votes.filter {
          abs($0.x - centre.x) < centre.tolerance && abs($0.y - centre.y) < centre.tolerance
        }
        let weight = near.reduce(0) { $0 + $1.weight }
        if weight > best.weight { best = (weight, near) }
      }
      let count = Set(best.votes.map(\.tag)).count
      // A pinch lays all photos out again, step by step: most are then elsewhere, in another size. That is a
      // separate part.
      let moved = (resized[part] ?? []).subtracting(best.votes.filter(\.isForFirst).map(\.tag))
      guard count > 0, 2 * moved.count <= known[part] ?? 0 else { continue }
      let fix = Fix(part: part, x: best.votes.map(\.x).middle, y: best.votes.map(\.y).middle, votes: count)
      fixes.append((fix, best.weight))
    }
    fixes.sort { ($0.fix.votes, $0.weight, $1.fix.part) > ($1.fix.votes, $1.weight, $0.fix.part) }
    return fixes.map(\.fix)
  }

  private mutating func note(_ tag: TagSighting, _ fix: Fix, weight: Int) {
    var seen = Place(tag, fix)
    seen.sightings = weight
    let tolerance = PositionMap.tolerance * seen.height
    var known = candidates[tag.number] ?? []
    if let index = known.firstIndex(where: { joined($0).isNear(seen, within: tolerance) }) {
      var place = joined(known[index])
      // The mean of the first hundred frames; later ones move it no more than they do.
      place.move(by: 1 / Double(min(place.sightings, 100) + 1), of: seen)
      (place.turns, place.sightings) = (tag.turns, place.sightings + weight)
      known[index] = place
    } else {
      known.append(seen)
    }
    candidates[tag.number] = known
  }
}

extension [Double] {
  /// The median of values that are there.
  var middle: Double { median ?? .nan }
}
