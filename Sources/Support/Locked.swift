#if THREAD_SANITIZER
  internal import Foundation

  /// A value behind a lock.
  ///
  /// ThreadSanitizer does not see the futex inside `Synchronization.Mutex` on Linux and reports false races; under it, the
  /// lock is an `NSLock`.
  ///
  /// `@unchecked Sendable`: `value` is only touched while `lock` is held.
  public final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Puts the value behind a lock.
    public init(_ value: sending Value) { self.value = value }

    /// Runs `body`, which must not call foreign code, with exclusive access to the value.
    public func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#else
  public import Synchronization

  /// A value behind a lock.
  ///
  /// The type is inlinable, in a separate module, because a model run takes locks some hundred thousand times, and
  /// unspecialized generic code would look up its types each time.
  public final class Locked<Value>: Sendable {
    @usableFromInline let mutex: Mutex<Value>

    /// Puts the value behind a lock.
    @inlinable public init(_ value: sending Value) { mutex = Mutex(value) }

    /// Runs `body`, which must not call foreign code, with exclusive access to the value.
    @inlinable public func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  }
#endif
