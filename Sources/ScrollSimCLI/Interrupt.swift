internal import Dispatch
internal import Foundation
internal import GalleryKit
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
    let task = Task(operation: body)
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        wasInterrupted.withLock { $0 = true }
        task.cancel()
      }
      source.resume()
      return source
    }
    // Whatever comes next ends at a signal as any program does, unless it asks for more.
    defer {
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    return try await task.value
  }
}
