internal import GalleryKit

/// Which photo lies on which spot of a map.
///
/// A cell shows a wrong photo before it shows its own, if at all: a photo that gives way to another in one
/// stay on screen loses its claim there. So the map at rest decides, not a rule about the order of photos.
struct MapSpots {
  typealias Place = PositionMap.Place
  typealias Fix = PositionMap.Fix

  private var spots: [Spot] = []
  private var index: [Square: [Int]] = [:]

  /// - Parameter known: photos that stay where they are.
  init(_ frames: [MapFrame], _ fixes: [Fix?], height: Double, known: [Place]) {
    for place in known {
      spots[spot(at: place)].holders[place.number] = Spot.Holder(place: place, frames: Spot.ofKnown)
    }
    for (time, (frame, fix)) in zip(frames, fixes).enumerated() {
      guard let fix else { continue }
      for tag in frame.tags {
        let place = Place(tag, fix)
        let found = spot(at: place)
        spots[found].note(place, at: time, frames: frame.repeats + 1) { last in
          (last..<time).allSatisfy { between in
            guard let fix = fixes[between], fix.part == place.part else { return false }
            return (0...height).contains(place.y - fix.y)
          }
        }
      }
    }
  }

  private mutating func spot(at place: Place) -> Int {
    let square = Square(place)
    for near in square.neighbours {
      for spot in index[near] ?? [] where spots[spot].place.isOn(place) { return spot }
    }
    spots.append(Spot(place: place))
    index[square, default: []].append(spots.count - 1)
    return spots.count - 1
  }

  /// One place for each photo, and one photo on each spot.
  var places: [Int: Place] {
    var claims = spots.indices.flatMap { spot in
      spots[spot].holders.filter { $0.value.frames > 0 }.map {
        (spot: spot, number: $0.key, frames: $0.value.frames, place: $0.value.place)
      }
    }
    claims.sort {
      ($0.frames, $0.place.sightings, $1.number, $1.spot) > (
        $1.frames, $1.place.sightings, $0.number, $0.spot
      )
    }
    var places: [Int: Place] = [:]
    var owners: [Int: Int] = [:]
    for claim in claims where places[claim.number] == nil && owners[claim.spot] == nil {
      owners[claim.spot] = claim.number
      places[claim.number] = claim.place
    }
    // A photo that took another's spot goes to one of its own, if both together have more claim to that.
    for claim in claims where places[claim.number] == nil {
      guard let owner = owners[claim.spot], let held = spots[claim.spot].holders[owner],
        let other = claims.first(where: { $0.number == owner && owners[$0.spot] == nil }),
        claim.frames + other.frames > held.frames
      else { continue }
      (owners[claim.spot], owners[other.spot]) = (claim.number, owner)
      (places[claim.number], places[owner]) = (claim.place, other.place)
    }
    return places
  }
}

private struct Spot {
  struct Holder {
    var place: PositionMap.Place
    /// The frames that count for it, of each stay on screen that ended with it.
    var frames = 0
    var inThisStay = 0
    /// The frames that saw it rotated by 0, 1, 2 and 3 quarters.
    var turned = [0, 0, 0, 0]

    mutating func withdraw() { (frames, inThisStay) = (frames - inThisStay, 0) }
  }

  /// This many frames of a stay are enough.
  private static let mostOfStay = 10
  /// More than any photo gets in a recording.
  static let ofKnown = 1_000_000
  /// The frames after which a stay is another one.
  private static let longestGap = 300

  let place: PositionMap.Place
  var holders: [Int: Holder] = [:]
  private var last: (time: Int, number: Int)?

  init(place: PositionMap.Place) { self.place = place }

  /// - Parameter stayed: whether the spot was on screen since that frame.
  mutating func note(_ place: PositionMap.Place, at time: Int, frames: Int, stayed: (Int) -> Bool) {
    let isSameStay = last.map { time - $0.time < Self.longestGap && stayed($0.time) } ?? false
    if let last, isSameStay, last.number != place.number { holders[last.number]?.withdraw() }
    var holder = holders[place.number] ?? Holder(place: place)
    if !isSameStay || last?.number != place.number { holder.inThisStay = 0 }
    let more = min(frames, Self.mostOfStay - holder.inThisStay)
    holder.inThisStay += more
    holder.frames += more
    holder.place.sightings += 1
    holder.place.move(by: 1 / Double(holder.place.sightings), of: place)
    // Some apps turn a photo only when it is whole, and show its embedded thumbnail on its side until then.
    holder.turned[place.turns] += frames
    if holder.frames < Self.ofKnown, holder.turned[place.turns] > holder.turned[holder.place.turns] {
      holder.place.turns = place.turns
    }
    holders[place.number] = holder
    last = (time, place.number)
  }
}

/// A square of a map, in which to look for spots.
private struct Square: Hashable {
  static let side = 32.0
  var part: Int
  var x: Int
  var y: Int

  init(_ place: PositionMap.Place) {
    part = place.part
    (x, y) = (Int((place.x / Self.side).rounded(.down)), Int((place.y / Self.side).rounded(.down)))
  }

  var neighbours: [Square] {
    (-1...1).flatMap { down in
      (-1...1).map { right in
        var square = self
        (square.x, square.y) = (x + right, y + down)
        return square
      }
    }
  }
}

extension PositionMap.Place {
  init(_ tag: TagSighting, _ fix: PositionMap.Fix) {
    self.init(
      number: tag.number, part: fix.part, x: Double(tag.x) + fix.x, y: Double(tag.y) + fix.y,
      width: Double(tag.width), height: Double(tag.height), turns: tag.turns, sightings: 0)
  }

  fileprivate func isOn(_ other: Self) -> Bool {
    abs(x - other.x) < min(Square.side, 0.4 * max(width, other.width))
      && abs(y - other.y) < min(Square.side, 0.4 * max(height, other.height))
  }

  /// Whether it lies where another does, but for a tolerance.
  func isNear(_ other: Self, within tolerance: Double) -> Bool {
    part == other.part && abs(x - other.x) < tolerance && abs(y - other.y) < tolerance
  }

  /// Moves its centre and its size by a share of the way to another's.
  mutating func move(by share: Double, of other: Self) {
    x += (other.x - x) * share
    y += (other.y - y) * share
    width += (other.width - width) * share
    height += (other.height - height) * share
  }
}
