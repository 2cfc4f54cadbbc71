import GalleryKit
import TestSupport
import Testing

/// The responses to a request, for every delivery mode, state of the cache and point of cancellation.
///
/// Points are counted in events after the request: `now` is before anything came back, `later` after the first job did.
@Suite struct `What a request gives` {
  /// The state in which the image is requested.
  enum Before: String, CaseIterable {
    /// Nothing, and the original carries no thumbnail.
    case nothing
    /// The original carries a thumbnail.
    case thumbnail
    /// Another size is cached.
    case otherSize
    /// The image is cached.
    case image
    /// The image is being decoded for the cache.
    case running
    /// The image is queued for the cache.
    case queued

    /// The events that bring it about; two workers, of which one is kept busy where jobs must queue.
    var events: String {
      switch self {
      case .nothing, .thumbnail: ""
      case .otherSize: "start a | begin a\n finish a |\n"
      case .image: "start a' | begin a'\n finish a' |\n"
      case .running: "start a' | begin a'\n"
      case .queued: "start x y | begin x begin y\n start a' |\n"
      }
    }
  }

  enum Cancelled: String, CaseIterable {
    case never
    case now
    case later
  }

  /// Only the image can be given, in any mode or in this one.
  private static let plain: [(Before, [DeliveryMode])] = [
    (.nothing, all), (.thumbnail, [.highQualityFormat]), (.otherSize, [.highQualityFormat]),
  ]
  private static let all = DeliveryMode.allCases

  /// `N` stands for the photo, and the star for the words of each delivery mode.
  private static let diagrams: [([(Before, [DeliveryMode])], Cancelled, String)] = [
    (plain, .never, "request N* | begin N \n finish N | 1:image"),
    (plain, .now, "request N* | begin N \n cancel 1 | 1:cancelled doom N \n finish N |"),
    (plain, .later, "request N* | begin N \n finish N | 1:image \n cancel 1 |"),
    (
      [(.thumbnail, [.opportunistic])], .never,
      "request N | begin preview N begin N \n finish preview N | 1:degraded \n finish N | 1:image"
    ),
    (
      [(.thumbnail, [.opportunistic])], .now,
      """
      request N | begin preview N begin N
      cancel 1 | 1:cancelled doom preview N doom N
      finish preview N |
      finish N |
      """
    ),
    (
      [(.thumbnail, [.opportunistic])], .later,
      """
      request N | begin preview N begin N
      finish preview N | 1:degraded
      cancel 1 | 1:cancelled doom N
      finish N |
      """
    ),
    ([(.thumbnail, [.fastFormat])], .never, "request N* | begin preview N \n finish preview N | 1:degraded"),
    (
      [(.thumbnail, [.fastFormat])], .now,
      "request N* | begin preview N \n cancel 1 | 1:cancelled doom preview N \n finish preview N |"
    ),
    (
      [(.thumbnail, [.fastFormat])], .later,
      "request N* | begin preview N\nfail preview N | begin N\ncancel 1 | 1:cancelled doom N\nfinish N |"
    ),
    ([(.otherSize, [.opportunistic])], .never, "request N | 1:degraded begin N \n finish N | 1:image"),
    (
      [(.otherSize, [.opportunistic])], .now,
      "request N | 1:degraded begin N \n cancel 1 | 1:cancelled doom N \n finish N |"
    ),
    (
      [(.otherSize, [.opportunistic])], .later,
      "request N | 1:degraded begin N \n finish N | 1:image \n cancel 1 |"
    ),
    ([(.otherSize, [.fastFormat])], .never, "request N* | 1:degraded"),
    ([(.otherSize, [.fastFormat])], .now, "request N* | 1:degraded \n cancel 1 |"),
    ([(.otherSize, [.fastFormat])], .later, "request N* | 1:degraded \n stop a | evict a \n cancel 1 |"),
    ([(.image, all)], .never, "request N* | 1:image"),
    ([(.image, all)], .now, "request N* | 1:image \n cancel 1 |"),
    ([(.image, all)], .later, "request N* | 1:image \n stop N | evict N \n cancel 1 |"),
    ([(.running, all)], .never, "request N* | \n finish N | 1:image"),
    ([(.running, all)], .now, "request N* | \n cancel 1 | 1:cancelled \n finish N |"),
    ([(.running, all)], .later, "request N* | \n finish N | 1:image \n cancel 1 |"),
    ([(.queued, all)], .never, "request N* | \n finish x | begin N \n finish N | 1:image"),
    ([(.queued, all)], .now, "request N* | \n cancel 1 | 1:cancelled \n finish x | begin N"),
    ([(.queued, all)], .later, "request N* | \n finish x | begin N \n cancel 1 | 1:cancelled \n finish N |"),
  ]

  /// Each delivery mode of each row.
  private static let cases = diagrams.flatMap { states, cancelled, diagram in
    states.flatMap { before, modes in
      modes.map { (before: before, mode: $0, cancelled: cancelled, diagram: diagram) }
    }
  }

  @Test(arguments: cases.indices)
  func `follows from what there is, the delivery mode and when it is cancelled`(index: Int) throws {
    let row = Self.cases[index]
    let words =
      switch row.mode {
      case .opportunistic: ""
      case .highQualityFormat: " hq"
      case .fastFormat: " fast"
      }
    let diagram = row.diagram.replacing("*", with: words)
      .replacing("N", with: row.before == .thumbnail ? "a+'" : "a'")
    var timeline = EngineTimeline(Story.Part(["workers": "2"]))
    try timeline.play(row.before.events + diagram)
  }

  @Test func `is told for every combination`() {
    let told = Set(Self.cases.map { "\($0.before) \($0.mode) \($0.cancelled)" })
    #expect(told.count == Before.allCases.count * DeliveryMode.allCases.count * Cancelled.allCases.count)
  }
}
