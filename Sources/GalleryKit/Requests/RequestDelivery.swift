internal import GalleryEngine
internal import Locking

/// Calls one request's handler, in the order of the responses, never twice at a time and never with a lock held.
///
/// Responses of one request may come from different threads. Whoever posts while the handler is running leaves the
/// response behind; whoever is running the handler picks it up.
final class RequestDelivery: Sendable {
  private struct State {
    var responses: [ImageResponse] = []
    var isCalling = false
    /// Whether the final response was posted.
    var isOver = false
  }

  private let state = Locked(State())
  private let handler: @Sendable (ImageResponse) -> Void

  /// Is told how much of an original is there.
  let progress: (@Sendable (Double) -> Void)?

  /// Whether a synchronous request waits for the response, and its handler only wakes that.
  let isAwaited: Bool

  init(
    progress: (@Sendable (Double) -> Void)? = nil, isAwaited: Bool = false,
    handler: @escaping @Sendable (ImageResponse) -> Void
  ) {
    self.progress = progress
    self.isAwaited = isAwaited
    self.handler = handler
  }

  func post(_ response: ImageResponse) {
    let isMine = state.withLock { state in
      // A degraded image that another thread was slow to hand over must not follow the final one.
      guard !state.isOver else { return false }
      state.isOver = response.isFinal
      state.responses.append(response)
      defer { state.isCalling = true }
      return !state.isCalling
    }
    guard isMine else { return }
    while let next = next() { handler(next) }
  }

  private func next() -> ImageResponse? {
    state.withLock { state in
      guard !state.responses.isEmpty else {
        state.isCalling = false
        return nil
      }
      return state.responses.removeFirst()
    }
  }
}

/// Who waits for an original.
struct DataDelivery: Sendable {
  /// Is told how much of it is there.
  var progress: (@Sendable (Double) -> Void)?
  /// Whether a synchronous request waits for the response, and its handler only wakes that.
  var isAwaited = false
  /// Gets its only response.
  var handler: @Sendable (OriginalDataResponse) -> Void
}
