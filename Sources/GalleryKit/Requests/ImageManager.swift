public import GalleryEngine
internal import Support

/// Delivers images of assets: decodes each on a worker thread, once for all requests, and keeps those to be cached.
///
///     let manager = ImageManager(configuration: .init(memoryBudget: 150_000_000))
///     let id = manager.requestImage(for: asset, targetSize: PixelSize(width: 390, height: 390)) { response in
///       if let image = response.image { … }
///     }
///
/// A handler may be called **before `requestImage` returns**, on the calling thread, if a response is available at once;
/// later responses come on a decoder's thread, or on one that waits for a synchronous request. Responses of one request never
/// overlap and never go back from the final image to a degraded one.
///
/// Handlers may request and cancel. A manager calls no handler inside another on the same thread: the immediate responses
/// to a handler's own requests and cancellations are delivered **after the handler has returned**, in their order. So
/// handlers that each request the next photo take no more stack than one, however many there are. A handler that cannot
/// go on without an image requests it with ``ImageRequestOptions/isSynchronous``, whose handler is always called before
/// the request returns; waiting by other means for a handler of the same manager may never end.
///
/// To cache images of assets that are not on screen yet, use ``CachingImageManager``.
public final class ImageManager: ImageRequesting {
  /// A manager's configuration.
  public struct Configuration: Sendable {
    /// Decoder threads; 2 by default, and at least 1, whatever is set.
    ///
    /// Besides the images, each needs the working memory of the file that it decodes: of most JPEGs a few rows, of a HEIC of
    /// 12 megapixels 73 MB, of one of 50 megapixels and ten bits 604 MB. A HEIC that needs more than 620 MB, or another file
    /// that needs more than 300 MB, is refused.
    public var decodeWorkers: Int { didSet { decodeWorkers = max(1, decodeWorkers) } }
    /// Bytes of images in memory: held or awaited by cells, cached, and in the making for the cache; 150 MB by default.
    ///
    /// Cells are always served, and caching gets the rest. An image belongs to a cell from its delivery until the app
    /// releases its ``PixelBuffer``; the app need not report anything. An app that copies the pixels and keeps no buffer
    /// leaves the whole budget to caching. Less than 0 counts as 0.
    public var memoryBudget: Int { didSet { memoryBudget = max(0, memoryBudget) } }
    /// The eviction policy when the budget is short; ``LRUEviction`` by default.
    public var eviction: any EvictionPolicy.Type
    /// The order in which waiting images are made; ``RequestOrder/urgency`` by default.
    public var order: RequestOrder
    /// The most concurrent downloads of originals, 4 by default; with 0, originals in the cloud stay there.
    public var downloads: Int
    /// Bytes of downloaded originals that are kept on disk, the least recently used evicted first; 1 GB by default.
    public var storageBudget: Int

    /// Makes a configuration.
    public init(
      decodeWorkers: Int = 2, memoryBudget: Int = 150_000_000,
      eviction: any EvictionPolicy.Type = LRUEviction.self, order: RequestOrder = .urgency,
      downloads: Int = 4,
      storageBudget: Int = 1_000_000_000
    ) {
      self.decodeWorkers = max(1, decodeWorkers)
      self.memoryBudget = max(0, memoryBudget)
      self.eviction = eviction
      self.order = order
      self.downloads = downloads
      self.storageBudget = storageBudget
    }
  }

  /// The manager itself.
  public var imageManager: ImageManager { self }

  let engine: Locked<RequestEngine>
  /// Pending requests and their deliveries, and the number of requests; separate from the engine, so that looking up a handler
  /// never waits for a decision.
  private let deliveries = Locked((pending: [ImageRequestID: RequestDelivery](), count: 0))
  package let executor: any DecodeExecuting
  private let codec: any ImageCodec
  private let originals: (any OriginalFetching)?
  private let observations: Trampoline<RequestEvent>?
  private let handlers = Trampoline<@Sendable () -> Void> { $0() }
  /// Counts the memory of every image that the manager delivers.
  package let ledger: MemoryLedger

  /// Makes a manager whose jobs `executor` runs; `codec` makes files of edited pictures, and `observer` learns of all that
  /// happens.
  package init(
    configuration: Configuration, ledger: MemoryLedger, executor: any DecodeExecuting,
    codec: any ImageCodec, originals: (any OriginalFetching)? = nil,
    observer: (any ImageManagerObserving)? = nil
  ) {
    self.ledger = ledger
    self.executor = executor
    self.codec = codec
    self.originals = originals
    observations = observer.map { observer in Trampoline { observer.observe($0) } }
    engine = Locked(
      RequestEngine(
        workers: configuration.decodeWorkers, memoryBudget: configuration.memoryBudget,
        ledger: ledger, eviction: configuration.eviction, order: configuration.order,
        downloadLimit: originals == nil ? 0 : max(0, configuration.downloads),
        storageBudget: configuration.storageBudget, inventory: originals?.inventory() ?? []))
  }

  /// Requests an image of this specification; without one, the original's bytes.
  func request(
    _ specification: ImageSpecification?, of asset: Asset, _ options: ImageRequestOptions,
    _ progress: (@Sendable (Double) -> Void)?, _ handler: @escaping @Sendable (ImageResponse) -> Void
  ) -> ImageRequestID {
    let asset = asset.version(options.version)
    let awaited = options.isSynchronous ? AwaitedResponse() : nil
    let delivery = RequestDelivery(
      progress: progress, isAwaited: awaited != nil, handler: awaited?.post ?? handler)
    let id = deliveries.withLock { deliveries in
      let id = ImageRequestID(rawValue: deliveries.count)
      deliveries.count += 1
      deliveries.pending[id] = delivery
      return id
    }
    if let refusal = asset.refusal {
      // The engine never sees the request.
      let failure = ImageResponse.Content.failure(ImageError(refusal, of: asset))
      let response = ImageResponse(requestID: id, result: failure, isFinal: true, isFullImageAvailable: false)
      update { _ in [.deliver(response)] }
    } else {
      let key = specification.map { ImageKey(asset, specification: $0) } ?? .original(of: asset)
      let stored = specification == nil ? .none : executor.storedThumbnail(for: key, of: asset)
      update { $0.request(id, of: asset, as: key, options: options, stored: stored) }
    }
    if let awaited { handler(awaited.wait(helping: executor)) }
    return id
  }

  /// Responds to memory pressure, and evicts images accordingly.
  public func relieve(_ pressure: MemoryPressure) { update { $0.relieve(pressure) } }

  /// Whether nothing is being decoded, read or downloaded, all results are handed over, and no decoder holds an image.
  ///
  /// Images to be cached may still wait for room within the ``Configuration/memoryBudget``.
  public var isIdle: Bool { engine.withLock { $0.isIdle } && executor.isIdle }

  /// Bytes of images that are cached.
  public var cachedBytes: Int { engine.withLock { $0.cachedBytes } }

  /// Bytes of all images in memory: held by the app, cached, or just made.
  public var imageBytes: Int { ledger.snapshot.images }

  /// The peak of ``imageBytes``.
  public var peakImageBytes: Int { ledger.snapshot.peakImages }

  package var memoryUse: MemoryUse { engine.withLock { $0.memoryUse } }

  /// Measured decode costs so far, for ``ScrollState/decoding``.
  public var decoding: ScrollState.Decoding { engine.withLock { $0.decoding } }

  package func availability(of key: ImageKey) -> RequestEvent.Availability {
    engine.withLock { $0.availability(of: key) }
  }

  /// Lets the engine decide, and performs its decisions with no lock held, so that handlers, observers and the executor
  /// may call back.
  ///
  /// Observers come first, so that they hear of a job before it can end. Handlers come last: one of them may wait for an image
  /// whose job is among those to be started. Only a response for which a synchronous request waits is posted at once: it calls
  /// no foreign code, and its thread may be in a handler, while everything else on that thread waits until that handler ends.
  package func update(_ event: (inout RequestEngine) -> [RequestEngine.Action]) {
    var actions = engine.withLock { event(&$0) }
    // Evicted images are freed before their replacements are made.
    actions.removeAll { if case .evict = $0 { true } else { false } }
    observations?.run(actions.compactMap { if case .observe(let event) = $0 { event } else { nil } })
    var calls: [@Sendable () -> Void] = []
    for action in actions {
      switch action {
      case .readAhead(let asset): executor.readAhead(asset)
      case .start(let job):
        let end = JobEnd(of: job) { [self] outcome in update { $0.finish(job, outcome) } }
        executor.start(job) { end.tell($0) }
      case .await(let tail): tail.whenOver { [self] in update { $0.freeDecoder() } }
      case .order(let order):
        originals?.perform(order) { [self] report in
          if case .fetch(let job) = order.task { update { $0.download(job, report) } }
        }
      case .read(let job):
        executor.perform { [self] in
          let asset = job.asset
          // What the index found says more than that the file cannot be read.
          let result = asset.readData(codec: codec, ledger: ledger).mapError { error in
            asset.failure.map { ImageError($0, of: asset, kind: error.kind) } ?? error
          }
          update { $0.finish(job, reading: result) }
        }
      case .progress(let id, let fraction):
        let progress = deliveries.withLock { $0.pending[id]?.progress }
        if let progress { calls.append { progress(fraction) } }
      case .deliver(let response):
        let id = response.requestID
        let delivery = deliveries.withLock { deliveries in
          response.isFinal ? deliveries.pending.removeValue(forKey: id) : deliveries.pending[id]
        }
        guard let delivery else { continue }
        if delivery.isAwaited { delivery.post(response) } else { calls.append { delivery.post(response) } }
      case .observe, .evict: break
      }
    }
    handlers.run(calls)
  }
}
