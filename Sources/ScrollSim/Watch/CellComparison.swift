internal import GalleryKit

/// Compares what is in view of a cell with the picture that belongs there, with its embedded thumbnail, and with the photos near it,
/// in every size in which each could have been decoded.
struct CellComparison: Sendable {
  struct Verdict {
    /// What a view shows; `nil` if an edge cuts so much of it that it could be anything.
    var state: SeenState?
    /// What it shows unless it is another photo, of which as much would look the same.
    var guess: SeenState?
    /// Whether it is more like another photo.
    var isOther = false
  }

  var patterns: TagPatterns
  /// Luminance of the frames for each unit of a pattern, as in recent photos.
  private(set) var slope = Float((MarkedPattern.light - MarkedPattern.dark) / 2)
  /// The patterns near the frame that is judged; `nil` until a cell asks.
  private var nearby: [TagPattern]?

  /// The fewest rows of modules by which a cell is taken for another photo.
  static let leastRowsOfOther = 5
  /// Correlations: of a photo that is beyond doubt, and of another photo.
  private static let (plain, other): (Float, Float) = (0.85, 0.75)
  /// How much more like its own photo than like others a cell must be.
  private static let ownLead: Float = 0.03
  /// Another photo leaves unexplained at most this share of what the next best photo does: an icon is equally
  /// like several.
  private static let otherRest: Float = 0.55
  /// A shade of a picture has less than this share of its contrast.
  private static let leastSlope: Float = 0.5
  /// A picture of more pixels across, as a share of the cell's, is not told from the sharp one by its modules.
  private static let mostCoarse = 0.6
  /// A photo of which few rows are in view has at least this share.
  private static let leastPlainSlope: Float = 0.8
  /// Other photos are looked for within this many screenfuls.
  private static let screenfuls = 6.0

  init(_ patterns: TagPatterns) { self.patterns = patterns }

  /// Begins with a frame that may be scrolled elsewhere.
  mutating func beginFrame() { nearby = nil }

  mutating func verdict(
    _ view: CellView, _ place: PositionMap.Place, _ fix: PositionMap.Fix, on screen: ScreenMap
  ) -> Verdict {
    guard !view.isFlat, let own = patterns.pattern(place.number, turns: place.turns) else {
      return Verdict(state: .blank)
    }
    let isCut = view.rows.count < Self.leastRowsOfOther
    let sharp = view.likeness(to: own, views: 0..<1)
    if sharp.correlation > Self.plain, !isCut {
      slope += 0.02 * (sharp.slope - slope)
      return Verdict(state: .photo)
    }
    let photo = view.likeness(to: own, views: 0..<own.views.count)
    let thumbnail = patterns.pattern(place.number + MarkedPattern.thumbnailStep, turns: place.turns)
      .map { view.likeness(to: $0, views: 0..<$0.views.count) }
    let isThumbnail = (thumbnail?.correlation ?? -1) > photo.correlation
    let mine = isThumbnail ? thumbnail ?? photo : photo
    var other = CellView.Likeness(correlation: -1, view: 0, slope: 0)
    var second = other.correlation
    for pattern in others(of: place, fix, on: screen) {
      let likeness = view.likeness(to: pattern, views: 0..<pattern.views.count, above: second)
      if likeness.correlation > other.correlation {
        (other, second) = (likeness, other.correlation)
      } else {
        second = max(second, likeness.correlation)
      }
    }
    if mine.isSure, mine.slope > Self.leastSlope * slope {
      // A few rows of a small picture are as much like the photo, except for their contrast.
      let side = mine.view == 0 ? 0 : TagPattern.coarseSides[mine.view - 1]
      let isPlain =
        mine.view == 0 || Double(side) > Self.mostCoarse * ScreenMap.cellShare * place.width
        || sharp.correlation > max(Self.plain, mine.correlation - Self.ownLead)
      let isFaint = isCut && isPlain && !isThumbnail && sharp.slope <= Self.leastPlainSlope * slope
      let shown: SeenState =
        isThumbnail
        ? .thumbnail
        : isPlain && !isFaint ? .photo : .coarse(max(side, TagPattern.coarseSides[0]))
      if mine.correlation > other.correlation + Self.ownLead {
        return isFaint ? Verdict(guess: shown) : Verdict(state: shown)
      }
      // Photos with numbers near each other have the first rows in common.
      if isCut, mine.correlation > Self.plain { return Verdict(guess: shown) }
    }
    if isCut {
      return view.isPale(beside: slope)
        ? Verdict(state: .blank) : Verdict(isOther: other.correlation > mine.correlation + Self.ownLead)
    }
    let isOther =
      other.correlation > Self.other && other.slope > Self.leastSlope * slope
      && 1 - other.correlation < Self.otherRest * (1 - max(mine.correlation, second))
    return Verdict(state: isOther ? .wrong : .blank)
  }

  /// The patterns of photos within some screenfuls, and of their thumbnails.
  private mutating func others(
    of place: PositionMap.Place, _ fix: PositionMap.Fix, on screen: ScreenMap
  ) -> [TagPattern] {
    let numbers = [0, MarkedPattern.thumbnailStep]
    if nearby == nil {
      let far = Self.screenfuls * (screen.frameViewport.upperBound - screen.frameViewport.lowerBound)
      let places = screen.map.places(inPart: fix.part, scrolled: fix.y, in: screen.frameViewport, beyond: far)
      nearby = places.flatMap { near in
        numbers.compactMap { patterns.pattern(near.number + $0, turns: near.turns) }
      }
    }
    return nearby?.filter { !numbers.contains($0.number - place.number) } ?? []
  }
}
