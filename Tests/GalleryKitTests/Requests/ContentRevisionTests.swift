import Foundation
import GalleryKit
import TestSupport
import Testing

@Suite("An image of what an asset looked like before")
struct ContentRevisionTests {
  private let size = PixelSize(width: 10, height: 10)
  private let ledger = MemoryLedger()

  private func key(_ revision: Int, side: Int = 10) -> ImageKey {
    ImageKey(
      asset: "a", revision: revision,
      specification: ImageSpecification(targetSize: PixelSize(width: side, height: side)))
  }

  private func image() -> DecodedImage {
    DecodedImage(pixels: PixelBuffer(accounting: size, ledger: ledger))
  }

  @Test func `is not found in the cache, nor stands in for the new one`() {
    var cache = ImageCache(byteLimit: 100_000)
    _ = cache.insert(image(), for: key(0))
    _ = cache.insert(image(), for: key(0, side: 20))
    #expect(cache.image(for: key(0)) != nil)
    #expect(cache.image(for: key(1)) == nil)
    #expect(!cache.contains(key(1)))
    #expect(cache.largestImage(otherThan: key(1)) == nil)
    #expect(cache.largestImage(otherThan: key(0)) != nil)
    _ = cache.insert(image(), for: key(1))
    #expect(cache.count == 3)
    #expect(cache.remove(key(0)) != nil)
    #expect(cache.contains(key(1)))
  }

  @Test func `is not given to a request, though a cell still holds it`() throws {
    let (before, after) = (asset(0), asset(1))
    var engine = RequestEngine(workers: 1, memoryBudget: 100_000)
    let (old, new) = (key(of: before), key(of: after))
    _ = engine.request(ImageRequestID(rawValue: 1), of: before, as: old, options: ImageRequestOptions())
    let job = DecodeJob(id: 0, asset: before, specification: old.specification, kind: .image)
    let held = image()
    _ = engine.finish(job, DecodeOutcome(result: .success(held), seconds: 0))
    let again = engine.request(
      ImageRequestID(rawValue: 2), of: before, as: old, options: ImageRequestOptions())
    #expect(again.contains { if case .deliver(let response) = $0 { response.isFinal } else { false } })
    let changed = engine.request(
      ImageRequestID(rawValue: 3), of: after, as: new, options: ImageRequestOptions())
    #expect(!changed.contains { if case .deliver = $0 { true } else { false } })
    #expect(changed.contains { if case .start(let job) = $0 { job.key == new } else { false } })
    withExtendedLifetime(held) {}
  }

  private func asset(_ revision: Int) -> Asset {
    Asset(
      localIdentifier: "a", pixelSize: size, creationDate: .distantPast, modificationDate: .distantPast,
      contentRevision: revision,
      original: Original(path: "/nowhere/a.jpg", format: .jpegBaseline, byteCount: 1000))
  }

  private func key(of asset: Asset) -> ImageKey {
    ImageKey(asset, specification: ImageSpecification(targetSize: size))
  }
}
