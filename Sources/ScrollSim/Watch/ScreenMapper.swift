package import GalleryKit

/// Where the photos of a recording lie, how far each frame is scrolled, and the heights between which it shows what scrolls.
package struct ScreenMap: Sendable {
  package var map = PositionMap()
  /// One for each frame that was looked at; `nil` where nothing is legible.
  package var fixes: [PositionMap.Fix?] = []
  /// The tags of each frame that do not lie where the map has them.
  package var strays: [[TagSighting]] = []
  package var viewport = 0.0...0.0

  package init() {}

  package init(
    map: PositionMap, fixes: [PositionMap.Fix?], strays: [[TagSighting]], viewport: ClosedRange<Double>
  ) {
    (self.map, self.fixes, self.strays, self.viewport) = (map, fixes, strays, viewport)
  }
}

/// The first pass over a recording: takes the tags of each frame, and draws the map.
package struct ScreenMapper: Sendable {
  private var frames: [MapFrame] = []
  private var numbers: Set<Int> = []
  private var edges = ScreenEdges()
  private var patterns: TagPatterns

  package init(_ patterns: TagPatterns) { self.patterns = patterns }

  /// The frames that were looked at.
  package var frameCount: Int { frames.count }

  /// The tags that were found, over all frames.
  package private(set) var tagCount = 0

  /// Takes the next frame, with its tags.
  package mutating func look(at frame: LumaFrame, _ tags: [TagSighting]) {
    frames.append(MapFrame(tags: tags))
    tagCount += tags.count
    for tag in tags {
      numbers.insert(tag.number)
      if let pattern = patterns.pattern(tag.number, turns: tag.turns) { edges.look(at: frame, tag, pattern) }
    }
  }

  /// Takes a frame that is like the last one.
  package mutating func lookAgain() { if !frames.isEmpty { frames[frames.count - 1].repeats += 1 } }

  /// The map of all frames.
  ///
  /// - Parameters:
  ///   - height: the frames' height.
  ///   - known: a map to begin with, of the same screen.
  package consuming func map(height: Int, from known: PositionMap? = nil) -> ScreenMap {
    numbers.formUnion(known.map { Array($0.places.keys) } ?? [])
    for frame in frames.indices {
      for tag in frames[frame].tags.indices {
        frames[frame].tags[tag].number = photo(frames[frame].tags[tag].number)
      }
    }
    var screen = ScreenMap()
    (screen.map, screen.fixes) = PositionMap.read(frames, height: height, from: known)
    screen.strays = zip(frames, screen.fixes).map { frame, fix in
      guard let fix else { return [] }
      return frame.tags.filter { tag in
        guard let place = screen.map.places[tag.number], place.part == fix.part else { return true }
        return !tag.lies(at: (place.x - fix.x, place.y - fix.y), within: PositionMap.tolerance, of: place)
      }
    }
    screen.viewport = edges.viewport(height: height)
    return screen
  }

  /// The photo of a number: an embedded thumbnail's is its photo's.
  private func photo(_ number: Int) -> Int {
    let photo = number - MarkedPattern.thumbnailStep
    return photo >= 0 && numbers.contains(photo) ? photo : number
  }
}

extension TagSighting {
  /// Whether it lies at a position of the frame, but for a share of the place's size.
  func lies(at position: (x: Double, y: Double), within share: Double, of place: PositionMap.Place) -> Bool {
    abs(Double(x) - position.x) < share * place.width && abs(Double(y) - position.y) < share * place.height
  }
}
