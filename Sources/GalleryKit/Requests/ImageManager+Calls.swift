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
    return try await value(of: \.image) { [options] in
      requestImage(
        for: asset, targetSize: targetSize, contentMode: contentMode, options: options, resultHandler: $0)
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
      guard response.image != nil else { return continuation.finish(throwing: response.thrownError) }
      continuation.yield(response)
      if response.isFinal { continuation.finish() }
    }
    continuation.onTermination = { [self] termination in
      if case .cancelled = termination { cancelImageRequest(id) }
    }
    return stream
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
    return try await value(of: \.data) { [options] in
      requestImageData(
        for: asset, options: options, progressHandler: progressHandler, resultHandler: $0)
    }
  }

  /// What the only response of a request has to give, which is cancelled with the task.
  private func value<Value>(
    of content: KeyPath<ImageResponse, Value?>,
    _ request: (@escaping @Sendable (ImageResponse) -> Void) -> ImageRequestID
  ) async throws -> Value {
    let pending = PendingRequest()
    let response = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let id = request { continuation.resume(returning: $0) }
        if pending.isCancelled(after: id) { cancelImageRequest(id) }
      }
    } onCancel: {
      if let id = pending.cancel() { cancelImageRequest(id) }
    }
    guard let value = response[keyPath: content] else { throw response.thrownError }
    return value
  }
}

extension ImageResponse {
  /// Why there is neither an image nor an original, as an `async` call throws it.
  fileprivate var thrownError: any Error { if let error { error } else { CancellationError() } }
}
