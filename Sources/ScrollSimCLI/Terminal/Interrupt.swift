internal import Foundation
internal import Locking

/// Ctrl-C: ends what is being measured, and lets what was measured be written.
enum Interrupt {
  private static let wasInterrupted = Locked(false)

  /// Whether the user has interrupted the program.
  static var happened: Bool { wasInterrupted.withLock { $0 } }

  /// Runs `body` in a task that an interruption or a request to terminate cancels.
  static func cancels<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let cancel = Locked<(@Sendable () -> Void)?>(nil)
    // A queue of its own has a thread even while every core decodes or models.
    let queue = DispatchQueue(label: "scrollsim.interrupt")
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        wasInterrupted.withLock { $0 = true }
        cancel.withLock { $0 }?()
      }
      source.resume()
      return source
    }
    let task = Task(operation: body)
    cancel.withLock { $0 = { task.cancel() } }
    if happened { task.cancel() }
    // Whatever comes next ends at a signal as any program does, unless it asks for more.
    defer {
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    return try await task.value
  }
}
