internal import Locking

/// Gives images of assets: decodes them on worker threads, once for all who ask, and keeps those that are to be cached.
///
///     let manager = ImageManager(configuration: .init(memoryBudget: 150_000_000))
///     let id = manager.requestImage(for: asset, targetSize: PixelSize(width: 390, height: 390)) { result in
///       if case .image(let image) = result { … }
///     }
///
/// A handler may be called **before `requestImage` returns**, on the calling thread, if there is something to show at
/// once; later results come on a decoder's thread. Results of one request never overlap and never go back from the
/// final image to a degraded one. To keep images of assets that are not on screen yet, use ``CachingImageManager``.
public final class ImageManager: Sendable {
  /// How a manager works.
  public struct Configuration: Sendable {
    /// Decoder threads; 2 by default.
    public var decodeWorkers: Int
    /// Bytes of decoded images that may be cached; 150 MB by default.
    public var memoryBudget: Int
    /// What is given up first when the budget is short; ``LRUEviction`` by default.
    public var eviction: any EvictionPolicy.Type

    /// Makes a configuration.
    public init(
      decodeWorkers: Int = 2, memoryBudget: Int = 150_000_000,
      eviction: any EvictionPolicy.Type = LRUEviction.self
    ) {
      self.decodeWorkers = decodeWorkers
      self.memoryBudget = memoryBudget
      self.eviction = eviction
    }
  }

  private let engine: Locked<RequestEngine>
  /// Who waits for what.
  ///
  /// Apart from the engine, so that looking up a handler never waits for a decision.
  private let deliveries = Locked<(pending: [ImageRequestID: RequestDelivery], next: Int)>(([:], 0))
  private let executor: any DecodeExecuting
  private let observer: (any ImageManagerObserving)?
  /// Counts the memory of every image that the manager gives out.
  public let ledger: MemoryLedger

  /// Makes a manager that decodes elsewhere, and tells somebody what it does.
  ///
  /// - Parameters:
  ///   - configuration: how the manager works.
  ///   - ledger: where the executor books its images.
  ///   - executor: runs the jobs.
  ///   - observer: is told everything that the manager does.
  public init(
    configuration: Configuration, ledger: MemoryLedger, executor: any DecodeExecuting,
    observer: (any ImageManagerObserving)? = nil
  ) {
    self.ledger = ledger
    self.executor = executor
    self.observer = observer
    engine = Locked(
      RequestEngine(
        workers: configuration.decodeWorkers, memoryBudget: configuration.memoryBudget,
        eviction: configuration.eviction))
  }

  /// Asks for an image of an asset.
  ///
  /// - Parameters:
  ///   - asset: the photo.
  ///   - targetSize: the size to fill, in pixels.
  ///   - contentMode: how the picture fills it.
  ///   - options: how closely, and what may be delivered on the way.
  ///   - resultHandler: gets at most one degraded image and then one final result, or with
  ///     ``DeliveryMode/fastFormat`` exactly one result, which may be degraded.
  /// - Returns: what to cancel the request with.
  @discardableResult
  public func requestImage(
    for asset: Asset, targetSize: PixelSize, contentMode: ContentMode = .aspectFill,
    options: ImageRequestOptions = ImageRequestOptions(),
    resultHandler: @escaping @Sendable (ImageResult) -> Void
  ) -> ImageRequestID {
    let specification = ImageSpecification(
      targetSize: targetSize, contentMode: contentMode, resizeMode: options.resizeMode)
    let id = deliveries.withLock { deliveries in
      let id = ImageRequestID(rawValue: deliveries.next)
      deliveries.next += 1
      deliveries.pending[id] = RequestDelivery(handler: resultHandler)
      return id
    }
    update { $0.request(id, of: asset, as: specification, delivery: options.deliveryMode) }
    return id
  }

  /// Gives the image of an asset as it was asked for.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Throws: ``ImageError`` if there is no image, `CancellationError` if the task was cancelled.
  public func image(
    for asset: Asset, targetSize: PixelSize, contentMode: ContentMode = .aspectFill,
    resizeMode: ResizeMode = .fast
  ) async throws -> DecodedImage {
    let pending = PendingRequest()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let id = requestImage(
          for: asset, targetSize: targetSize, contentMode: contentMode,
          options: ImageRequestOptions(resizeMode: resizeMode, deliveryMode: .highQualityFormat)
        ) { result in
          switch result {
          case .image(let image), .degraded(let image): continuation.resume(returning: image)
          case .failure(let error): continuation.resume(throwing: error)
          case .cancelled: continuation.resume(throwing: CancellationError())
          }
        }
        if pending.isCancelled(after: id) { cancelImageRequest(id) }
      }
    } onCancel: {
      if let id = pending.cancel() { cancelImageRequest(id) }
    }
  }

  /// Ends a request; its handler is called once more, with ``ImageResult/cancelled``, unless it had its final result.
  public func cancelImageRequest(_ id: ImageRequestID) {
    update { $0.cancel(id) }
  }

  /// Passes on how short memory is, and gives up what that calls for.
  public func relieve(_ pressure: MemoryPressure) {
    update { $0.relieve(pressure) }
  }

  /// Whether nothing is queued or being decoded, all results were handed over, and no decoder holds an image.
  public var isIdle: Bool { engine.withLock { $0.isIdle } && executor.isIdle }

  /// Bytes of images that are cached.
  public var cachedBytes: Int { engine.withLock { $0.cachedBytes } }

  /// A moving average of how long an image takes to decode, in seconds; 0 before the first one.
  public var averageDecodeSeconds: Double { engine.withLock { $0.averageDecodeSeconds } }

  /// How close the image is, without asking for it.
  package func availability(of key: ImageKey) -> RequestEvent.Availability {
    engine.withLock { $0.availability(of: key) }
  }

  package func readAhead(_ asset: Asset) { executor.readAhead(asset) }

  /// Lets the engine decide, and does what it decided with no lock held, so that handlers, observers and the
  /// executor may call back.
  package func update(_ event: (inout RequestEngine) -> [RequestEngine.Action]) {
    for action in engine.withLock({ event(&$0) }) {
      switch action {
      case .deliver(let id, let result, let isLast):
        deliveries.withLock { isLast ? $0.pending.removeValue(forKey: id) : $0.pending[id] }?.post(result)
      case .start(let job):
        executor.start(job) { [self] outcome in update { $0.finish(job, outcome) } }
      case .evict:
        // The images are freed with the action itself.
        break
      case .observe(let event):
        observer?.observe(event)
      }
    }
  }
}
