public import GalleryEngine
internal import Support

/// Answers requests for images: an ``ImageManager`` itself, and a ``CachingImageManager`` through the manager that it caches for.
public protocol ImageRequesting: Sendable {
  /// The manager that makes the images.
  var imageManager: ImageManager { get }
}

extension ImageRequesting {
  /// Requests an image of an asset.
  ///
  /// - Parameters:
  ///   - asset: the photo.
  ///   - targetSize: the size to fill, in pixels; ``PixelSize/maximum`` for the picture at its own size.
  ///   - contentMode: how the picture fills it.
  ///   - options: how closely the image matches the size, and which responses may come before it.
  ///   - progressHandler: gets the downloaded share of an original that must be downloaded, 0…1, from any thread.
  ///   - resultHandler: gets at most one degraded image and then one final response, or with
  ///     ``DeliveryMode/fastFormat`` exactly one, which may be degraded.
  /// - Returns: an identifier that cancels the request.
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

  /// Requests an asset as a file.
  ///
  /// The file is the original as it is stored, picture or not. If the asset was edited and its current version is wanted,
  /// the file is made from the edited picture in full size: a PNG if the original is lossless, else a JPEG.
  ///
  /// If the options allow network access, an original in the cloud is downloaded, once for all requests for images of it;
  /// otherwise the request ends with an error of kind ``ImageError/Kind/inCloud``.
  ///
  /// - Parameters:
  ///   - asset: the photo.
  ///   - options: only ``ImageRequestOptions/isSynchronous``, ``ImageRequestOptions/version``,
  ///     ``ImageRequestOptions/isNetworkAccessAllowed`` and, for a download, ``ImageRequestOptions/priority`` count.
  ///   - progressHandler: gets the downloaded share of an original that must be downloaded, 0…1, from any thread.
  ///   - resultHandler: is called once, with ``ImageResponse/data`` or an error; see ``ImageManager`` for when.
  /// - Returns: an identifier that cancels the request.
  @discardableResult
  public func requestImageData(
    for asset: Asset, options: ImageRequestOptions = ImageRequestOptions(),
    progressHandler: (@Sendable (Double) -> Void)? = nil,
    resultHandler: @escaping @Sendable (ImageResponse) -> Void
  ) -> ImageRequestID {
    imageManager.request(nil, of: asset, options, progressHandler, resultHandler)
  }

  /// Requests an image of an asset, and delivers it on the main actor, where views are.
  ///
  /// A response that is available at once is delivered before this returns, so that a new cell never shows a frame without it.
  ///
  /// - Parameter handler: gets the same responses, in the same order, as the handler of
  ///   ``requestImage(for:targetSize:contentMode:options:progressHandler:resultHandler:)``, whose other parameters are the same.
  /// - Returns: an identifier that cancels the request.
  @MainActor
  @discardableResult
  public func requestImageOnMainActor(
    for asset: Asset, targetSize: PixelSize, contentMode: ContentMode = .aspectFill,
    options: ImageRequestOptions = ImageRequestOptions(),
    handler: @escaping @MainActor @Sendable (ImageResponse) -> Void
  ) -> ImageRequestID {
    let arrived = Locked<[ImageResponse]>([])
    // The first call on the main actor takes all arrived responses, so that none overtakes another.
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

  /// Ends a request.
  ///
  /// Its handler is called once more, with ``ImageResponse/Content/cancelled``, unless its final response was given or is
  /// on its way.
  public func cancelImageRequest(_ id: ImageRequestID) { imageManager.update { $0.cancel(id) } }

  /// Changes the priority of a waiting request; has no effect on one that has ended or whose image is being decoded.
  ///
  /// - Complexity: O(requests that wait for the same image).
  public func setPriority(_ priority: ImageRequestOptions.Priority, for id: ImageRequestID) {
    imageManager.update { $0.setPriority(priority, of: id) }
  }

  /// Returns the requested image of an asset.
  ///
  /// Cancelling the task cancels the request. The delivery mode is ``DeliveryMode/highQualityFormat``, unless the options
  /// say ``DeliveryMode/fastFormat``, which may give a degraded image.
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

  /// Returns the responses for an asset: perhaps a degraded image, then the final one.
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

  /// Returns an asset as a file; see ``requestImageData(for:options:progressHandler:resultHandler:)``.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Throws: ``ImageError`` if the file is not available, `CancellationError` if the task was cancelled.
  public func imageData(
    for asset: Asset, options: ImageRequestOptions = ImageRequestOptions(),
    progressHandler: (@Sendable (Double) -> Void)? = nil
  ) async throws -> OriginalData {
    var options = options
    options.isSynchronous = false
    return try await value(of: \.data) { [options] in
      requestImageData(for: asset, options: options, progressHandler: progressHandler, resultHandler: $0)
    }
  }

  /// The content of a request's only response; cancelling the task cancels the request.
  private func value<Value>(
    of content: KeyPath<ImageResponse, Value?>,
    _ request: (@escaping @Sendable (ImageResponse) -> Void) -> ImageRequestID
  ) async throws -> Value {
    let made = Locked<ImageRequestID?>(nil)
    let response = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let id = request { continuation.resume(returning: $0) }
        made.withLock { $0 = id }
        // The task may have been cancelled before the request had an identifier.
        if Task.isCancelled { cancelImageRequest(id) }
      }
    } onCancel: {
      if let id = made.withLock({ $0 }) { cancelImageRequest(id) }
    }
    guard let value = response[keyPath: content] else { throw response.thrownError }
    return value
  }
}

extension ImageResponse {
  /// The error of an `async` call whose response has neither an image nor an original.
  fileprivate var thrownError: any Error { if let error { error } else { CancellationError() } }
}
