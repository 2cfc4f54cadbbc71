extension RequestEngine {
  package mutating func finish(
    _ job: DecodeJob, reading result: Result<OriginalData, ImageError>
  ) -> [Action] {
    let requests = takeBack(job)
    switch result {
    case .success(let data): end(requests, with: .data(data))
    case .failure(let error):
      if downloads.forgetOriginal(of: job, after: error) {
        downloadAfterAll(job, for: requests)
      } else {
        fail(requests, of: job, with: error)
      }
    }
    return decided()
  }

  /// A job that was started came back; if its outcome has a tail, ``freeDecoder()`` follows.
  package mutating func finish(_ job: DecodeJob, _ outcome: DecodeOutcome) -> [Action] {
    let tail = outcome.tail
    var outcome = outcome
    if case .success(let image) = outcome.result, image.pixels.size.isEmpty {
      let error = ImageError("the decoder returned a picture without pixels", of: job.asset)
      outcome = DecodeOutcome(result: .failure(error), seconds: outcome.seconds, source: outcome.source)
    }
    actions.append(.observe(.finished(job, outcome)))
    let requests = takeBack(job)
    if let tail {
      queue.tailCount += 1
      actions.append(.await(tail))
    }
    if case .success(let image) = outcome.result {
      costs.learn(job, took: outcome.seconds, byteCount: image.pixels.byteCount, from: outcome.source)
    }
    switch job.kind {
    case .degraded: finishDegraded(outcome.result, job.key, for: requests)
    case .image:
      if case .failure(let error) = outcome.result,
        !job.needsOriginal || downloads.forgetOriginal(of: job, after: error)
      {
        downloadAfterAll(job, for: requests)
      } else {
        finishImage(outcome.result, job, for: requests)
      }
    case .original: preconditionFailure("an original is read, not decoded")
    }
    return decided()
  }

  package mutating func freeDecoder() -> [Action] {
    precondition(queue.tailCount > 0, "a decoder was freed that had no tail")
    queue.tailCount -= 1
    return decided()
  }

  /// Ends a job and releases its original; returns the requests that wait for it.
  @discardableResult
  mutating func takeBack(_ job: DecodeJob) -> [Request] {
    order(downloads.release(job))
    return queue.finish(job).compactMap { waiting[$0] }
  }

  private mutating func end(_ requests: [Request], with result: ImageResponse.Content) {
    for request in requests {
      waiting[request.id] = nil
      actions.append(respond(to: request, result))
      leave(request, .degraded)
    }
  }

  /// Ends the requests, except those that know another file or address of the photo than their job did: theirs may be newer.
  private mutating func fail(_ requests: [Request], of job: DecodeJob, with error: ImageError) {
    let knowing = requests.filter { $0.asset.original != job.asset.original }
    end(requests.filter { $0.asset.original == job.asset.original }, with: .failure(error))
    if !knowing.isEmpty { downloadAfterAll(job, for: knowing) }
  }

  private mutating func finishDegraded(
    _ result: Result<DecodedImage, ImageError>, _ key: ImageKey, for requests: [Request]
  ) {
    if case .success(let image) = result {
      if !requests.isEmpty { image.pixels.move(to: .cells) }
      if isWanted(key), !cache.contains(key.of(.image)) { keep(image, for: key) }
    }
    for request in requests {
      let isLast = request.delivery == .fastFormat
      switch strict(result, for: request) {
      case .success(let image):
        actions.append(respond(to: request, .degraded(image)))
        if isLast || request.staysInCloud {
          waiting[request.id] = nil
          if !isLast { actions.append(respond(to: request, .failure(inCloud(request.asset)))) }
        } else {
          waiting[request.id]?.hasImage = true
        }
      case .failure where request.staysInCloud:
        waiting[request.id] = nil
        actions.append(respond(to: request, .failure(inCloud(request.asset))))
      case .failure:
        // Without a degraded image, a request that asked for nothing else gets the image.
        if isLast { join(request, .image) }
      }
    }
  }

  private mutating func finishImage(
    _ result: Result<DecodedImage, ImageError>, _ job: DecodeJob, for requests: [Request]
  ) {
    let key = job.key
    switch result {
    case .success(let image):
      // The receivers of the image own it; without any, it is freed with the actions.
      if !requests.isEmpty { image.pixels.move(to: .cells) }
      remember(image, for: key)
      if isWanted(key) {
        keep(image, for: key)
        // A prefetched degraded image comes too late.
        abandoned(queue.stopPrefetching(key.of(.degraded)))
      }
      end(requests, with: .image(image))
    case .failure(let error):
      wanted[key]?.hasFailed = true
      fail(requests, of: job, with: error)
    }
  }

  /// Queues the job again with a download: the thumbnail store lost the image before its job ran, or the disk lost the
  /// downloaded original, or the photo is elsewhere now.
  private mutating func downloadAfterAll(_ job: DecodeJob, for requests: [Request]) {
    for var request in requests {
      request.staysInCloud = staysInCloud(request.asset, request.options)
      guard !request.staysInCloud else {
        end([request], with: .failure(inCloud(request.asset)))
        continue
      }
      request.stored = .none
      waiting[request.id] = request
      join(request, job.kind)
    }
    if var request = wanted[job.key] {
      request.stored = .none
      wanted[job.key] = request
      prepare(request)
    }
  }

  /// Evicts images over the budget, begins the jobs that decoders and memory have room for, and as many downloads as may run;
  /// then returns all actions that the event has led to.
  ///
  /// A cell's job does not wait for room in the cache, but it waits for images in flight if the budget cannot hold its own
  /// beside them.
  mutating func decided() -> [Action] {
    defer { actions = [] }
    makeRoom()
    while queue.busyCount < workers {
      let decoders = RequestOrder.Decoders(
        count: workers, prefetching: queue.prefetchingCount, time: path?.time ?? 0)
      let (use, budget) = (memoryUse, memoryBudget)
      let hasRoom = { (job: DecodeJob, isForCell: Bool) in
        use.with(job.byteCount, isForCell: isForCell).excess(over: budget) <= use.cache
      }
      let candidates = queue.candidates(order.sees, hasRoom: hasRoom)
      guard !candidates.isEmpty, let place = order.next(candidates.map(described), decoders) else { break }
      let next = candidates[place]
      guard makeRoom(for: next.job.byteCount, isForCell: next.isForCell) else {
        // A policy that names no victim would let the same job be chosen for ever.
        if memoryUse.cache == use.cache { break }
        continue
      }
      queue.start(next.job)
      actions.append(.observe(.started(next.job, isPrefetch: !next.isForCell)))
      actions.append(.start(next.job))
    }
    while downloads.hasRoom, let job = queue.nextHeld(readsAhead: downloads.hasRoomToReadAhead) {
      order(downloads.begin(for: job))
    }
    return actions
  }

  /// A waiting job as an order sees it.
  private func described(_ candidate: JobQueue.Entry) -> RequestOrder.Image {
    let (job, isPrefetch) = (candidate.job, candidate.isAmongPrefetches)
    return RequestOrder.Image(
      purpose: isPrefetch ? .prefetch : job.kind == .degraded ? .degraded : .final,
      position: candidate.position,
      sighting: path.sighting(at: candidate.position, isPrefetch: isPrefetch),
      seconds: costs.seconds(of: job),
      isDegraded: job.kind == .degraded,
      hasDegraded: isPrefetch
        ? cache.contains(job.key.of(.degraded))
        : candidate.waiters.contains { waiting[$0.id]?.hasImage ?? false },
      number: job.id)
  }

  // MARK: Images that are alive

  func liveImage(for key: ImageKey) -> DecodedImage? {
    guard let live = live[key], let pixels = live.pixels else { return nil }
    return DecodedImage(pixels, live.remarks)
  }

  mutating func remember(_ image: DecodedImage, for key: ImageKey) {
    if live.count >= liveLimit {
      live = live.filter { $0.value.pixels != nil }
      // Doubling keeps the sweep's cost constant per image, however many are alive.
      liveLimit = max(256, live.count * 2)
    }
    live[key] = LiveImage(pixels: image.pixels, remarks: image.remarks)
  }
}

extension ScrollPath? {
  /// The time on screen of an item's image, as far as it is known.
  fileprivate func sighting(at position: Int?, isPrefetch: Bool) -> RequestOrder.Sighting {
    guard let self else { return .unknown }
    return position.map(self.sighting) ?? (isPrefetch ? .never : .unknown)
  }
}
