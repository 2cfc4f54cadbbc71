import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import GalleryRequests

/// Threads that decode, over a store.
@Suite struct `Over a thumbnail store` {
  private let fixture = StoreFixture()

  private func run(
    _ asset: Asset, _ kind: ImageKey.Kind = .image, _ side: Int = 24, on threads: DecodeThreads
  ) async throws -> DecodeOutcome {
    let job = DecodeJob(id: 0, asset: asset, specification: StoreFixture.specification(side), kind: kind)
    let outcome = await withCheckedContinuation { done in threads.start(job) { done.resume(returning: $0) } }
    while !threads.isIdle { try await Task.sleep(for: .milliseconds(1)) }
    return outcome
  }

  @Test func `an image is decoded once, and then comes from the store with the same pixels`() async throws {
    let photo = try fixture.photo("a")
    let store = try fixture.store()
    let threads = DecodeThreads(workers: 2, ledger: fixture.ledger, store: store)
    let key = ImageKey(asset: "a", specification: StoreFixture.specification(24))
    #expect(threads.storedThumbnail(for: key, of: photo) == .none)
    let first = try await run(photo, on: threads)
    let second = try await run(photo, on: threads)
    #expect(first.source == .original)
    #expect(second.source == .thumbnailStore)
    #expect(try TestImage.bytes(first.result.get().pixels) == TestImage.bytes(second.result.get().pixels))
    #expect(threads.storedThumbnail(for: key, of: photo) == .exact)
  }

  @Test func `a preview is the nearest stored size, and without one the embedded thumbnail`() async throws {
    let photo = try fixture.photo("a")
    let threads = DecodeThreads(workers: 1, ledger: fixture.ledger, store: try fixture.store())
    let none = try await run(photo, .degraded, 48, on: threads)
    #expect(none.source == .embeddedThumbnail)
    #expect(throws: ImageError.self) { try none.result.get() }
    _ = try await run(photo, .image, 24, on: threads)
    let preview = try await run(photo, .degraded, 48, on: threads)
    #expect(preview.source == .thumbnailStore)
    #expect(try preview.result.get().pixels.size == PixelSize(width: 24, height: 24))
  }

  @Test func `a large picture is kept only if it is reduced, and a small one in any case`() throws {
    let file = try fixture.photo("a")
    let (large, small) = (PixelSize(width: 2000, height: 1500), PixelSize(width: 120, height: 90))
    let images: [(picture: PixelSize, image: PixelSize, isKept: Bool)] = [
      (large, large, false), (large, PixelSize(width: 1500, height: 1500), false),
      (large, PixelSize(width: 1200, height: 900), true), (small, small, true),
    ]
    func photo(_ size: PixelSize) -> Asset {
      Asset(
        localIdentifier: "a", pixelSize: size, creationDate: file.creationDate,
        modificationDate: file.modificationDate, original: file.original)
    }
    for (picture, size, isKept) in images {
      let store = try ThumbnailStore(.volatile, byteLimit: 100_000_000)
      let image = DecodedImage(pixels: try PixelBuffer(size: size, ledger: fixture.ledger))
      let specification = ImageSpecification(targetSize: size)
      StoredImage(of: photo(picture), as: specification, in: store)?.keep(image)
      #expect(store.count == (isKept ? 1 : 0))
    }
    let half = ImageSpecification(
      targetSize: .maximum, cropRect: try NormalizedRect(x: 0, y: 0, width: 0.5, height: 1))
    #expect(photo(large).isInFullSize(PixelSize(width: 1000, height: 1500), as: half))
  }

  @Test func `a photo that is replaced is decoded again`() async throws {
    let photo = try fixture.photo("a", red: 10)
    let threads = DecodeThreads(workers: 1, ledger: fixture.ledger, store: try fixture.store())
    _ = try await run(photo, on: threads)
    _ = try fixture.photo("a", red: 250)
    // The catalogue has not noticed yet: the request is for the old asset.
    let outcome = try await run(photo, on: threads)
    #expect(outcome.source == .original)
    #expect(try TestImage.bytes(outcome.result.get().pixels)[0] > 240)
  }

  @Test func `images come even if the store's folder is gone`() async throws {
    let photo = try fixture.photo("a")
    let threads = DecodeThreads(workers: 1, ledger: fixture.ledger, store: try fixture.store())
    try FileManager.default.removeItem(atPath: fixture.place)
    for _ in 0..<2 {
      let outcome = try await run(photo, on: threads)
      #expect(outcome.source == .original)
      #expect(try outcome.result.get().pixels.size == PixelSize(width: 24, height: 24))
    }
    #expect(fixture.told == [.unwritable])
  }

  @Test func `many threads read, write, give up and drop at once, and every picture is right`() async throws {
    let reds: [UInt8] = (0..<12).map { UInt8(20 * $0) }
    let photos = try reds.enumerated().map { try fixture.photo("p\($0.offset)", 40, 40, red: $0.element) }
    let store = try fixture.store(limit: 7 * 4096)
    let threads = DecodeThreads(workers: 4, ledger: fixture.ledger, store: store)
    let wrong = Locked(0)
    let left = Locked(600)
    var random = Shuffler(seed: 3)
    for round in 0..<600 {
      let number = random.next(photos.count)
      let job = DecodeJob(
        id: round, asset: photos[number],
        specification: StoreFixture.specification(random.next(2) == 0 ? 16 : 24), kind: .image)
      threads.start(job) { outcome in
        let red = (try? outcome.result.get().pixels).map { Int(TestImage.bytes($0)[0]) } ?? -100
        if abs(red - Int(reds[number])) > 4 { wrong.withLock { $0 += 1 } }
        left.withLock { $0 -= 1 }
      }
      if round % 50 == 49, let file = try fixture.entries.first {
        // A file torn by another program meanwhile; replaced, not truncated under a reader.
        try Data("torn".utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
      }
    }
    while !threads.isIdle { try await Task.sleep(for: .milliseconds(1)) }
    #expect(left.withLock { $0 } == 0)
    #expect(wrong.withLock { $0 } == 0)
    #expect(store.byteCount <= 7 * 4096)
    #expect(store.statistics.hits > 0)
    #expect(fixture.ledger.snapshot.total == 0)
  }
}
