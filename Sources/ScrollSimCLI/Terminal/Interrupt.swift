internal import Foundation
internal import Support

/// Ctrl-C: ends the measurement, and lets the results so far be written.
enum Interrupt {
  private struct State {
    var happened = false
    var cancel: (@Sendable () -> Void)?
    /// Held forever: a source that is cancelled and made again no longer receives signals on Linux.
    var sources: [any DispatchSourceSignal] = []
  }

  private static let state = Locked(State())
  /// A separate queue has a thread even while every core decodes or models.
  private static let queue = DispatchQueue(label: "scrollsim.interrupt")

  static var happened: Bool { state.withLock { $0.happened } }

  /// Runs `body` in a task that an interruption or a request to terminate cancels.
  ///
  /// Between two such tasks these signals end the program, with the exit code that shells give a program ended by a signal.
  static func cancels<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    listen()
    let task = Task(operation: body)
    state.withLock { $0.cancel = { task.cancel() } }
    if happened { task.cancel() }
    defer { state.withLock { $0.cancel = nil } }
    return try await task.value
  }

  private static func listen() {
    state.withLock { state in
      guard state.sources.isEmpty else { return }
      for number in [SIGINT, SIGTERM] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { receive(number) }
        source.resume()
        state.sources.append(source)
      }
    }
  }

  private static func receive(_ number: Int32) {
    let cancel = state.withLock { state in
      state.happened = true
      return state.cancel
    }
    if let cancel { return cancel() }
    // Raised again here, it would wait forever: threads of a queue block signals.
    _exit(128 + number)
  }
}
