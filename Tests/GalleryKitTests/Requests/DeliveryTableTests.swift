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

  static let diagrams: [(Before, DeliveryMode, Cancelled, String)] = [
    (.nothing, .opportunistic, .never, "request a' | begin a' \n finish a' | 1:image"),
    (
      .nothing, .opportunistic, .now, "request a' | begin a' \n cancel 1 | 1:cancelled doom a' \n finish a' |"
    ),
    (.nothing, .opportunistic, .later, "request a' | begin a' \n finish a' | 1:image \n cancel 1 |"),
    (.nothing, .highQualityFormat, .never, "request a' hq | begin a' \n finish a' | 1:image"),
    (
      .nothing, .highQualityFormat, .now,
      "request a' hq | begin a' \n cancel 1 | 1:cancelled doom a' \n finish a' |"
    ),
    (.nothing, .highQualityFormat, .later, "request a' hq | begin a' \n finish a' | 1:image \n cancel 1 |"),
    (.nothing, .fastFormat, .never, "request a' fast | begin a' \n finish a' | 1:image"),
    (
      .nothing, .fastFormat, .now,
      "request a' fast | begin a' \n cancel 1 | 1:cancelled doom a' \n finish a' |"
    ),
    (.nothing, .fastFormat, .later, "request a' fast | begin a' \n finish a' | 1:image \n cancel 1 |"),
    (
      .thumbnail, .opportunistic, .never,
      "request a+' | begin preview a+' begin a+' \n finish preview a+' | 1:degraded \n finish a+' | 1:image"
    ),
    (
      .thumbnail, .opportunistic, .now,
      """
      request a+' | begin preview a+' begin a+'
      cancel 1 | 1:cancelled doom preview a+' doom a+'
      finish preview a+' |
      finish a+' |
      """
    ),
    (
      .thumbnail, .opportunistic, .later,
      """
      request a+' | begin preview a+' begin a+'
      finish preview a+' | 1:degraded
      cancel 1 | 1:cancelled doom a+'
      finish a+' |
      """
    ),
    (.thumbnail, .highQualityFormat, .never, "request a+' hq | begin a+' \n finish a+' | 1:image"),
    (
      .thumbnail, .highQualityFormat, .now,
      "request a+' hq | begin a+' \n cancel 1 | 1:cancelled doom a+' \n finish a+' |"
    ),
    (
      .thumbnail, .highQualityFormat, .later,
      "request a+' hq | begin a+' \n finish a+' | 1:image \n cancel 1 |"
    ),
    (
      .thumbnail, .fastFormat, .never,
      "request a+' fast | begin preview a+' \n finish preview a+' | 1:degraded"
    ),
    (
      .thumbnail, .fastFormat, .now,
      "request a+' fast | begin preview a+' \n cancel 1 | 1:cancelled doom preview a+' \n finish preview a+' |"
    ),
    (
      .thumbnail, .fastFormat, .later,
      """
      request a+' fast | begin preview a+'
      fail preview a+' | begin a+'
      cancel 1 | 1:cancelled doom a+'
      finish a+' |
      """
    ),
    (.otherSize, .opportunistic, .never, "request a' | 1:degraded begin a' \n finish a' | 1:image"),
    (
      .otherSize, .opportunistic, .now,
      "request a' | 1:degraded begin a' \n cancel 1 | 1:cancelled doom a' \n finish a' |"
    ),
    (
      .otherSize, .opportunistic, .later,
      "request a' | 1:degraded begin a' \n finish a' | 1:image \n cancel 1 |"
    ),
    (.otherSize, .highQualityFormat, .never, "request a' hq | begin a' \n finish a' | 1:image"),
    (
      .otherSize, .highQualityFormat, .now,
      "request a' hq | begin a' \n cancel 1 | 1:cancelled doom a' \n finish a' |"
    ),
    (.otherSize, .highQualityFormat, .later, "request a' hq | begin a' \n finish a' | 1:image \n cancel 1 |"),
    (.otherSize, .fastFormat, .never, "request a' fast | 1:degraded"),
    (.otherSize, .fastFormat, .now, "request a' fast | 1:degraded \n cancel 1 |"),
    (.otherSize, .fastFormat, .later, "request a' fast | 1:degraded \n stop a | evict a \n cancel 1 |"),
    (.image, .opportunistic, .never, "request a' | 1:image"),
    (.image, .opportunistic, .now, "request a' | 1:image \n cancel 1 |"),
    (.image, .opportunistic, .later, "request a' | 1:image \n stop a' | evict a' \n cancel 1 |"),
    (.image, .highQualityFormat, .never, "request a' hq | 1:image"),
    (.image, .highQualityFormat, .now, "request a' hq | 1:image \n cancel 1 |"),
    (.image, .highQualityFormat, .later, "request a' hq | 1:image \n stop a' | evict a' \n cancel 1 |"),
    (.image, .fastFormat, .never, "request a' fast | 1:image"),
    (.image, .fastFormat, .now, "request a' fast | 1:image \n cancel 1 |"),
    (.image, .fastFormat, .later, "request a' fast | 1:image \n stop a' | evict a' \n cancel 1 |"),
    (.running, .opportunistic, .never, "request a' | \n finish a' | 1:image"),
    (.running, .opportunistic, .now, "request a' | \n cancel 1 | 1:cancelled \n finish a' |"),
    (.running, .opportunistic, .later, "request a' | \n finish a' | 1:image \n cancel 1 |"),
    (.running, .highQualityFormat, .never, "request a' hq | \n finish a' | 1:image"),
    (.running, .highQualityFormat, .now, "request a' hq | \n cancel 1 | 1:cancelled \n finish a' |"),
    (.running, .highQualityFormat, .later, "request a' hq | \n finish a' | 1:image \n cancel 1 |"),
    (.running, .fastFormat, .never, "request a' fast | \n finish a' | 1:image"),
    (.running, .fastFormat, .now, "request a' fast | \n cancel 1 | 1:cancelled \n finish a' |"),
    (.running, .fastFormat, .later, "request a' fast | \n finish a' | 1:image \n cancel 1 |"),
    (.queued, .opportunistic, .never, "request a' | \n finish x | begin a' \n finish a' | 1:image"),
    (.queued, .opportunistic, .now, "request a' | \n cancel 1 | 1:cancelled \n finish x | begin a'"),
    (
      .queued, .opportunistic, .later,
      "request a' | \n finish x | begin a' \n cancel 1 | 1:cancelled \n finish a' |"
    ),
    (.queued, .highQualityFormat, .never, "request a' hq | \n finish x | begin a' \n finish a' | 1:image"),
    (.queued, .highQualityFormat, .now, "request a' hq | \n cancel 1 | 1:cancelled \n finish x | begin a'"),
    (
      .queued, .highQualityFormat, .later,
      "request a' hq | \n finish x | begin a' \n cancel 1 | 1:cancelled \n finish a' |"
    ),
    (.queued, .fastFormat, .never, "request a' fast | \n finish x | begin a' \n finish a' | 1:image"),
    (.queued, .fastFormat, .now, "request a' fast | \n cancel 1 | 1:cancelled \n finish x | begin a'"),
    (
      .queued, .fastFormat, .later,
      "request a' fast | \n finish x | begin a' \n cancel 1 | 1:cancelled \n finish a' |"
    ),
  ]

  @Test(arguments: diagrams.indices)
  func `follows from what there is, the delivery mode and when it is cancelled`(index: Int) throws {
    let (before, _, _, diagram) = Self.diagrams[index]
    var timeline = EngineTimeline(workers: 2)
    try timeline.play(before.events + diagram)
  }

  @Test func `is told for every combination`() {
    let told = Set(Self.diagrams.map { "\($0.0) \($0.1) \($0.2)" })
    #expect(
      told.count == Before.allCases.count * DeliveryMode.allCases.count * Cancelled.allCases.count)
  }
}
