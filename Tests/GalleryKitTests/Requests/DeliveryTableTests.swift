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

  /// The star stands for the words of each delivery mode.
  static let diagrams: [(Before, [DeliveryMode], Cancelled, String)] = [
    (.nothing, DeliveryMode.allCases, .never, "request a'* | begin a' \n finish a' | 1:image"),
    (
      .nothing, DeliveryMode.allCases, .now,
      "request a'* | begin a' \n cancel 1 | 1:cancelled doom a' \n finish a' |"
    ),
    (.nothing, DeliveryMode.allCases, .later, "request a'* | begin a' \n finish a' | 1:image \n cancel 1 |"),
    (
      .thumbnail, [.opportunistic], .never,
      "request a+' | begin preview a+' begin a+' \n finish preview a+' | 1:degraded \n finish a+' | 1:image"
    ),
    (
      .thumbnail, [.opportunistic], .now,
      """
      request a+' | begin preview a+' begin a+'
      cancel 1 | 1:cancelled doom preview a+' doom a+'
      finish preview a+' |
      finish a+' |
      """
    ),
    (
      .thumbnail, [.opportunistic], .later,
      """
      request a+' | begin preview a+' begin a+'
      finish preview a+' | 1:degraded
      cancel 1 | 1:cancelled doom a+'
      finish a+' |
      """
    ),
    (.thumbnail, [.highQualityFormat], .never, "request a+' hq | begin a+' \n finish a+' | 1:image"),
    (
      .thumbnail, [.highQualityFormat], .now,
      "request a+' hq | begin a+' \n cancel 1 | 1:cancelled doom a+' \n finish a+' |"
    ),
    (
      .thumbnail, [.highQualityFormat], .later,
      "request a+' hq | begin a+' \n finish a+' | 1:image \n cancel 1 |"
    ),
    (
      .thumbnail, [.fastFormat], .never,
      "request a+' fast | begin preview a+' \n finish preview a+' | 1:degraded"
    ),
    (
      .thumbnail, [.fastFormat], .now,
      "request a+' fast | begin preview a+' \n cancel 1 | 1:cancelled doom preview a+' \n finish preview a+' |"
    ),
    (
      .thumbnail, [.fastFormat], .later,
      """
      request a+' fast | begin preview a+'
      fail preview a+' | begin a+'
      cancel 1 | 1:cancelled doom a+'
      finish a+' |
      """
    ),
    (.otherSize, [.opportunistic], .never, "request a' | 1:degraded begin a' \n finish a' | 1:image"),
    (
      .otherSize, [.opportunistic], .now,
      "request a' | 1:degraded begin a' \n cancel 1 | 1:cancelled doom a' \n finish a' |"
    ),
    (
      .otherSize, [.opportunistic], .later,
      "request a' | 1:degraded begin a' \n finish a' | 1:image \n cancel 1 |"
    ),
    (.otherSize, [.highQualityFormat], .never, "request a' hq | begin a' \n finish a' | 1:image"),
    (
      .otherSize, [.highQualityFormat], .now,
      "request a' hq | begin a' \n cancel 1 | 1:cancelled doom a' \n finish a' |"
    ),
    (
      .otherSize, [.highQualityFormat], .later,
      "request a' hq | begin a' \n finish a' | 1:image \n cancel 1 |"
    ),
    (.otherSize, [.fastFormat], .never, "request a' fast | 1:degraded"),
    (.otherSize, [.fastFormat], .now, "request a' fast | 1:degraded \n cancel 1 |"),
    (.otherSize, [.fastFormat], .later, "request a' fast | 1:degraded \n stop a | evict a \n cancel 1 |"),
    (.image, DeliveryMode.allCases, .never, "request a'* | 1:image"),
    (.image, DeliveryMode.allCases, .now, "request a'* | 1:image \n cancel 1 |"),
    (.image, DeliveryMode.allCases, .later, "request a'* | 1:image \n stop a' | evict a' \n cancel 1 |"),
    (.running, DeliveryMode.allCases, .never, "request a'* | \n finish a' | 1:image"),
    (.running, DeliveryMode.allCases, .now, "request a'* | \n cancel 1 | 1:cancelled \n finish a' |"),
    (.running, DeliveryMode.allCases, .later, "request a'* | \n finish a' | 1:image \n cancel 1 |"),
    (.queued, DeliveryMode.allCases, .never, "request a'* | \n finish x | begin a' \n finish a' | 1:image"),
    (.queued, DeliveryMode.allCases, .now, "request a'* | \n cancel 1 | 1:cancelled \n finish x | begin a'"),
    (
      .queued, DeliveryMode.allCases, .later,
      "request a'* | \n finish x | begin a' \n cancel 1 | 1:cancelled \n finish a' |"
    ),
  ]

  /// Each delivery mode of each row.
  static let cases = diagrams.flatMap { before, modes, cancelled, diagram in
    modes.map { (before: before, mode: $0, cancelled: cancelled, diagram: diagram) }
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
    var timeline = EngineTimeline(workers: 2)
    try timeline.play(row.before.events + row.diagram.replacing("*", with: words))
  }

  @Test func `is told for every combination`() {
    let told = Set(Self.cases.map { "\($0.before) \($0.mode) \($0.cancelled)" })
    #expect(told.count == Before.allCases.count * DeliveryMode.allCases.count * Cancelled.allCases.count)
  }
}
