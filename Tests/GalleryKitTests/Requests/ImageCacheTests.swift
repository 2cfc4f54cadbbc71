import Foundation
import GalleryKit
import TestSupport
import Testing

/// The image cache alone: what counts as a use, and which image stands in for another.
struct ImageCacheTests {
  private let ledger = MemoryLedger()

  private func key(_ asset: String, side: Int = 10, revision: Int = 0) -> ImageKey {
    ImageKey(
      asset: asset, revision: revision,
      specification: ImageSpecification(targetSize: PixelSize(width: side, height: side)))
  }

  /// An image of 400 bytes.
  private func image() -> DecodedImage {
    DecodedImage(pixels: PixelBuffer(accounting: PixelSize(width: 10, height: 10), ledger: ledger))
  }

  @Test func `a use saves an image from eviction, whether or not the image is wanted`() {
    for use in 0..<3 {
      var cache = ImageCache(byteLimit: 800)
      _ = cache.insert(image(), for: key("a"))
      _ = cache.insert(image(), for: key("b"))
      let isFound =
        switch use {
        case 0: cache.contains(key("a"))
        case 1: cache.use(key("a"))
        default: cache.image(for: key("a")) != nil
        }
      #expect(isFound)
      let evicted = cache.insert(image(), for: key("c")).map(\.key)
      #expect(evicted == [key(use == 0 ? "a" : "b")])
      #expect(evicted.allSatisfy { !cache.contains($0) })
    }
  }

  @Test func `the newest of equally large images stands in for another size`() {
    var cache = ImageCache(byteLimit: 10_000)
    let (older, newer) = (image(), image())
    _ = cache.insert(older, for: key("a", side: 20))
    _ = cache.insert(newer, for: key("a", side: 30))
    #expect(cache.largestImage(otherThan: key("a"))?.pixels === newer.pixels)
    #expect(cache.largestImage(otherThan: key("a", side: 30))?.pixels === older.pixels)
    #expect(cache.largestImage(otherThan: key("b")) == nil)
  }

  @Test func `finds what a dictionary would hold`() {
    var random = Shuffler(seed: 3)
    var cache = ImageCache(byteLimit: 20 * 400)
    var held: [ImageKey: ObjectIdentifier] = [:]
    for _ in 0..<3000 {
      let key = key("asset \(random.next(20))", side: 10 + random.next(3))
      switch random.next(3) {
      case 0:
        let image = image()
        if held[key] == nil { held[key] = ObjectIdentifier(image.pixels) }
        for evicted in cache.insert(image, for: key) { held[evicted.key] = nil }
      case 1:
        let removed = cache.remove(key).map { ObjectIdentifier($0.pixels) }
        #expect(removed == held.removeValue(forKey: key))
      default:
        let found = cache.image(for: key).map { ObjectIdentifier($0.pixels) }
        #expect(found == held[key])
      }
      #expect(cache.count == held.count)
      #expect(cache.byteCount == 400 * held.count)
    }
  }

  @Test func `an image of an earlier revision is not found, nor stands in for the new one`() {
    var cache = ImageCache(byteLimit: 100_000)
    let new = key("a", revision: 1)
    _ = cache.insert(image(), for: key("a"))
    _ = cache.insert(image(), for: key("a", side: 20))
    #expect(cache.image(for: key("a")) != nil)
    #expect(cache.image(for: new) == nil)
    #expect(!cache.contains(new))
    #expect(cache.largestImage(otherThan: new) == nil)
    #expect(cache.largestImage(otherThan: key("a")) != nil)
    _ = cache.insert(image(), for: new)
    #expect(cache.count == 3)
    #expect(cache.remove(key("a")) != nil)
    #expect(cache.contains(new))
  }

  @Test func `an image of an earlier revision is not given to a request, though a cell still holds it`() {
    let before = Asset.sample("a")
    var after = before
    after.contentRevision = 1
    var engine = RequestEngine(workers: 1, memoryBudget: 100_000)
    func request(_ number: Int, _ asset: Asset, _ key: ImageKey) -> [RequestEngine.Action] {
      engine.request(ImageRequestID(rawValue: number), of: asset, as: key, options: ImageRequestOptions())
    }
    let (old, new) = (key("a"), key("a", revision: 1))
    _ = request(1, before, old)
    let held = image()
    _ = engine.finish(
      DecodeJob(id: 0, asset: before, specification: old.specification, kind: .image),
      DecodeOutcome(result: .success(held), seconds: 0))
    let again = request(2, before, old)
    #expect(again.contains { if case .deliver(let response) = $0 { response.isFinal } else { false } })
    let changed = request(3, after, new)
    #expect(!changed.contains { if case .deliver = $0 { true } else { false } })
    #expect(changed.contains { if case .start(let job) = $0 { job.key == new } else { false } })
    withExtendedLifetime(held) {}
  }
}
