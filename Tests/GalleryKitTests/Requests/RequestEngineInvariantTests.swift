import GalleryKit
import TestSupport
import Testing

/// Random operations on an engine, and the invariants that must hold.
@Suite("The request engine, whatever happens,")
struct RequestEngineInvariantTests {
  @Test(arguments: 0..<20)
  func `ends every request once, decodes no key twice at once, keeps to its budget, and forgets all`(
    seed: Int
  ) {
    var random = Shuffler(seed: UInt64(seed))
    let ledger = MemoryLedger()
    let size = PixelSize(width: 10, height: 10)
    let budget = 5 * size.decodedByteCount
    var engine = RequestEngine(workers: 3, memoryBudget: budget, ledger: ledger)
    let assets = (0..<12).map {
      Asset.sample("\($0)", hasThumbnail: $0.isMultiple(of: 3), failure: $0 == 7 ? "no" : nil)
    }
    let specification = ImageSpecification(targetSize: size)
    var running: [DecodeJob] = []
    // Decoders that work on for jobs that have come back.
    var tails = 0
    var open: Set<ImageRequestID> = []
    var finals: [ImageRequestID: Int] = [:]
    var hadImage: Set<ImageRequestID> = []
    var cells: [DecodedImage] = []

    func take(_ actions: [RequestEngine.Action]) {
      for action in actions {
        switch action {
        case .start(let job):
          #expect(!running.contains { $0.key == job.key && $0.kind == job.kind })
          running.append(job)
          #expect(running.count + tails <= 3)
        case .await: tails += 1
        case .read: Issue.record("no request asked for an original")
        case .deliver(let response):
          let id = response.requestID
          if case .image = response.result { hadImage.insert(id) }
          if let image = response.image { cells.append(image) }
          if response.isDegraded { #expect(!hadImage.contains(id)) }
          guard response.isFinal else { continue }
          finals[id, default: 0] += 1
          open.remove(id)
        case .readAhead, .evict, .observe, .order, .progress: break
        }
      }
    }

    func free() {
      tails -= 1
      take(engine.freeDecoder())
    }

    func expectMemoryIsShared() {
      let use = engine.memoryUse
      #expect(use.excess(over: budget) == 0)
      #expect(use.cache == ledger.bytes(of: .cache))
      #expect(use.cells >= ledger.bytes(of: .cells))
    }

    for step in 0..<2000 {
      let asset = assets[random.next(12)]
      let key = ImageKey(asset: asset.localIdentifier, specification: specification)
      expectMemoryIsShared()
      if !cells.isEmpty, random.next(4) == 0 { cells.remove(at: random.next(cells.count)) }
      switch random.next(8) {
      case 7 where tails > 0: free()
      case 6: take(engine.show([key], around: 0))
      case 0, 1:
        let id = ImageRequestID(rawValue: step)
        open.insert(id)
        take(
          engine.request(
            id, of: asset, as: key,
            options: ImageRequestOptions(deliveryMode: DeliveryMode.allCases[random.next(3)])))
      case 2:
        if let id = open.min() { take(engine.cancel(id)) }
      case 3: take(engine.startCaching([CachingRequest(asset, as: specification)]))
      case 4: take(engine.stopCaching([key], then: [key]))
      default:
        guard !running.isEmpty else { continue }
        let job = running.remove(at: random.next(running.count))
        take(
          engine.finish(
            job, outcome(job, fails: random.next(10) == 0, hasTail: step % 3 == 0, size: size, ledger: ledger)
          ))
      }
    }
    take(engine.show([], around: 0))
    take(engine.stopCachingAll())
    for id in open.sorted() { take(engine.cancel(id)) }
    while let job = running.popLast() {
      take(engine.finish(job, outcome(job, fails: false, hasTail: true, size: size, ledger: ledger)))
    }
    #expect(engine.isIdle == (tails == 0))
    while tails > 0 { free() }

    cells = []
    #expect(open.isEmpty)
    #expect(finals.values.allSatisfy { $0 == 1 })
    #expect(engine.isIdle)
    #expect(engine.cachedBytes == 0)
    #expect(ledger.snapshot.total == 0)
    #expect(ledger.snapshot.liveBuffers == 0)
  }

  private func outcome(
    _ job: DecodeJob, fails: Bool, hasTail: Bool, size: PixelSize, ledger: MemoryLedger
  ) -> DecodeOutcome {
    let result: Result<DecodedImage, ImageError> =
      fails
      ? .failure(ImageError(asset: job.asset.localIdentifier, reason: "broken"))
      : .success(DecodedImage(pixels: PixelBuffer(accounting: size, ledger: ledger)))
    return DecodeOutcome(result: result, seconds: 0.01, tail: hasTail ? DecodeTail() : nil)
  }
}
