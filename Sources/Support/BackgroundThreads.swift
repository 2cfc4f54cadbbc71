internal import DequeModule
internal import Dispatch
internal import Foundation

/// Threads that do work from one queue, first in, first out, at a lower priority than threads that show frames.
///
/// They end when the object is released and the queue is empty. The threads are dedicated, because a dispatch queue never
/// runs more work at a time than there are cores.
package final class BackgroundThreads: Sendable {
  package typealias Work = @Sendable () -> Void

  /// The state that the threads share; they do not keep the object alive.
  private final class Mailbox: Sendable {
    struct State {
      var work: Deque<Work> = []
      /// Work that was posted and has not returned.
      var openCount = 0
      var isClosed = false
    }

    let state = Locked(State())
    let semaphore = DispatchSemaphore(value: 0)

    /// Waits for work; `nil` when no more will come.
    func next() -> Work? {
      while true {
        semaphore.wait()
        let (work, isClosed) = state.withLock { ($0.work.popFirst(), $0.isClosed) }
        if work != nil || isClosed { return work }
      }
    }

    func perform(_ work: Work) {
      work()
      state.withLock { $0.openCount -= 1 }
    }
  }

  private let mailbox = Mailbox()
  private let count: Int

  package init(_ count: Int, named name: String, stackSize: Int) {
    self.count = count
    for number in 0..<count {
      Self.start(named: "\(name) \(number)", stackSize: stackSize) { [mailbox] in
        while let work = mailbox.next() { mailbox.perform(work) }
      }
    }
  }

  deinit {
    mailbox.state.withLock { $0.isClosed = true }
    for _ in 0..<count { mailbox.semaphore.signal() }
  }

  /// Whether all work has returned, and is released.
  package var isIdle: Bool { mailbox.state.withLock { $0.openCount == 0 } }

  package func post(_ work: @escaping Work) {
    mailbox.state.withLock { state in
      state.work.append(work)
      state.openCount += 1
    }
    mailbox.semaphore.signal()
  }

  /// Does work from the queue on the calling thread; false if no work waits.
  package func help() -> Bool {
    guard mailbox.semaphore.wait(timeout: .now()) == .success else { return false }
    guard let work = mailbox.state.withLock({ $0.work.popFirst() }) else { return false }
    mailbox.perform(work)
    return true
  }

  /// Starts a thread that ends when `body` returns.
  package static func start(named name: String, stackSize: Int, body: @escaping Work) {
    let thread = Thread {
      yieldToMainThread()
      body()
    }
    thread.name = name
    thread.stackSize = stackSize
    thread.qualityOfService = .utility
    thread.start()
  }

  /// Lowers the calling thread below the threads that show frames, on Linux, which has no qualities of service.
  ///
  /// The batch policy keeps a woken thread from interrupting the one that woke it; a nice value of 5 gives it a third
  /// of a share, and a larger one, such as that of a program run by `nice`, stays. Both are per thread there, and
  /// neither can fail for a thread that lowers itself.
  private static func yieldToMainThread() {
    #if canImport(Glibc)
      let batch: Int32 = 3  // SCHED_BATCH, which the headers show to GNU programs only.
      var parameters = sched_param()
      _ = unsafe sched_setscheduler(0, batch, &parameters)
      let thread = __priority_which_t(PRIO_PROCESS.rawValue)
      _ = setpriority(thread, 0, max(5, getpriority(thread, 0)))
    #endif
  }
}
