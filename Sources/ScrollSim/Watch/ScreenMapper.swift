package import GalleryKit

/// The first pass over a recording: takes the tags of each frame, and draws the map.
package struct ScreenMapper: Sendable {
  private var frames: [MapFrame] = []
  /// The pixels by which the grid has moved down since the frame before; `nil` if nothing tells.
  private var shifts: [Float?] = []
  private var numbers: Set<Int> = []
  private var edges = ScreenEdges()
  private var bars = PassingBars()
  private var scrolled = ScrolledLines()
  private var still = StillPhotos()
  private var marks: OwnMarks
  private var patterns: TagPatterns
  /// How far most photos have moved from one frame to the next, summed.
  private var motion = (across: 0.0, along: 0.0)

  package init(_ patterns: TagPatterns) {
    self.patterns = patterns
    marks = OwnMarks(patterns)
  }

  package var frameCount: Int { frames.count }

  /// Whether photos move sideways, as in a grid that scrolls so, or in a recording that is rotated.
  package var movesSideways: Bool { motion.across > max(motion.along, Self.leastSideways) }

  /// Less motion in pixels may be the error of reading.
  private static let leastSideways = 200.0

  /// A tag lies beside its place if it is off by more than the first share of the place's size, and by less than the second.
  private static let displaced = 0.02...0.5
  /// If a smaller share of frames fits the map, the map is of another layout; a pinch leaves more.
  private static let leastFitting = 0.1

  package private(set) var tagCount = 0
  private var mostTags = 0

  /// Whether photos are so large that two of them are never whole on screen, so that nothing tells how far they are apart.
  package var showsOneAtATime: Bool { mostTags == 1 && numbers.count > 1 }

  /// - Parameter repeats: how often the frame is shown again right after it.
  package mutating func look(at frame: LumaFrame, _ tags: [TagSighting], repeats: Int = 0) {
    let moved = PhotoMotion(from: frames.last?.tags ?? [], to: tags)
    motion.across += abs(moved.across)
    motion.along += abs(moved.along)
    still.look(at: tags, moved)
    bars.look(at: frame, shift: moved.shift)
    scrolled.look(
      at: frame, shift: moved.shift, photo: tags.map(\.height).max() ?? 0, isOpen: edges.isOpen)
    frames.append(MapFrame(tags: tags, repeats: repeats))
    shifts.append(moved.shift)
    marks.look(at: frame, tags)
    tagCount += tags.count
    mostTags = max(mostTags, tags.count)
    for (index, tag) in tags.enumerated() {
      numbers.insert(tag.number)
      // What stays while the grid moves says nothing about where it does.
      if moved.shift != nil, moved.still.contains(index) { continue }
      if let pattern = patterns.pattern(tag.number, turns: tag.turns) { edges.look(at: frame, tag, pattern) }
    }
  }

  /// - Parameter known: an earlier video of the same screen.
  package consuming func map(height: Int, from known: WatchedVideo? = nil) -> ScreenMap {
    numbers.formUnion(known.map { Array($0.map.places.keys) } ?? [])
    let areMarked = marks.areSeen || known?.areMarked == true
    /// The photo of a number: an embedded thumbnail's is its photo's.
    func photo(_ number: Int) -> Int {
      let photo = number - MarkedPattern.thumbnailStep
      guard (0..<MarkedPattern.mostPhotos).contains(photo) else { return number }
      return areMarked || numbers.contains(photo) ? photo : number
    }
    for frame in frames.indices {
      frames[frame].tags.removeAll(where: still.contains)
      for tag in frames[frame].tags.indices {
        frames[frame].tags[tag].number = photo(frames[frame].tags[tag].number)
      }
    }
    let before = known?.map.renumbered(photo)
    let (map, fixes) = PositionMap.read(frames, height: height, from: before)
    let strays = zip(frames, fixes).map { frame, fix -> [TagSighting] in
      guard let fix else { return [] }
      return frame.tags.filter { tag in
        guard let place = map.places[tag.number], place.part == fix.part else { return true }
        let position = (x: place.x - fix.x, y: place.y - fix.y)
        return tag.hides(place, at: position)
          || !tag.lies(at: position, within: PositionMap.tolerance, of: place)
      }
    }
    let displaced = zip(frames, fixes).map { frame, fix -> [Int: TagSighting] in
      frame.tags.reduce(into: [:]) { displaced, tag in
        guard let fix, let place = map.places[tag.number], place.part == fix.part else { return }
        let position = (x: place.x - fix.x, y: place.y - fix.y)
        if tag.lies(at: position, within: Self.displaced.upperBound, of: place),
          !tag.lies(at: position, within: Self.displaced.lowerBound, of: place)
        {
          displaced[tag.number] = tag
        }
      }
    }
    edges.look(at: frames, fixes, map, height: height)
    let seen = edges.viewport(height: height, scrolled: scrolled)
    let (own, earlier) = (seen.heights, known?.viewport ?? seen.heights)
    let viewport =
      min(own.lowerBound, earlier.lowerBound)...max(own.upperBound, earlier.upperBound)
    var screen = ScreenMap(
      map: map, areMarked: areMarked, fixes: fixes, strays: strays, displaced: displaced, viewport: viewport)
    screen.undecided = known?.undecided ?? seen.undecided
    screen.bars = bars.found(beyond: viewport, height: height)
    screen.findTorn(frames)
    screen.leaps = leaps(of: fixes, height: height)
    if let before, Self.isElsewhere(frames, fixes, strays, than: before) {
      screen.otherColumns = PositionMap.read(frames, height: height).map.columns
    }
    return screen
  }

  /// How often photos are found elsewhere than they have moved to, as where an app shows them again in other rows.
  private func leaps(of fixes: [PositionMap.Fix?], height: Int) -> Int {
    fixes.indices.dropFirst().count { index in
      guard let shift = shifts[index], let last = fixes[index - 1], let now = fixes[index],
        last.part == now.part
      else { return false }
      return abs(now.y - last.y + Double(shift)) > Double(height) / 4
    }
  }

  /// Whether photos of a known map lie elsewhere in this recording: hardly a frame shows two of them where the map has them.
  private static func isElsewhere(
    _ frames: [MapFrame], _ fixes: [PositionMap.Fix?], _ strays: [[TagSighting]], than known: PositionMap
  ) -> Bool {
    var (all, fitting) = (0, 0)
    for (index, frame) in frames.enumerated() {
      let tags = frame.tags.filter { known.places[$0.number] != nil }
      guard tags.count > 1 else { continue }
      all += 1
      if fixes[index] != nil, tags.count(where: { !strays[index].contains($0) }) > 1 { fitting += 1 }
    }
    return Double(fitting) < leastFitting * Double(all)
  }
}

extension TagSighting {
  /// Whether it lies at a position of the frame, but for a share of the place's size.
  func lies(at position: (x: Double, y: Double), within share: Double, of place: PositionMap.Place) -> Bool {
    abs(Double(x) - position.x) < share * place.width && abs(Double(y) - position.y) < share * place.height
  }

  /// Whether it is a photo that opens, or closes, over a position of the frame: it is much larger than a place of the grid.
  func hides(_ place: PositionMap.Place, at position: (x: Double, y: Double)) -> Bool {
    let (width, height) = (Double(width), Double(height))
    return width > Self.leastGrowth * place.width && abs(Double(x) - position.x) < (width + place.width) / 2
      && abs(Double(y) - position.y) < (height + place.height) / 2
  }

  /// A wrong photo in a cell that fits portraits is larger by a lesser factor.
  private static let leastGrowth = 1.5
}
