internal import Dispatch
internal import GalleryEngine
internal import Locking

/// The request behind an `async` call, which may be cancelled before it has an identifier.
final class PendingRequest: Sendable {
  private enum State {
    case notMade
    case made(ImageRequestID)
    case cancelled
  }

  private let state = Locked(State.notMade)

  /// Notes the identifier, and tells whether the request was cancelled before it had one.
  func isCancelled(after id: ImageRequestID) -> Bool {
    state.withLock { state in
      if case .cancelled = state { return true }
      state = .made(id)
      return false
    }
  }

  /// Notes the cancellation, and returns the request if it was made already.
  func cancel() -> ImageRequestID? {
    state.withLock { state in
      defer { state = .cancelled }
      if case .made(let id) = state { return id }
      return nil
    }
  }
}

/// The response that a synchronous request waits for.
final class AwaitedResponse<Response: Sendable>: Sendable {
  private let response = Locked<Response?>(nil)
  private let bell = DispatchSemaphore(value: 0)

  func post(_ response: Response) {
    self.response.withLock { $0 = response }
    bell.signal()
  }

  /// Waits until the response is there, lending the calling thread to the executor as long as that has a use for it.
  func wait(helping executor: any DecodeExecuting) -> Response {
    while true {
      if let response = response.withLock({ $0 }) { return response }
      if !executor.help() { bell.wait() }
    }
  }
}
