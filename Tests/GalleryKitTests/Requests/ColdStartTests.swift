import GalleryKit
import TestSupport
import Testing

@testable import GalleryEngine

/// A screenful of cells at rest and a caching window around it, in the order `urgency`, on one decoder.
struct ColdStartTests {
  private static let specification = ImageSpecification(targetSize: PixelSize(width: 148, height: 148))

  /// The kinds of the jobs in which the screenful is made, if an image takes 12 ms and a degraded one 0.7,
  /// except the first.
  ///
  /// - Parameter firstHasThumbnail: whether the first photo's file has one, from which a degraded image is made.
  private static func kinds(firstDegraded: Double, firstHasThumbnail: Bool = true) -> [ImageKey.Kind] {
    let ledger = MemoryLedger()
    let layout = GridLayout(viewport: .init(width: 600, height: 800), columns: 4, spacing: 2)
    var engine = RequestEngine(workers: 1, memoryBudget: 150_000_000, ledger: ledger, order: .urgency)
    engine.path = ScrollPath(ScrollState(layout: layout, itemCount: 400))
    let assets = (0..<36).map {
      Asset.sample(
        "\($0)", pixelSize: PixelSize(width: 4000, height: 3000), hasThumbnail: $0 > 0 || firstHasThumbnail)
    }
    var actions: [RequestEngine.Action] = []
    for item in 0..<24 {
      actions += engine.request(
        ImageRequestID(rawValue: item + 1), of: assets[item],
        as: ImageKey(assets[item], specification: specification),
        options: ImageRequestOptions(position: item))
    }
    let photos = Dictionary(
      uniqueKeysWithValues: assets.indices.map {
        ($0, CachingRequest(assets[$0], as: specification, at: $0))
      })
    _ = engine.move(
      ObjectIdentifier(ledger), to: CachingWindow([CachingWindow.Segment(0..<36)], anchor: 0),
      as: specification, visibleItems: 0..<24, photos, &actions)
    var kinds: [ImageKey.Kind] = []
    while true {
      let started = actions.compactMap { if case .start(let job) = $0 { job } else { nil } }
      guard let job = started.first else { return kinds }
      let isFirst = job.kind == .degraded && !kinds.contains(.degraded)
      kinds.append(job.kind)
      let pixels = PixelBuffer(accounting: Self.specification.targetSize, ledger: ledger)
      let seconds = job.kind == .image ? 0.012 : isFirst ? firstDegraded : 0.0007
      actions = engine.finish(
        job, DecodeOutcome(result: .success(DecodedImage(pixels: pixels)), seconds: seconds))
    }
  }

  @Test(arguments: [true, false])
  func `cells get degraded images first, where these are cheap`(firstHasThumbnail: Bool) {
    // All but one, whose image comes at once: no image was timed before, or its photo has no thumbnail.
    let kinds = Self.kinds(firstDegraded: 0.0007, firstHasThumbnail: firstHasThumbnail)
    #expect(kinds.prefix(24).count { $0 == .degraded } == 23, "\(kinds)")
  }

  @Test(arguments: [0.01, 0.06, 0.5])
  func `a first degraded image that takes long does not stop all others`(seconds: Double) {
    let kinds = Self.kinds(firstDegraded: seconds)
    #expect(kinds.prefix(25).count { $0 == .degraded } > 4, "\(kinds)")
  }
}
