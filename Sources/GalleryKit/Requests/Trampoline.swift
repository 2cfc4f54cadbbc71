internal import Foundation
internal import GalleryEngine
internal import Locking

/// Performs calls one after the other on each thread: a call that is caused by another runs after that has returned.
///
/// So a handler that asks for the next image, whose handler asks for the one after, takes no more stack than one.
/// Threads do not wait for each other.
final class Trampoline<Call: Sendable>: Sendable {
  /// What follows on the threads that are in a call.
  private let next = Locked<[ObjectIdentifier: [Call]]>([:])
  private let perform: @Sendable (Call) -> Void

  /// Makes a trampoline that performs calls so, with no lock held.
  init(perform: @escaping @Sendable (Call) -> Void) { self.perform = perform }

  /// Performs the calls, in order, and what they cause; inside a call, leaves them to the `run` that performs it.
  func run(_ calls: [Call]) {
    guard !calls.isEmpty else { return }
    let thread = ObjectIdentifier(Thread.current)
    let isNested = next.withLock { next in
      let isNested = next[thread] != nil
      next[thread, default: []] += isNested ? calls : []
      return isNested
    }
    guard !isNested else { return }
    var turn = calls
    while !turn.isEmpty {
      for call in turn { perform(call) }
      turn = take(thread)
    }
  }

  /// Takes what was caused on the thread; where that is nothing, its calls have ended.
  private func take(_ thread: ObjectIdentifier) -> [Call] {
    next.withLock { next in
      let calls = next[thread] ?? []
      next[thread] = calls.isEmpty ? nil : []
      return calls
    }
  }
}
