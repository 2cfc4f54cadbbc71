extension ImageManager {
  /// Asks for an asset's original as it is stored.
  ///
  /// - Parameters:
  ///   - asset: the photo.
  ///   - isSynchronous: whether the handler is called before this returns; false by default.
  ///   - resultHandler: is called once.
  /// - Returns: what to cancel the request with, by ``cancelImageRequest(_:)``.
  @discardableResult
  public func requestImageData(
    for asset: Asset, isSynchronous: Bool = false,
    resultHandler: @escaping @Sendable (OriginalDataResponse) -> Void
  ) -> ImageRequestID {
    let id = expectData(resultHandler)
    let read: @Sendable () -> Void = { [self] in
      // A request that was cancelled meanwhile reads nothing.
      guard expectsData(id) else { return }
      do throws(ImageError) {
        endDataRequest(id, .data(try asset.readOriginal()))
      } catch {
        endDataRequest(id, .failure(error))
      }
    }
    if isSynchronous { read() } else { executor.perform(read) }
    return id
  }

  /// Gives an asset's original as it is stored.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Throws: ``ImageError`` if it cannot be read, `CancellationError` if the task was cancelled.
  public func imageData(for asset: Asset) async throws -> OriginalData {
    let pending = PendingRequest()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let id = requestImageData(for: asset) { response in
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
