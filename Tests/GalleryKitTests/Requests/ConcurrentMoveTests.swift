import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import GalleryEngine
@testable import GalleryRequests

@Suite("When a caching window is moved while it moves,", .timeLimit(.minutes(10)))
struct ConcurrentMoveTests {
  /// Does something once, at the moment that it is asked for.
  private final class Interruption: Sendable {
    private let body = Locked<(@Sendable () -> Void)?>(nil)

    func set(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

    func strike() {
      let body = body.withLock { body in
        defer { body = nil }
        return body
      }
      body?()
    }
  }

  /// A library that is interrupted when a photo is looked up.
  private struct Photos: RandomAccessCollection {
    let assets: [Asset]
    let interruption: Interruption
    var startIndex: Int { assets.startIndex }
    var endIndex: Int { assets.endIndex }

    subscript(position: Int) -> Asset {
      interruption.strike()
      return assets[position]
    }
  }

  /// A thumbnail store that is interrupted when it is asked.
  private struct Decoder: DecodeExecuting {
    let interruption: Interruption

    func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
      Thread { completion(DecodeOutcome(result: .failure(ImageError(asset: "", reason: "")), seconds: 0)) }
        .start()
    }

    func storedThumbnail(for key: ImageKey, of asset: Asset) -> StoredThumbnail {
      interruption.strike()
      return .none
    }
  }

  private let specification = ImageSpecification(targetSize: PixelSize(width: 10, height: 10))
  private let interruption = Interruption()
  private let caching: CachingImageManager
  private let assets = (0..<200).map { Asset.sample("\($0)", isRemote: $0 >= 100) }

  init() {
    caching = CachingImageManager(imageManager: ImageManager(executor: Decoder(interruption: interruption)))
  }

  private var photos: Photos { Photos(assets: assets, interruption: interruption) }

  private func window(_ items: Range<Int>) -> CachingWindow { CachingWindow([.init(items)], anchor: 0) }

  /// The assets that the engine is to cache.
  private var wanted: Set<String> {
    caching.imageManager.engine.withLock { engine in Set(engine.wanted.keys.map(\.asset)) }
  }

  private func names(_ items: Range<Int>) -> Set<String> { Set(items.map { "\($0)" }) }

  private func move(to items: Range<Int>) {
    caching.move(to: window(items), of: assets, as: specification, visibleItems: items)
  }

  @Test(arguments: [0..<10, 100..<110])
  func `the later of two moves holds, and nothing else stays cached`(items: Range<Int>) {
    move(to: items.lowerBound + 5..<items.upperBound + 5)
    interruption.set { [self] in move(to: 40..<60) }
    caching.move(to: window(items), of: photos, as: specification)
    #expect(caching.window == window(items))
    #expect(wanted == names(items))
    move(to: 0..<0)
    #expect(wanted.isEmpty)
  }

  @Test(arguments: [0..<10, 100..<110])
  func `the window that is refilled is the one that it has come to`(items: Range<Int>) {
    move(to: 40..<60)
    interruption.set { [self] in move(to: items) }
    caching.refill(of: photos, as: specification, discarding: ["41"])
    #expect(caching.window == window(items))
    #expect(wanted == names(items))
    move(to: 0..<0)
    #expect(wanted.isEmpty)
  }

  @Test func `a thumbnail store may move it, too`() {
    interruption.set { [self] in move(to: 40..<60) }
    move(to: 100..<110)
    #expect(wanted == names(100..<110))
    interruption.set { [self] in move(to: 20..<30) }
    caching.startCachingImages(for: [assets[150]], as: specification)
    #expect(wanted == names(20..<30).union(names(150..<151)))
  }

  @Test func `many threads leave the last one's window, and nothing else`() async {
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask { [self] in
          var random = Shuffler(seed: UInt64(thread))
          for step in 0..<200 {
            let start = random.next(150)
            if step % 10 == 9 {
              caching.refill(of: assets, as: specification, discarding: ["\(start)"])
            } else {
              move(to: start..<start + random.next(50))
            }
          }
        }
      }
    }
    let items = caching.window.items(tier: .decoded)
    #expect(wanted == Set(items.map { "\($0)" }))
    move(to: 30..<40)
    #expect(wanted == names(30..<40))
    caching.stopCachingImagesForAllAssets()
    #expect(wanted.isEmpty)
  }

  @Test func `one that another manager has emptied fills again`() {
    let other = CachingImageManager(imageManager: caching.imageManager)
    other.move(to: window(20..<30), of: assets, as: specification)
    move(to: 0..<10)
    #expect(wanted == names(0..<10).union(names(20..<30)))
    caching.stopCachingImagesForAllAssets()
    other.move(to: window(20..<30), of: assets, as: specification)
    #expect(wanted == names(20..<30))
  }
}
