import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

/// Knows the images whose caching was started and not stopped.
private final class CachingObserver: ImageManagerObserving {
  private let keys = Locked<Set<ImageKey>>([])

  var wanted: Set<String> { names(of: .image) }
  var wantedDegraded: Set<String> { names(of: .degraded) }

  private func names(of kind: ImageKey.Kind) -> Set<String> {
    keys.withLock { Set($0.filter { $0.kind == kind }.map { "\($0.asset) \($0.revision)" }) }
  }

  func observe(_ event: RequestEvent) {
    keys.withLock { keys in
      switch event {
      case .startedCaching(let key, _): keys.insert(key)
      case .stoppedCaching(let key): keys.remove(key)
      default: break
      }
    }
  }
}

@Suite("When the library changes,")
struct RefillTests {
  private let layout = GridLayout(viewport: .init(width: 390, height: 844), columns: 3, spacing: 2)
  private let specification = ImageSpecification(targetSize: PixelSize(width: 10, height: 10))
  private let observer = CachingObserver()
  private let decoder = ManualDecoder(ledger: MemoryLedger())
  private let caching: CachingImageManager

  init() {
    caching = CachingImageManager(imageManager: ImageManager(executor: decoder, observer: observer))
  }

  private func asset(_ name: Int, revision: Int = 0) -> Asset {
    var asset = Asset.sample("\(name)", pixelSize: PixelSize(width: 400, height: 300))
    asset.contentRevision = revision
    return asset
  }

  private func name(_ asset: Asset) -> String { "\(asset.localIdentifier) \(asset.contentRevision)" }

  @Test(arguments: CachingStrategies.all.map { $0.descriptor.name })
  func `every window is full again before anybody scrolls`(strategyName: String) throws {
    let type = try #require(CachingStrategies.named(strategyName))
    let strategy = type.init()
    var random = Shuffler(seed: 5)
    var assets = (0..<900).map { asset($0) }
    var made = 900
    var offset = 5000.0
    for _ in 0..<(LongTests.areWanted ? 150 : 40) {
      // The grid scrolls a little and comes to rest, and the window follows.
      offset = min(
        max(offset + Double(random.next(1600)) - 800, 0), layout.maximumOffset(itemCount: assets.count))
      let state = ScrollState(offset: offset, hasScrolled: true, layout: layout, itemCount: assets.count)
      caching.move(
        to: strategy.window(for: state, after: caching.window), of: assets, as: specification,
        visibleItems: state.visibleItems)
      decoder.finish()

      // Then the library changes around it.
      let middle = state.visibleItems.lowerBound
      for _ in 0..<random.next(8) {
        let place = min(assets.count, max(0, middle + random.next(60) - 30))
        switch random.next(5) {
        case 0:
          assets.insert(asset(made), at: place)
          made += 1
        case 1: if place < assets.count { assets.remove(at: place) }
        case 2:
          if place < assets.count {
            assets.insert(assets.remove(at: place), at: random.next(max(1, assets.count)))
          }
        case 3:
          if place < assets.count {
            assets[place] = asset(Int(assets[place].localIdentifier) ?? 0, revision: made)
          }
        default: if random.next(10) == 0 { assets.removeLast(min(assets.count, random.next(300))) }
        }
      }
      let before = caching.window
      caching.refill(of: assets, as: specification)
      #expect(caching.window == (before.calls == nil ? before.clamped(to: assets.count) : .empty))
      let items = caching.window.items(tier: .decoded)
      let wanted = Set(items.map { name(assets[$0]) })
      if strategyName != "apple-sample" { #expect(observer.wanted == wanted) }
      let degraded = caching.window.items(tier: .degraded).map { name(assets[$0]) }
      #expect(observer.wantedDegraded == Set(degraded))
      decoder.finish()
      for item in items {
        let key = ImageKey(assets[item], specification: specification)
        #expect(caching.imageManager.availability(of: key) == .ready)
      }
      // The window that follows is the strategy's for the new library, and as full.
      let rest = ScrollState(
        offset: min(offset, layout.maximumOffset(itemCount: assets.count)), hasScrolled: true, layout: layout,
        itemCount: assets.count)
      caching.move(
        to: strategy.window(for: rest, after: caching.window), of: assets, as: specification,
        visibleItems: rest.visibleItems)
      if type.descriptor.covers != .perhaps {
        #expect(rest.visibleItems.allSatisfy { observer.wanted.contains(name(assets[$0])) })
      }
      offset = rest.offset
    }
    caching.stopCachingImagesForAllAssets()
    #expect(observer.wanted.isEmpty && observer.wantedDegraded.isEmpty)
    // A decoder that never ends keeps its manager, and the manager its decoder.
    decoder.finish()
  }

  @Test func `images that only changed places are not decoded again`() {
    var assets = (0..<30).map { asset($0) }
    let window = CachingWindow([.init(0..<12)], anchor: 0)
    caching.move(to: window, of: assets, as: specification)
    decoder.finish()
    assets.insert(asset(100), at: 3)
    assets.swapAt(0, 7)
    let move = caching.refill(of: assets, as: specification)
    #expect(move == .init(starts: 1, stops: 1))
    #expect(decoder.running == ["100"])
    decoder.finish()
  }

  @Test func `images of another size take the place of the former ones, wherever the window moves`() {
    let assets = (0..<30).map { asset($0) }
    let larger = ImageSpecification(targetSize: PixelSize(width: 20, height: 20))
    for (items, specification) in [(0..<12, specification), (0..<12, larger), (6..<18, specification)] {
      let move = caching.move(to: CachingWindow([.init(items)], anchor: 0), of: assets, as: specification)
      #expect(move.starts == 12)
      decoder.finish()
      #expect(observer.wanted == Set(items.map { name(assets[$0]) }))
      #expect(caching.imageManager.cachedBytes == 12 * specification.targetSize.decodedByteCount)
      for item in items {
        let key = ImageKey(assets[item], specification: specification)
        #expect(caching.imageManager.availability(of: key) == .ready)
      }
    }
  }

  @Test func `images are made again of what looks different, and of what is said to, even if cells show it`()
  {
    var assets = (0..<30).map { asset($0) }
    caching.move(to: CachingWindow([.init(0..<12)], anchor: 0), of: assets, as: specification)
    decoder.finish()
    let shown = Locked<DecodedImage?>(nil)
    caching.requestImage(for: assets[7], targetSize: specification.targetSize) { response in
      shown.withLock { $0 = response.image }
    }
    #expect(shown.withLock { $0 != nil })
    assets[4] = asset(4, revision: 1)
    caching.refill(of: assets, as: specification, discarding: ["7", "20"])
    decoder.finish(1)
    #expect(decoder.running == ["7"])
    decoder.finish()
    #expect(observer.wanted.count == 12)
  }
}
