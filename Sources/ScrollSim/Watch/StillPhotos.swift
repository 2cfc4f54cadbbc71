internal import GalleryKit

/// Finds the photos that stay where they are while the grid moves, as in a tray or a sidebar: they lie on no place of the grid.
struct StillPhotos: Sendable {
  private struct Spot {
    var tag: TagSighting
    /// How far the grid has moved meanwhile, in pixels, and in how many steps.
    var distance: Float = 0
    var steps = 0
  }

  private var spots: [Int: [Spot]] = [:]

  /// Pixels between two sightings of one spot.
  private static let tolerance: Float = 2
  /// What stays for less than so many of its heights and so many steps may be half of a torn picture, or be moved by an animation.
  private static let (leastHeights, fewestSteps): (Float, Int) = (3, 5)

  mutating func look(at tags: [TagSighting], _ motion: PhotoMotion) {
    guard let shift = motion.shift else { return }
    for tag in motion.still.map({ tags[$0] }) {
      let known = spots[tag.number]?.firstIndex { Self.isSame($0.tag, tag) }
      let place = known ?? spots[tag.number]?.count ?? 0
      if known == nil { spots[tag.number, default: []].append(Spot(tag: tag)) }
      spots[tag.number]?[place].distance += abs(shift)
      spots[tag.number]?[place].steps += 1
    }
  }

  func contains(_ tag: TagSighting) -> Bool {
    (spots[tag.number] ?? []).contains { spot in
      spot.steps >= Self.fewestSteps && spot.distance >= Self.leastHeights * spot.tag.height
        && Self.isSame(spot.tag, tag)
    }
  }

  private static func isSame(_ one: TagSighting, _ other: TagSighting) -> Bool {
    abs(one.x - other.x) < tolerance && abs(one.y - other.y) < tolerance
  }
}
