internal import Threading

/// A decoder's work for a job that has come back, such as writing its thumbnail; the decoder takes no other job before its end.
package final class DecodeTail: Sendable {
  private enum State {
    case running(whenOver: (@Sendable () -> Void)?)
    case over
  }

  private let state = Locked(State.running(whenOver: nil))

  /// Makes a tail that runs.
  package init() {}

  /// An executor that drops a tail has ended it.
  deinit { end() }

  /// Ends it; nothing happens the second time.
  package func end() {
    let handler = state.withLock { state -> (@Sendable () -> Void)? in
      guard case .running(let handler) = state else { return nil }
      state = .over
      return handler
    }
    handler?()
  }

  /// Calls the handler once: at the end or, if it is over, at once.
  ///
  /// There is one handler, which must not keep the tail.
  package func whenOver(_ handler: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .running(whenOver: handler)
      return false
    }
    if isOver { handler() }
  }
}
