public import GalleryEngine
internal import Locking

/// What answers requests for images: an ``ImageManager``, and a ``CachingImageManager`` by the one that it caches for.
public protocol ImageRequesting: Sendable {
  /// Makes the images.
  var imageManager: ImageManager { get }
}

extension ImageRequesting {
  /// Asks for an image of an asset.
  ///
  /// - Parameters:
  ///   - asset: the photo.
  ///   - targetSize: the size to fill, in pixels; ``PixelSize/maximum`` for the picture at its own size.
  ///   - contentMode: how the picture fills it.
  ///   - options: how closely, and what may be delivered on the way.
  ///   - progressHandler: is told how much of an original that must be downloaded is there, 0…1, from any thread.
  ///   - resultHandler: gets at most one degraded image and then one final response, or with
  ///     ``DeliveryMode/fastFormat`` exactly one, which may be degraded.
  /// - Returns: what to cancel the request with.
  @discardableResult
  public func requestImage(
    for asset: Asset, targetSize: PixelSize, contentMode: ContentMode = .aspectFill,
    options: ImageRequestOptions = ImageRequestOptions(),
    progressHandler: (@Sendable (Double) -> Void)? = nil,
    resultHandler: @escaping @Sendable (ImageResponse) -> Void
  ) -> ImageRequestID {
    let specification = ImageSpecification(
      targetSize: targetSize, contentMode: contentMode, resizeMode: options.resizeMode,
      cropRect: options.cropRect, colorMode: options.colorMode)
    return imageManager.request(specification, of: asset, options, progressHandler, resultHandler)
  }

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
  ///   - resultHandler: is called once, with ``ImageResponse/data`` or an error; see ``ImageManager`` for when.
  /// - Returns: what to cancel the request with.
  @discardableResult
  public func requestImageData(
    for asset: Asset, options: ImageRequestOptions = ImageRequestOptions(),
    progressHandler: (@Sendable (Double) -> Void)? = nil,
    resultHandler: @escaping @Sendable (ImageResponse) -> Void
  ) -> ImageRequestID {
    imageManager.request(nil, of: asset, options, progressHandler, resultHandler)
  }

  /// Asks for an image of an asset, and gets it on the main actor, where views are.
  ///
  /// What there is at once is delivered before this returns, so that a cell that is set up never shows a frame without it.
  ///
  /// - Parameters:
  ///   - asset: the photo.
  ///   - targetSize: the size to fill, in pixels.
  ///   - contentMode: how the picture fills it.
  ///   - options: how closely, and what may be delivered on the way.
  ///   - handler: gets what the handler of
  ///     ``requestImage(for:targetSize:contentMode:options:progressHandler:resultHandler:)`` gets, in that order.
  /// - Returns: what to cancel the request with.
  @MainActor
  @discardableResult
  public func requestImageOnMainActor(
    for asset: Asset, targetSize: PixelSize, contentMode: ContentMode = .aspectFill,
    options: ImageRequestOptions = ImageRequestOptions(),
    handler: @escaping @MainActor @Sendable (ImageResponse) -> Void
  ) -> ImageRequestID {
    let arrived = Locked<[ImageResponse]>([])
    // Whatever comes first to the main actor takes all that is there, so that nothing overtakes.
    let handOver: @MainActor @Sendable () -> Void = {
      while let next = arrived.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { handler(next) }
    }
    let id = requestImage(for: asset, targetSize: targetSize, contentMode: contentMode, options: options) {
      response in
      arrived.withLock { $0.append(response) }
      Task { @MainActor in handOver() }
    }
    handOver()
    return id
  }

  /// Ends a request; its handler is called once more, with ``ImageResponse/Content/cancelled``, unless its final response
  /// was given or is on its way.
  public func cancelImageRequest(_ id: ImageRequestID) {
    imageManager.update { $0.cancel(id) }
  }

  /// Makes a request more or less important while it waits; one that has ended, or whose image is being decoded, changes
  /// nothing.
  ///
  /// - Complexity: O(requests that wait for the same image).
  public func setPriority(_ priority: ImageRequestOptions.Priority, for id: ImageRequestID) {
    imageManager.update { $0.setPriority(priority, of: id) }
  }

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
