/// Decides what an ``ImageManager`` does: a value without threads, clocks, locks or input and output.
///
/// Events go in as method calls; the necessary work comes out as a list of actions, which the engine's owner performs in order.
/// Thus the same decisions serve an app, a replay and a model run.
///
///     request ──► in memory? ──► deliver
///        │  no
///        ├──► something smaller at hand, or a thumbnail to decode ──► deliver degraded
///        └──► join the job for this key, or queue one ──► start when a worker is free
///     job finished ──► deliver to all who wait ──► keep if caching was started for it
///     tail over ──► the decoder is free, start the next job
///
/// A request for an original's bytes takes the same path: its job reads the file, and needs no decoder.
///
/// An image stays cached from ``startCaching(_:)`` to ``stopCaching(_:then:)`` and no longer, unless the budget or
/// memory pressure evicts it earlier. One key is decoded once at a time. Every request ends in exactly one final result.
package struct RequestEngine: Sendable {
  /// The work of the engine's owner.
  ///
  /// Rare and large payloads are indirect, since every action takes as much memory as the largest.
  package enum Action: Sendable {
    /// Give the request this response; the final one ends it.
    case deliver(ImageResponse)
    /// Read the job's original as it is stored, and tell ``RequestEngine/finish(_:reading:)``.
    case read(DecodeJob)
    case start(DecodeJob)
    /// Tell ``RequestEngine/freeDecoder()`` when the tail is over.
    case await(DecodeTail)
    /// Release the evicted images; their memory is freed here, outside any lock.
    case evict([DecodedImage])
    /// Bring the asset's original, which is on this machine, into the system's page cache.
    indirect case readAhead(Asset)
    indirect case order(OriginalOrder)
    /// Tell the request its download progress, 0…1.
    case progress(ImageRequestID, Double)
    case observe(RequestEvent)
  }

  struct Request {
    let id: ImageRequestID
    let asset: Asset
    let key: ImageKey
    var options: ImageRequestOptions
    /// Whether a degraded image was delivered.
    var hasImage = false
    /// Whether its original is not on this machine and must not be downloaded.
    var staysInCloud = false
    var stored = StoredThumbnail.none

    /// An original has no degraded form, and a synchronous request delivers only the final image.
    var delivery: DeliveryMode {
      key.kind == .original || options.isSynchronous ? .highQualityFormat : options.deliveryMode
    }
  }

  /// A weak reference to an image that may be alive elsewhere.
  struct LiveImage {
    weak var pixels: PixelBuffer?
    let remarks: DecodedImage.Remarks?
  }

  package let workers: Int
  /// The most bytes of images in memory, over all uses of ``MemoryUse``.
  let memoryBudget: Int
  /// The executor books images there; if it books none, cells do not count.
  private let ledger: MemoryLedger
  var cache: ImageCache
  /// The images for which caching was started and not stopped.
  var wanted: [ImageKey: CachingRequest] = [:]
  /// The caching windows, by the ``CachingImageManager`` that moves them.
  package var windows: [ObjectIdentifier: CachingWindowState] = [:]
  package var cachesHighQualityImages = true
  var waiting: [ImageRequestID: Request] = [:]
  var queue = JobQueue()
  var downloads: DownloadQueue
  /// Decoded images that may still be on screen somewhere: one photo is in memory once.
  var live: [ImageKey: LiveImage] = [:]
  var liveLimit = 256
  var costs = LearnedDecodeTimes()
  package let order: RequestOrder
  package var path: ScrollPath?
  /// The actions that the current event has led to so far.
  var actions: [Action] = []

  /// Makes an engine without work; it downloads nothing by default, and `inventory` has the least recently used original first.
  package init(
    workers: Int, memoryBudget: Int, ledger: MemoryLedger = MemoryLedger(),
    eviction: any EvictionPolicy.Type = LRUEviction.self, order: RequestOrder = .fifo,
    downloadLimit: Int = 0, storageBudget: Int = 0, inventory: [OriginalStorage.Item] = []
  ) {
    precondition(workers > 0, "an engine needs at least one worker")
    self.workers = workers
    self.memoryBudget = memoryBudget
    self.ledger = ledger
    self.order = order
    self.cache = ImageCache(byteLimit: memoryBudget, eviction: eviction)
    self.downloads = DownloadQueue(limit: downloadLimit, storageBudget: storageBudget, inventory: inventory)
  }

  /// Whether nothing is being decoded, read or downloaded; queued jobs then wait for room in memory.
  package var isIdle: Bool { queue.isIdle && downloads.isEmpty }

  package func availability(of key: ImageKey) -> RequestEvent.Availability {
    cache.contains(key) || liveImage(for: key) != nil ? .ready : queue.availability(of: key)
  }

  package var decoding: ScrollState.Decoding {
    ScrollState.Decoding(
      workers: workers, seconds: costs.imageSeconds,
      capacity: costs.imageBytes > 0 ? Int(Double(cache.byteLimit) / costs.imageBytes) : .max)
  }

  package var cachedBytes: Int { cache.byteCount }

  package var memoryUse: MemoryUse {
    MemoryUse(
      cells: ledger.bytes(of: .cells) + queue.cellByteCount, cache: cache.unpinnedByteCount,
      inFlight: queue.prefetchByteCount)
  }

  // MARK: Requests

  /// Requests an image, or the ``ImageKey/original(of:)``; `stored` is the thumbnail store's match.
  package mutating func request(
    _ id: ImageRequestID, of asset: Asset, as key: ImageKey, options: ImageRequestOptions,
    stored: StoredThumbnail = .none
  ) -> [Action] {
    var request = Request(id: id, asset: asset, key: key, options: options)
    // A file that is no picture still has bytes.
    if let failure = asset.failure, key.kind != .original || asset.hasAdjustments {
      return [
        .observe(.requested(key, .unreadable, isUnderOtherKey: false)),
        respond(to: request, .failure(ImageError(failure, of: asset))),
      ]
    }
    if let image = cache.image(for: key) ?? liveImage(for: key) {
      return [.observe(.requested(key, .ready, isUnderOtherKey: false)), respond(to: request, .image(image))]
    }

    let other = key.kind == .image ? cache.largestImage(otherThan: key) : nil
    var first: [Action] = [
      .observe(.requested(key, queue.availability(of: key), isUnderOtherKey: other != nil))
    ]
    if request.delivery != .highQualityFormat, let other, other.damage == nil || !options.isStrict {
      first.append(respond(to: request, .degraded(other)))
      if request.delivery == .fastFormat { return first }
      request.hasImage = true
    }

    request.stored = stored
    request.staysInCloud = staysInCloud(asset, options)
    // If the exact image is stored, a degraded one would come no sooner.
    let hasDegraded = stored == .other || stored == .none && hasDegradedImage(asset)
    let wantsDegraded =
      request.delivery != .highQualityFormat && !request.hasImage && hasDegraded
      && !(request.staysInCloud && access(to: asset, for: key.of(.degraded), stored) == .toBeDownloaded)
    let endsWithDegraded = wantsDegraded && (request.delivery == .fastFormat || request.staysInCloud)
    if request.staysInCloud, !wantsDegraded, stored != .exact {
      return first + [respond(to: request, .failure(inCloud(asset)))]
    }
    actions += first
    waiting[id] = request
    if wantsDegraded { join(request, .degraded) }
    if !endsWithDegraded { join(request, key.kind) }
    return decided()
  }

  /// Cancels a request; queued work that no other request wants is dropped, and running work ends by itself.
  package mutating func cancel(_ id: ImageRequestID) -> [Action] {
    guard let request = waiting.removeValue(forKey: id) else { return [] }
    actions.append(respond(to: request, .cancelled))
    leave(request, .degraded)
    leave(request, request.key.kind)
    return decided()
  }

  /// Changes the priority of a waiting request; an ended request changes nothing.
  package mutating func setPriority(_ priority: ImageRequestOptions.Priority, of id: ImageRequestID)
    -> [Action]
  {
    guard let request = waiting[id] else { return [] }
    waiting[id]?.options.priority = priority
    for kind in [.degraded, request.key.kind] {
      queue.setPriority(priority, of: id, key: request.key.of(kind))
    }
    return decided()
  }

  /// The response to a request; a degraded image is final if nothing better was requested.
  func respond(to request: Request, _ result: ImageResponse.Content) -> Action {
    var result = result
    if case .image(let image) = result, case .failure(let error) = strict(.success(image), for: request) {
      result = .failure(error)
    }
    let isDegraded = if case .degraded = result { true } else { false }
    let isWhole =
      switch result {
      case .image, .data: true
      case .degraded, .failure, .cancelled: false
      }
    return .deliver(
      ImageResponse(
        requestID: request.id, result: result, isFinal: !isDegraded || request.delivery == .fastFormat,
        isFullImageAvailable: isWhole || downloads.isAtHand(request.asset)))
  }

  /// The decoded image, or an error if it is damaged and the request strict.
  func strict(
    _ result: Result<DecodedImage, ImageError>, for request: Request
  ) -> Result<DecodedImage, ImageError> {
    guard request.options.isStrict, case .success(let image) = result, let damage = image.damage else {
      return result
    }
    return .failure(ImageError(damage, of: request.asset, kind: .damaged))
  }

  /// Whether a degraded image is cheap: the original has an embedded thumbnail, or is progressive.
  ///
  /// The size of first scans is known only during a download, so they are only read from complete originals.
  func hasDegradedImage(_ asset: Asset) -> Bool {
    asset.original.hasEmbeddedThumbnail || asset.original.hasFirstScans && downloads.isAtHand(asset)
  }

  mutating func join(_ request: Request, _ kind: ImageKey.Kind) {
    let key = request.key.of(kind)
    let original = access(to: request.asset, for: key, request.stored)
    if let job = queue.join(
      request.id, asset: request.asset, key: key, at: request.options.position,
      priority: request.options.priority, original: original)
    {
      enqueued(job, isHeld: original == .toBeDownloaded)
    }
  }

  mutating func leave(_ request: Request, _ kind: ImageKey.Kind) {
    let key = request.key.of(kind)
    abandoned(queue.leave(request.id, key: key, isWanted: isWanted(key)))
  }
}
