public import GalleryEngine

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
