#if THREAD_SANITIZER
  internal import Foundation
#else
  package import Synchronization
#endif

#if THREAD_SANITIZER
  /// A value behind a lock.
  ///
  /// ThreadSanitizer does not see the futex inside `Synchronization.Mutex` on Linux and reports races that are
  /// none; under it, the lock is an `NSLock`.
  ///
  /// `@unchecked Sendable`: `value` is only touched while `lock` is held.
  package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Runs `body` with the value, alone.
    ///
    /// Never call foreign code from `body`.
    package func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#else
  /// A value behind a lock.
  ///
  /// Never call foreign code while holding it.
  package final class Locked<Value>: Sendable {
    @usableFromInline let mutex: Mutex<Value>

    @inlinable package init(_ value: sending Value) { mutex = Mutex(value) }

    /// Runs `body` with the value, alone.
    @inlinable package func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  }
#endif
