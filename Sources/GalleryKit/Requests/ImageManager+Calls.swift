public import GalleryEngine

extension ImageManager {
  /// Gives the image of an asset as it was asked for.
  ///
  /// Cancelling the task cancels the request. The delivery mode is ``DeliveryMode/highQualityFormat``, whatever the
  /// options say, unless it is ``DeliveryMode/fastFormat``, which may give a degraded image.
  ///
  /// - Throws: ``ImageError`` if there is no image, `CancellationError` if the task was cancelled.
  public func image(
    for asset: Asset, targetSize: PixelSize, contentMode: ContentMode = .aspectFill,
    options: ImageRequestOptions = ImageRequestOptions()
  ) async throws -> DecodedImage {
    var options = options
    options.isSynchronous = false
    if options.deliveryMode == .opportunistic { options.deliveryMode = .highQualityFormat }
    let pending = PendingRequest()
    return try await withTaskCancellationHandler { [options] in
      try await withCheckedThrowingContinuation { continuation in
        let id = requestImage(
          for: asset, targetSize: targetSize, contentMode: contentMode, options: options
        ) { response in
          switch response.result {
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

  /// Gives what there is to show of an asset: perhaps a degraded image, then the final one.
  ///
  ///     for try await response in manager.images(for: asset, targetSize: size) { show(response.image) }
  ///
  /// The request begins with the call. Leaving the loop, or cancelling its task, cancels the request.
  ///
  /// - Returns: a sequence of one or two responses with an image, which throws ``ImageError`` if there is no final one,
  ///   and `CancellationError` if the request was cancelled.
  public func images(
    for asset: Asset, targetSize: PixelSize, contentMode: ContentMode = .aspectFill,
    options: ImageRequestOptions = ImageRequestOptions()
  ) -> AsyncThrowingStream<ImageResponse, any Error> {
    var options = options
    options.isSynchronous = false
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: ImageResponse.self)
    let id = requestImage(
      for: asset, targetSize: targetSize, contentMode: contentMode, options: options
    ) { response in
      switch response.result {
      case .image, .degraded:
        continuation.yield(response)
        if response.isFinal { continuation.finish() }
      case .failure(let error): continuation.finish(throwing: error)
      case .cancelled: continuation.finish(throwing: CancellationError())
      }
    }
    continuation.onTermination = { [self] termination in
      if case .cancelled = termination { cancelImageRequest(id) }
    }
    return stream
  }
}

extension ImageManager {
  /// Asks for an asset as a file: its original as it is stored, or, if it was edited and its current version is wanted,
  /// a file that is made of the edited picture, in full size and of the original's type.
  ///
  /// One that is in the cloud is downloaded if the options allow network access, together with all who want an image
  /// of it; if they do not, the request ends with an error of kind ``ImageError/Kind/inCloud``.
  ///
  /// - Parameters:
  ///   - asset: the photo.
  ///   - options: of which ``ImageRequestOptions/isSynchronous``, ``ImageRequestOptions/version`` and
  ///     ``ImageRequestOptions/isNetworkAccessAllowed`` count.
  ///   - progressHandler: is told how much of an original that must be downloaded is there, 0…1, from any thread.
  ///   - resultHandler: is called once; see ``ImageManager`` for when.
  /// - Returns: what to cancel the request with, by ``cancelImageRequest(_:)``.
  @discardableResult
  public func requestImageData(
    for asset: Asset, options: ImageRequestOptions = ImageRequestOptions(),
    progressHandler: (@Sendable (Double) -> Void)? = nil,
    resultHandler: @escaping @Sendable (OriginalDataResponse) -> Void
  ) -> ImageRequestID {
    guard options.isSynchronous else {
      return beginData(asset, options, DataDelivery(progress: progressHandler, handler: resultHandler))
    }
    let awaited = AwaitedResponse<OriginalDataResponse>()
    let id = beginData(
      asset, options, DataDelivery(progress: progressHandler, isAwaited: true) { awaited.post($0) })
    resultHandler(awaited.wait(helping: executor))
    return id
  }

  private func beginData(
    _ asset: Asset, _ options: ImageRequestOptions, _ delivery: DataDelivery
  ) -> ImageRequestID {
    let asset = asset.version(options.version)
    let id = expectData(delivery)
    guard asset.isGranted else {
      refuseData(id, ImageError(accessDeniedTo: asset))
      return id
    }
    update { $0.requestData(id, of: asset, options: options) }
    return id
  }

  /// Gives an asset as a file; see ``requestImageData(for:options:progressHandler:resultHandler:)``.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Throws: ``ImageError`` if it cannot be had, `CancellationError` if the task was cancelled.
  public func imageData(
    for asset: Asset, options: ImageRequestOptions = ImageRequestOptions(),
    progressHandler: (@Sendable (Double) -> Void)? = nil
  ) async throws -> OriginalData {
    var options = options
    options.isSynchronous = false
    let pending = PendingRequest()
    return try await withTaskCancellationHandler { [options] in
      try await withCheckedThrowingContinuation { continuation in
        let id = requestImageData(for: asset, options: options, progressHandler: progressHandler) {
          response in
          switch response.result {
          case .data(let data): continuation.resume(returning: data)
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
}
