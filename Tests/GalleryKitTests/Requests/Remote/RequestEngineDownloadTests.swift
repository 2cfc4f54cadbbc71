import GalleryKit
import TestSupport
import Testing

@Suite("Downloads in the request engine")
struct RequestEngineDownloadTests {
  private static let stories = Story.all(
    in: """
      a job waits for its original without taking a decoder [downloads 1]
      request a@ | fetch a@
      request b  | begin b
      arrive a@  |
      finish b   | 2:image begin a@
      finish a@  | 1:image
      idle       | yes

      two sizes are one download [workers 2, downloads 2]
      request a@  | fetch a@
      request a@' |
      arrive a@   | begin a@ begin a@'
      finish a@   | 1:image
      finish a@'  | 2:image

      no more downloads run at a time than may, those for cells first, then the window in its order [workers 4, downloads 1]
      start a@ b@ c@ | fetch a@
      order c@ b@    |
      request d@     |
      arrive a@      | begin a@ fetch d@
      arrive d@      | begin d@ fetch c@
      arrive c@      | begin c@ fetch b@

      a preview comes from the first bytes, before any whole original [downloads 1]
      request a@+        | fetch head a@+
      request b@+        |
      arrive a@+         | begin preview a@+ fetch head b@+
      finish preview a@+ | 1:degraded
      arrive b@+         | begin preview b@+ fetch a@+
      finish preview b@+ | 2:degraded
      arrive a@+         | begin a@+ fetch b@+
      finish a@+         | 1:image
      arrive b@+         | begin b@+
      finish b@+         | 2:image

      first scans are only read of originals that are here [downloads 1]
      request a@~         | fetch a@~
      arrive a@~          | begin a@~
      finish a@~          | 1:image
      request a@~'        | begin preview a@~'
      finish preview a@~' | 2:degraded begin a@~'

      a preview takes what a running download has brought [downloads 1]
      start a@+          | fetch a@+
      request a@+ fast   |
      half a@+           | begin preview a@+
      finish preview a@+ | 1:degraded
      arrive a@+         | begin a@+
      finish a@+         |

      a download that is not wanted any more is cancelled, and what came of it is gone on with [downloads 1]
      request a@ | fetch a@
      request b@ |
      cancel 1   | 1:cancelled drop a@ halt a@
      torn a@    | fetch b@
      arrive b@  | begin b@
      finish b@  | 2:image
      request a@ | fetch a@
      arrive a@  | begin a@
      finish a@  | 3:image
      idle       | yes

      who comes back before a cancelled download has ended gets another [downloads 1]
      request a@ | fetch a@
      cancel 1   | 1:cancelled drop a@ halt a@
      request a@ |
      torn a@    | fetch a@
      arrive a@  | begin a@
      finish a@  | 2:image

      a download that had come when it was cancelled is not lost [downloads 1]
      request a@ | fetch a@
      cancel 1   | 1:cancelled drop a@ halt a@
      arrive a@  |
      request a@ | begin a@

      a cached download goes on when its cell leaves [downloads 1]
      start a@   | fetch a@
      request a@ |
      cancel 1   | 1:cancelled
      stop a@    | drop a@ halt a@

      a failed download is an error for all who wait, and the next request tries again [downloads 1]
      request a@  | fetch a@
      request a@' |
      lose a@     | 1:failed 2:failed
      request a@  | fetch a@

      an original whose file is gone is downloaded again for those who may [downloads 1]
      request a@         | fetch a@
      arrive a@          | begin a@
      finish a@          | 1:image
      request a@         | begin a@
      request a@ offline |
      data a@            | read a@
      gone a@            | 3:cloud fetch a@
      gone original a@   |
      arrive a@          | read a@ begin a@
      found a@           | 4:data
      finish a@          | 2:image
      idle               | yes

      a preview that fails says nothing, and the image is fetched all the same [downloads 1]
      request a@+ | fetch head a@+
      lose a@+    | fetch a@+
      arrive a@+  | begin a@+
      finish a@+  | 1:image

      without the network a request ends at once, and says that the rest is in the cloud [downloads 1]
      request a@ offline | 1:cloud
      request a@         | fetch a@
      request a@ offline | 3:cloud
      arrive a@          | begin a@
      finish a@          | 2:image
      request a@ offline | begin a@

      without the network what is at hand is given first [downloads 1]
      start a@            | fetch a@
      arrive a@           | begin a@
      finish a@           |
      start b@ c@         | fetch b@
      request a@' offline | 1:degraded begin a@'
      anew [downloads 1]
      request a@+              | fetch head a@+
      arrive a@+               | begin preview a@+ fetch a@+
      finish preview a@+       | 1:degraded
      cancel 1                 | 1:cancelled drop a@+ halt a@+
      torn a@+                 |
      request a@+ offline      | begin preview a@+
      finish preview a@+       | 2:degraded 2:cloud
      request a@+ fast offline | begin preview a@+
      finish preview a@+       | 3:degraded

      without a fetcher, what is in the cloud stays there
      request a@ | 1:cloud
      start b@   |
      idle       | yes

      progress reaches those who wait for the image [downloads 1]
      request a@  | fetch a@
      request a@' |
      half a@     | 1:50% 2:50%

      the least recently used originals go when the storage is full, but none that is waited for [downloads 1, storage 2]
      request a@ | fetch a@
      arrive a@  | begin a@
      finish a@  | 1:image
      request b@ | fetch b@
      arrive b@  | begin b@
      finish b@  | 2:image
      request a@ | begin a@
      request c@ | discard b@ fetch c@
      finish a@  | 3:image
      arrive c@  | begin c@
      finish c@  | 4:image
      request b@ | discard a@ fetch b@
      """)

  @Test(arguments: stories)
  func `each story goes as drawn`(story: Story) throws { try EngineTimeline.tell(story) }

  @Test(arguments: 0..<6)
  func `whatever happens, every request ends once, and no original goes that somebody waits for`(
    seed: Int
  ) throws {
    var random = Shuffler(seed: UInt64(seed))
    var engine = RequestEngine(
      workers: 2, memoryBudget: 4000, downloadLimit: 3, storageBudget: 3 * Asset.sampleRemoteByteCount)
    let ledger = MemoryLedger()
    let size = PixelSize(width: 10, height: 10)
    let assets = (0..<10).map {
      Asset.sample("\($0)", hasThumbnail: $0.isMultiple(of: 3), isRemote: !$0.isMultiple(of: 5))
    }
    var decoding: [DecodeJob] = []
    var reading: [DecodeJob] = []
    var downloading: [DownloadJob] = []
    var stored: [String: Int] = [:]
    var open: Set<ImageRequestID> = []
    var orders = 0

    func take(_ actions: [RequestEngine.Action]) {
      for action in actions {
        switch action {
        case .start(let job):
          decoding.append(job)
          let path = job.asset.original.path
          let needed = !job.asset.isRemote || !job.needsOriginal ? 0 : job.kind == .image ? 200_000 : 65_536
          #expect(stored[path, default: 0] >= needed)
        case .read(let job):
          reading.append(job)
          #expect(!job.asset.isRemote || stored[job.asset.original.path] == 200_000)
        case .deliver(let response):
          if response.isFinal { #expect(open.remove(response.requestID) != nil) }
        case .order(let order):
          #expect(order.number == orders)
          orders += 1
          switch order.task {
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
        case .await, .readAhead, .evict, .observe, .progress: break
        }
      }
    }

    func end(_ index: Int, _ how: Int) {
      let job = downloading.remove(at: index)
      var byteCount = stored[job.path, default: 0]
      let url = job.url
      let ending: DownloadOutcome.Ending =
        how == 0
        ? .failed(DownloadError(url: url, cause: .status(404), tries: 1)) : how == 1 ? .cancelled : .done
      if ending == .done {
        if case .head(let wanted) = job.goal {
          byteCount = max(byteCount, wanted)
        } else {
          byteCount = 200_000
        }
      }
      stored[job.path] = byteCount
      take(
        engine.download(
          job,
          .ended(
            DownloadOutcome(ending: ending, byteCount: byteCount, receivedBytes: 0, tries: 1, seconds: 0))))
    }

    func finish(_ index: Int) {
      let job = decoding.remove(at: index)
      guard job.needsOriginal || random.next(3) > 0 else {
        let gone = ImageError(asset: job.asset.localIdentifier, reason: "not stored any more")
        return take(engine.finish(job, DecodeOutcome(result: .failure(gone), seconds: 0.01)))
      }
      let image = DecodedImage(pixels: PixelBuffer(accounting: size, ledger: ledger))
      take(engine.finish(job, DecodeOutcome(result: .success(image), seconds: 0.01)))
    }

    func read(_ index: Int) {
      let job = reading.remove(at: index)
      let error = ImageError(asset: job.asset.localIdentifier, reason: "unreadable")
      take(engine.finish(job, reading: .failure(error)))
    }

    for step in 0..<3000 {
      let asset = assets[random.next(assets.count)]
      let specification = ImageSpecification(
        targetSize: PixelSize(width: 10 + random.next(2), height: 10))
      let key = ImageKey(asset: asset.localIdentifier, specification: specification)
      let isStored = random.next(4) == 0
      switch random.next(10) {
      case 0, 1:
        let id = ImageRequestID(rawValue: step)
        open.insert(id)
        let delivery: DeliveryMode = DeliveryMode.allCases[random.next(DeliveryMode.allCases.count)]
        take(
          engine.request(
            id, of: asset, as: key,
            options: ImageRequestOptions(
              deliveryMode: delivery, isNetworkAccessAllowed: random.next(4) > 0),
            stored: isStored ? .exact : .none))
      case 2: if let id = open.randomElement(using: &random) { take(engine.cancel(id)) }
      case 3:
        take(
          engine.startCaching([CachingRequest(asset, as: specification, stored: isStored ? .exact : .none)]))
      case 8:
        let id = ImageRequestID(rawValue: step)
        open.insert(id)
        take(
          engine.request(
            id, of: asset, as: .original(of: asset),
            options: ImageRequestOptions(isNetworkAccessAllowed: random.next(4) > 0)))
      case 9 where !reading.isEmpty: read(random.next(reading.count))
      case 4: take(engine.stopCaching([key]))
      case 5 where !downloading.isEmpty: end(random.next(downloading.count), random.next(6))
      case 6 where !downloading.isEmpty:
        let job = downloading[random.next(downloading.count)]
        if job.goal == .whole, stored[job.path, default: 0] < 100_000 {
          stored[job.path] = 100_000
          take(engine.download(job, .progressed(byteCount: 100_000, expected: 200_000)))
        }
      default: if !decoding.isEmpty { finish(random.next(decoding.count)) }
      }
    }
    take(engine.stopCachingAll())
    while !downloading.isEmpty || !decoding.isEmpty || !reading.isEmpty {
      while !reading.isEmpty { read(0) }
      while !downloading.isEmpty { end(0, 2) }
      while !decoding.isEmpty { finish(0) }
    }
    #expect(open.isEmpty)
    #expect(engine.isIdle)
    #expect(stored.values.reduce(0, +) <= 3 * Asset.sampleRemoteByteCount)
  }
}
