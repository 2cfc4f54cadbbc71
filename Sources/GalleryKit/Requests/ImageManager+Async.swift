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
