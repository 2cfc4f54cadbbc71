import GalleryKit
import TestSupport
import Testing

/// An engine whose decoders, network and cells do what a test says, and what must hold for everything that it
/// asks of them.
private struct EngineRide {
  var engine: RequestEngine
  let ledger: MemoryLedger
  let size = PixelSize(width: 10, height: 10)
  var random: Shuffler
  var decoding: [DecodeJob] = []
  var reading: [DecodeJob] = []
  var downloading: [DownloadJob] = []
  /// The bytes of originals that have come, by path.
  var stored: [String: Int] = [:]
  /// Decoders that work on for jobs that have come back.
  var tails = 0
  var open: Set<ImageRequestID> = []
  var hadImage: Set<ImageRequestID> = []
  var cells: [DecodedImage] = []
  private var orders = 0

  init(_ engine: RequestEngine, ledger: MemoryLedger, seed: Int) {
    self.engine = engine
    self.ledger = ledger
    random = Shuffler(seed: UInt64(seed))
  }

  mutating func take(_ actions: [RequestEngine.Action]) {
    for action in actions {
      switch action {
      case .start(let job):
        #expect(!decoding.contains { $0.key == job.key })
        decoding.append(job)
        #expect(decoding.count + tails <= engine.workers)
        let needed = !job.asset.isRemote || !job.needsOriginal ? 0 : job.kind == .image ? 200_000 : 65_536
        #expect(stored[job.asset.original.path, default: 0] >= needed)
      case .await: tails += 1
      case .read(let job):
        reading.append(job)
        #expect(!job.asset.isRemote || stored[job.asset.original.path] == 200_000)
      case .deliver(let response):
        let id = response.requestID
        if case .image = response.result { hadImage.insert(id) }
        if let image = response.image { cells.append(image) }
        if response.isDegraded { #expect(!hadImage.contains(id)) }
        if response.isFinal { #expect(open.remove(id) != nil) }
      case .order(let order):
        #expect(order.number == orders)
        orders += 1
        take(order.task)
      case .readAhead, .evict, .observe, .progress: break
      }
    }
  }

  private mutating func take(_ order: OriginalOrder.Task) {
    switch order {
    case .fetch(let job):
      #expect(!downloading.contains { $0.path == job.path })
      downloading.append(job)
      #expect(downloading.count <= 3)
    case .cancel(let job): #expect(downloading.contains(job))
    case .drop(let item):
      #expect(!downloading.contains { $0.path == item.path })
      #expect(!decoding.contains { $0.asset.original.path == item.path && $0.needsOriginal })
      #expect(!reading.contains { $0.asset.original.path == item.path })
      stored[item.path] = nil
    }
  }

  mutating func request(
    _ number: Int, of asset: Asset, as key: ImageKey, _ options: ImageRequestOptions,
    stored: StoredThumbnail = .none
  ) {
    let id = ImageRequestID(rawValue: number)
    open.insert(id)
    take(engine.request(id, of: asset, as: key, options: options, stored: stored))
  }

  mutating func finish(_ index: Int, failure: String? = nil, hasTail: Bool = false) {
    let job = decoding.remove(at: index)
    let result: Result<DecodedImage, ImageError> =
      if let failure {
        .failure(ImageError(asset: job.asset.localIdentifier, reason: failure))
      } else {
        .success(DecodedImage(pixels: PixelBuffer(accounting: size, ledger: ledger)))
      }
    take(engine.finish(job, DecodeOutcome(result: result, seconds: 0.01, tail: hasTail ? DecodeTail() : nil)))
  }

  mutating func free() {
    tails -= 1
    take(engine.freeDecoder())
  }

  mutating func read(_ index: Int) {
    let job = reading.remove(at: index)
    let error = ImageError(asset: job.asset.localIdentifier, reason: "unreadable")
    take(engine.finish(job, reading: .failure(error)))
  }

  mutating func end(_ index: Int, _ how: Int) {
    let job = downloading.remove(at: index)
    let ending: DownloadOutcome.Ending =
      how == 0
      ? .failed(DownloadError(url: job.url, cause: .status(404), tries: 1)) : how == 1 ? .cancelled : .done
    var byteCount = stored[job.path, default: 0]
    if ending == .done {
      if case .head(let wanted) = job.goal { byteCount = max(byteCount, wanted) } else { byteCount = 200_000 }
    }
    stored[job.path] = byteCount
    let outcome = DownloadOutcome(
      ending: ending, byteCount: byteCount, receivedBytes: 0, tries: 1, seconds: 0)
    take(engine.download(job, .ended(outcome)))
  }
}

/// Random operations on an engine, and the invariants that must hold.
@Suite("The request engine, whatever happens,")
struct RequestEngineInvariantTests {
  @Test(arguments: 0..<20)
  func `ends every request once, decodes no key twice at once, keeps to its budget, and forgets all`(
    seed: Int
  ) {
    let ledger = MemoryLedger()
    let budget = 5 * 400
    var ride = EngineRide(
      RequestEngine(workers: 3, memoryBudget: budget, ledger: ledger), ledger: ledger, seed: seed)
    let assets = (0..<12).map {
      Asset.sample("\($0)", hasThumbnail: $0.isMultiple(of: 3), failure: $0 == 7 ? "no" : nil)
    }
    let specification = ImageSpecification(targetSize: ride.size)
    for step in 0..<2000 {
      let asset = assets[ride.random.next(12)]
      let key = ImageKey(asset, specification: specification)
      let use = ride.engine.memoryUse
      #expect(use.excess(over: budget) == 0)
      #expect(use.cache == ledger.bytes(of: .cache))
      #expect(use.cells >= ledger.bytes(of: .cells))
      if !ride.cells.isEmpty, ride.random.next(4) == 0 {
        ride.cells.remove(at: ride.random.next(ride.cells.count))
      }
      switch ride.random.next(8) {
      case 7 where ride.tails > 0: ride.free()
      case 6: ride.take(ride.engine.show([key], around: 0))
      case 0, 1:
        let delivery = DeliveryMode.allCases[ride.random.next(3)]
        ride.request(step, of: asset, as: key, ImageRequestOptions(deliveryMode: delivery))
      case 2: if let id = ride.open.min() { ride.take(ride.engine.cancel(id)) }
      case 3: ride.take(ride.engine.startCaching([CachingRequest(asset, as: specification)]))
      case 4: ride.take(ride.engine.stopCaching([key], then: [key]))
      default:
        guard !ride.decoding.isEmpty else { continue }
        let index = ride.random.next(ride.decoding.count)
        let fails = ride.random.next(10) == 0
        ride.finish(index, failure: fails ? "broken" : nil, hasTail: step % 3 == 0)
      }
    }
    ride.take(ride.engine.show([], around: 0))
    ride.take(ride.engine.stopCachingAll())
    for id in ride.open.sorted() { ride.take(ride.engine.cancel(id)) }
    while !ride.decoding.isEmpty { ride.finish(ride.decoding.count - 1, hasTail: true) }
    #expect(ride.engine.isIdle == (ride.tails == 0))
    while ride.tails > 0 { ride.free() }
    ride.cells = []
    #expect(ride.open.isEmpty && ride.reading.isEmpty && ride.engine.isIdle)
    #expect(ride.engine.cachedBytes == 0)
    #expect(ledger.snapshot.total == 0 && ledger.snapshot.liveBuffers == 0)
  }

  @Test(arguments: 0..<6)
  func `ends every request once, and keeps originals that somebody waits for`(seed: Int) {
    var ride = EngineRide(
      RequestEngine(
        workers: 2, memoryBudget: 4000, downloadLimit: 3, storageBudget: 3 * Asset.sampleRemoteByteCount),
      ledger: MemoryLedger(), seed: seed)
    let assets = (0..<10).map {
      Asset.sample("\($0)", hasThumbnail: $0.isMultiple(of: 3), isRemote: !$0.isMultiple(of: 5))
    }
    for step in 0..<3000 {
      // No cell keeps what it is given.
      ride.cells = []
      let asset = assets[ride.random.next(assets.count)]
      let specification = ImageSpecification(
        targetSize: PixelSize(width: 10 + ride.random.next(2), height: 10))
      let key = ImageKey(asset, specification: specification)
      let stored = ride.random.next(4) == 0 ? StoredThumbnail.exact : .none
      switch ride.random.next(10) {
      case 0, 1:
        let delivery = DeliveryMode.allCases[ride.random.next(DeliveryMode.allCases.count)]
        let options = ImageRequestOptions(
          deliveryMode: delivery, isNetworkAccessAllowed: ride.random.next(4) > 0)
        ride.request(step, of: asset, as: key, options, stored: stored)
      case 2: if let id = ride.open.randomElement(using: &ride.random) { ride.take(ride.engine.cancel(id)) }
      case 3: ride.take(ride.engine.startCaching([CachingRequest(asset, as: specification, stored: stored)]))
      case 8:
        let options = ImageRequestOptions(isNetworkAccessAllowed: ride.random.next(4) > 0)
        ride.request(step, of: asset, as: .original(of: asset), options)
      case 9 where !ride.reading.isEmpty: ride.read(ride.random.next(ride.reading.count))
      case 4: ride.take(ride.engine.stopCaching([key]))
      case 5 where !ride.downloading.isEmpty:
        ride.end(ride.random.next(ride.downloading.count), ride.random.next(6))
      case 6 where !ride.downloading.isEmpty:
        let job = ride.downloading[ride.random.next(ride.downloading.count)]
        guard job.goal == .whole, ride.stored[job.path, default: 0] < 100_000 else { continue }
        ride.stored[job.path] = 100_000
        ride.take(ride.engine.download(job, .progressed(byteCount: 100_000, expected: 200_000)))
      default:
        guard !ride.decoding.isEmpty else { continue }
        let index = ride.random.next(ride.decoding.count)
        let isGone = !ride.decoding[index].needsOriginal && ride.random.next(3) == 0
        ride.finish(index, failure: isGone ? "not stored any more" : nil)
      }
    }
    ride.take(ride.engine.stopCachingAll())
    while !ride.downloading.isEmpty || !ride.decoding.isEmpty || !ride.reading.isEmpty {
      while !ride.reading.isEmpty { ride.read(0) }
      while !ride.downloading.isEmpty { ride.end(0, 2) }
      while !ride.decoding.isEmpty { ride.finish(0) }
    }
    #expect(ride.open.isEmpty && ride.engine.isIdle)
    #expect(ride.stored.values.reduce(0, +) <= 3 * Asset.sampleRemoteByteCount)
  }
}
