internal import Locking

/// Calls one request's handler, in the order of the results, never twice at a time and never with a lock held.
///
/// Results of one request may come from different threads. Whoever posts while the handler is running leaves the
/// result behind; whoever is running the handler picks it up.
final class RequestDelivery: Sendable {
  private struct State {
    var results: [ImageResult] = []
    var isCalling = false
  }

  private let state = Locked(State())
  private let handler: @Sendable (ImageResult) -> Void

  init(handler: @escaping @Sendable (ImageResult) -> Void) { self.handler = handler }

  func post(_ result: ImageResult) {
    let isMine = state.withLock { state in
      state.results.append(result)
      defer { state.isCalling = true }
      return !state.isCalling
    }
    guard isMine else { return }
    while let next = next() { handler(next) }
  }

  private func next() -> ImageResult? {
    state.withLock { state in
      guard !state.results.isEmpty else {
        state.isCalling = false
        return nil
      }
      return state.results.removeFirst()
    }
  }
}

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
