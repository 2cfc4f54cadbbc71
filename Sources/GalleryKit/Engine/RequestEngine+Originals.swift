extension RequestEngine {
  /// Somebody wants an original as it is stored.
  ///
  /// It is downloaded once, with all who want an image of it; no decoder is needed to read it.
  ///
  /// - Parameters:
  ///   - id: a new one.
  ///   - asset: the photo.
  ///   - options: of which network access counts.
  public mutating func requestData(
    _ id: ImageRequestID, of asset: Asset, options: ImageRequestOptions
  ) -> [Action] {
    let request = Request(id: id, asset: asset, key: .original(of: asset), options: options)
    if let failure = asset.failure {
      return [respond(to: request, .failure(ImageError(asset: asset.localIdentifier, reason: failure)))]
    }
    if staysInCloud(asset, options) { return [respond(to: request, .failure(inCloud(asset)))] }
    waiting[id] = request
    var actions: [Action] = []
    join(request, .original, &actions)
    if downloads.isAtHand(asset) { release(request.key, &actions) }
    startJobs(&actions)
    return actions
  }

  /// An original was read, or not.
  public mutating func finishReading(
    _ job: DecodeJob, _ result: Result<OriginalData, ImageError>
  ) -> [Action] {
    let requests = queue.finish(job)
    var actions: [Action] = []
    order(downloads.release(job), &actions)
    for id in requests where waiting.removeValue(forKey: id) != nil {
      let result: OriginalDataResult =
        switch result {
        case .success(let data): .data(data)
        case .failure(let error): .failure(error)
        }
      actions.append(.deliverData(OriginalDataResponse(requestID: id, result: result)))
    }
    startJobs(&actions)
    return actions
  }

  /// The job has its original: it waits for a decoder, or is begun where it needs none.
  mutating func release(_ key: ImageKey, _ actions: inout [Action]) {
    guard key.kind == .original else { return queue.release(key) }
    if let job = queue.begin(key) { actions.append(.read(job)) }
  }

  /// What a request for an original is told that will not get it.
  func respondWithoutData(to request: Request, _ result: ImageResult) -> Action {
    let ending: OriginalDataResult
    switch result {
    case .failure(let error): ending = .failure(error)
    case .cancelled: ending = .cancelled
    case .degraded, .image: preconditionFailure("no image answers a request for an original")
    }
    return .deliverData(OriginalDataResponse(requestID: request.id, result: ending))
  }
}
