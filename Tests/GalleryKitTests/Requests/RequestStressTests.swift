import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

/// Many threads ask, cancel, cache and relieve at random, over decoders that take no time, and over those of files.
@Suite struct `Under a storm of requests` {
  /// The number of operations; `SCROLLSIM_STRESS` asks for more.
  static let operations = ProcessInfo.processInfo.environment["SCROLLSIM_STRESS"].flatMap(Int.init) ?? 40_000

  private static let threads = 4
  private static let samples = (0..<40).map {
    Asset.sample("\($0)", hasThumbnail: $0.isMultiple(of: 3), failure: $0 == 7 ? "broken" : nil)
  }
  private static let sizes = [PixelSize(width: 10, height: 10), PixelSize(width: 12, height: 30)]

  /// The counts of requests and their responses.
  private struct Tally {
    var requests = 0
    var finals = 0
    /// Responses that came after the final one.
    var late = 0
  }

  @Test(arguments: [false, true])
  func `every request ends exactly once, nothing follows its end, and nothing is left`(isOfFiles: Bool)
    async throws
  {
    let (folder, ledger, tally) = (TemporaryFolder(), MemoryLedger(), Locked(Tally()))
    let operations = isOfFiles ? 1_000 : Self.operations
    let photos = try (0..<11).map { try NestedRequestTests.photo("\($0)", in: folder) }
    // The last one has no file.
    let assets = isOfFiles ? photos + [.sample("nowhere")] : Self.samples
    let executor: any DecodeExecuting =
      isOfFiles ? DecodeThreads(workers: 3, ledger: ledger) : QuickDecoder(ledger: ledger)
    do {
      let manager = ImageManager(
        configuration: .init(
          decodeWorkers: 3, memoryBudget: 12 * 1600, eviction: EvictionPolicies.all.last ?? LRUEviction.self),
        ledger: ledger, executor: executor)
      let caching = CachingImageManager(imageManager: manager)
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<Self.threads {
          group.addTask {
            Self.storm(operations / Self.threads, on: assets, UInt64(thread), manager, caching, tally)
          }
        }
      }
      caching.stopCachingImagesForAllAssets()
      while !manager.isIdle { try await Task.sleep(for: .milliseconds(1)) }
      #expect(manager.cachedBytes == 0)
    }
    let sum = tally.withLock { $0 }
    #expect(sum.requests > operations / 3)
    #expect(sum.finals == sum.requests)
    #expect(sum.late == 0)
    #expect(ledger.snapshot.total == 0)
  }

  private static func storm(
    _ operations: Int, on assets: [Asset], _ seed: UInt64, _ manager: ImageManager,
    _ caching: CachingImageManager, _ tally: Locked<Tally>
  ) {
    var random = Shuffler(seed: seed)
    var mine: [ImageRequestID] = []
    for _ in 0..<operations {
      let asset = assets[random.next(assets.count)]
      let specification = ImageSpecification(targetSize: sizes[random.next(2)])
      switch random.next(10) {
      case 0, 1: if !mine.isEmpty { manager.cancelImageRequest(mine.remove(at: random.next(mine.count))) }
      case 2: caching.startCachingImages(for: [asset], as: specification)
      case 3: caching.stopCachingImages(for: [asset], as: specification)
      case 4 where random.next(10) == 0: caching.allowsCachingHighQualityImages.toggle()
      case 4 where random.next(10) == 0: manager.relieve(MemoryPressure(rawValue: random.next(4)) ?? .normal)
      default:
        let finals = Locked(0)
        tally.withLock { $0.requests += 1 }
        let id = manager.requestImage(
          for: asset, targetSize: specification.targetSize,
          options: ImageRequestOptions(
            deliveryMode: DeliveryMode.allCases[random.next(3)], isSynchronous: random.next(20) == 0)
        ) { response in
          let (isFinal, isLate) = finals.withLock { finals in
            defer { finals += response.isFinal ? 1 : 0 }
            return (response.isFinal, finals > 0)
          }
          tally.withLock { tally in
            if isFinal { tally.finals += 1 }
            if isLate { tally.late += 1 }
          }
        }
        if mine.count < 8 { mine.append(id) } else { mine[random.next(8)] = id }
      }
    }
  }

  /// Gives images without pixels from a concurrent queue, now and then none.
  private final class QuickDecoder: DecodeExecuting {
    private let queue = DispatchQueue(label: "decode", attributes: .concurrent)
    private let open = Locked(0)
    private let ledger: MemoryLedger

    init(ledger: MemoryLedger) { self.ledger = ledger }

    var isIdle: Bool { open.withLock { $0 == 0 } }

    func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
      open.withLock { $0 += 1 }
      queue.async { [self] in
        decode(job, completion)
        open.withLock { $0 -= 1 }
      }
    }

    private func decode(_ job: DecodeJob, _ completion: @Sendable (DecodeOutcome) -> Void) {
      let result: Result<DecodedImage, ImageError> =
        job.id.isMultiple(of: 17)
        ? .failure(ImageError(asset: job.asset.localIdentifier, reason: "torn"))
        : .success(
          DecodedImage(pixels: PixelBuffer(accounting: job.specification.targetSize, ledger: ledger)))
      completion(DecodeOutcome(result: result, seconds: 0))
    }
  }
}
