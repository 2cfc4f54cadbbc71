/// Decides what an ``ImageManager`` does: a value without threads, clocks, locks or input and output.
///
/// Events go in as method calls; what must be done about them comes out as a list of actions, to be performed in
/// order by whoever owns the engine. So the same decisions serve an app, a replay and a model run.
///
///     request ──► in memory? ──► deliver
///        │  no
///        ├──► something smaller at hand, or a preview to decode ──► deliver degraded
///        └──► join the job for this key, or queue one ──► start when a worker is free
///     job finished ──► deliver to all who wait ──► keep if caching was started for it
///
/// An image stays cached from ``startCaching(_:as:)`` to ``stopCaching(_:)`` and no longer, unless the budget or
/// memory pressure ends its stay before. One key is decoded once at a time. Every request ends in exactly one final
/// result.
public struct RequestEngine: Sendable {
  /// What the owner of the engine must do.
  public enum Action: Sendable {
    /// Give the request this result; the last one ends it.
    case deliver(ImageRequestID, ImageResult, isLast: Bool)
    /// Hand the job to the executor.
    case start(DecodeJob)
    /// Let go of what left the cache; its memory is freed here, outside of any lock.
    case evict([DecodedImage])
    /// Tell observers.
    case observe(RequestEvent)
  }

  struct Request {
    let asset: Asset
    let key: ImageKey
    let delivery: DeliveryMode
    var hasImage = false
  }

  /// Holds no image alive, but finds one that somebody else does.
  struct LiveImage {
    weak var pixels: PixelBuffer?
    let colorProfile: ColorProfile?
    let damage: String?
    let warnings: [String]
  }

  /// Jobs that may run at a time.
  public let workers: Int
  var cache: ImageCache
  /// The images for which caching was started and not stopped.
  var wanted: Set<ImageKey> = []
  /// Requests without a final result.
  var waiting: [ImageRequestID: Request] = [:]
  var queue = JobQueue()
  /// Images that were decoded and may still be on screen somewhere: one photo is in memory once.
  var live: [ImageKey: LiveImage] = [:]
  var liveLimit = 256
  /// A moving average of how long an image takes to decode, in seconds; 0 before the first.
  public internal(set) var averageDecodeSeconds = 0.0

  /// Makes an engine with nothing to do.
  ///
  /// - Parameters:
  ///   - workers: jobs that may run at a time; at least 1.
  ///   - memoryBudget: bytes of decoded images that the cache may hold.
  ///   - eviction: decides what the cache gives up when it is full.
  public init(workers: Int, memoryBudget: Int, eviction: any EvictionPolicy.Type = LRUEviction.self) {
    precondition(workers > 0, "an engine needs at least one worker")
    self.workers = workers
    self.cache = ImageCache(byteLimit: memoryBudget, eviction: eviction)
  }

  /// Whether nothing is running and nothing is queued.
  public var isIdle: Bool { queue.isEmpty }

  /// How close the image is, without asking for it.
  public func availability(of key: ImageKey) -> RequestEvent.Availability {
    cache.contains(key) || liveImage(for: key) != nil ? .ready : queue.availability(of: key)
  }

  /// Bytes in the cache.
  public var cachedBytes: Int { cache.byteCount }

  // MARK: Requests

  /// Somebody wants an image.
  public mutating func request(
    _ id: ImageRequestID, of asset: Asset, as specification: ImageSpecification, delivery: DeliveryMode
  ) -> [Action] {
    let key = ImageKey(asset: asset.localIdentifier, specification: specification)
    if let failure = asset.failure {
      return [
        .observe(.requested(key, .unreadable, isUnderOtherKey: false)),
        .deliver(id, .failure(ImageError(asset: asset.localIdentifier, reason: failure)), isLast: true),
      ]
    }
    if let image = cache.image(for: key) ?? liveImage(for: key) {
      return [
        .observe(.requested(key, .ready, isUnderOtherKey: false)), .deliver(id, .image(image), isLast: true),
      ]
    }

    let smaller = cache.largestImage(otherThan: key)
    var actions: [Action] = [
      .observe(.requested(key, queue.availability(of: key), isUnderOtherKey: smaller != nil))
    ]
    var request = Request(asset: asset, key: key, delivery: delivery)
    if delivery != .highQualityFormat, let smaller {
      actions.append(.deliver(id, .degraded(smaller), isLast: delivery == .fastFormat))
      if delivery == .fastFormat { return actions }
      request.hasImage = true
    }
    waiting[id] = request

    let wantsPreview =
      delivery != .highQualityFormat && !request.hasImage && asset.original.hasEmbeddedThumbnail
    if wantsPreview { join(id, request, .preview, &actions) }
    if !(wantsPreview && delivery == .fastFormat) { join(id, request, .image, &actions) }
    startJobs(&actions)
    return actions
  }

  /// Nobody waits for the request any more.
  ///
  /// Queued work that nobody else wants is dropped; running work ends by itself. A request that has had its final
  /// result, or never was, changes nothing.
  public mutating func cancel(_ id: ImageRequestID) -> [Action] {
    guard let request = waiting.removeValue(forKey: id) else { return [] }
    var actions: [Action] = [.deliver(id, .cancelled, isLast: true)]
    leave(id, request.key, .preview, &actions)
    leave(id, request.key, .image, &actions)
    startJobs(&actions)
    return actions
  }

  private mutating func join(
    _ id: ImageRequestID, _ request: Request, _ kind: DecodeJob.Kind, _ actions: inout [Action]
  ) {
    if let job = queue.join(id, asset: request.asset, key: request.key, kind: kind) {
      actions.append(.observe(.enqueued(job)))
    }
  }

  private mutating func leave(
    _ id: ImageRequestID, _ key: ImageKey, _ kind: DecodeJob.Kind, _ actions: inout [Action]
  ) {
    // Caching is of images; a preview is for those who look.
    let isWanted = kind == .image && wanted.contains(key)
    if let abandoned = queue.leave(id, key: key, kind: kind, isWanted: isWanted) {
      actions.append(abandoned.event)
    }
  }

  // MARK: Jobs

  /// A job that was started came back.
  public mutating func finish(_ job: DecodeJob, _ outcome: DecodeOutcome) -> [Action] {
    var actions: [Action] = [.observe(.finished(job, outcome))]
    let requests = queue.finish(job)
    switch job.kind {
    case .preview: finishPreview(outcome.result, for: requests, &actions)
    case .image: finishImage(outcome, job.key, for: requests, &actions)
    }
    startJobs(&actions)
    return actions
  }

  private mutating func finishPreview(
    _ result: Result<DecodedImage, ImageError>, for requests: [ImageRequestID], _ actions: inout [Action]
  ) {
    for id in requests {
      guard let request = waiting[id] else { continue }
      let isLast = request.delivery == .fastFormat
      switch result {
      case .success(let image):
        image.pixels.move(to: .cells)
        waiting[id]?.hasImage = true
        actions.append(.deliver(id, .degraded(image), isLast: isLast))
        if isLast { waiting[id] = nil }
      case .failure:
        // A thumbnail that cannot be read is no news; but who wanted nothing else must now have the image.
        if isLast { join(id, request, .image, &actions) }
      }
    }
  }

  private mutating func finishImage(
    _ outcome: DecodeOutcome, _ key: ImageKey, for requests: [ImageRequestID], _ actions: inout [Action]
  ) {
    averageDecodeSeconds =
      averageDecodeSeconds == 0 ? outcome.seconds : averageDecodeSeconds * 0.75 + outcome.seconds * 0.25
    let result: ImageResult
    switch outcome.result {
    case .success(let image):
      // Whoever gets the image below answers for it; if nobody does, it is gone when the actions are.
      if !requests.isEmpty { image.pixels.move(to: .cells) }
      remember(image, for: key)
      if wanted.contains(key) { keep(image, for: key, &actions) }
      result = .image(image)
    case .failure(let error):
      result = .failure(error)
    }
    for id in requests where waiting.removeValue(forKey: id) != nil {
      actions.append(.deliver(id, result, isLast: true))
      leave(id, key, .preview, &actions)
    }
  }

  mutating func startJobs(_ actions: inout [Action]) {
    while queue.runningCount < workers, let next = queue.startNext() {
      actions.append(.observe(.started(next.job, isPrefetch: next.isPrefetch)))
      actions.append(.start(next.job))
    }
  }

  // MARK: Images that somebody holds

  func liveImage(for key: ImageKey) -> DecodedImage? {
    guard let live = live[key], let pixels = live.pixels else { return nil }
    return DecodedImage(
      pixels: pixels, colorProfile: live.colorProfile, damage: live.damage, warnings: live.warnings)
  }

  private mutating func remember(_ image: DecodedImage, for key: ImageKey) {
    if live.count >= liveLimit {
      live = live.filter { $0.value.pixels != nil }
      // Doubling keeps the sweep's cost constant per image, however many are alive.
      liveLimit = max(256, live.count * 2)
    }
    live[key] = LiveImage(
      pixels: image.pixels, colorProfile: image.colorProfile, damage: image.damage, warnings: image.warnings)
  }
}
