internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// Threads that let whoever shows frames go first, as an app's decoders do.
package enum BackgroundThread {
  /// Starts a thread; it ends when `body` returns.
  package static func start(named name: String, stackSize: Int, body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      yieldToMainThread()
      body()
    }
    thread.name = name
    thread.stackSize = stackSize
    thread.qualityOfService = .utility
    thread.start()
  }

  /// Lowers the calling thread below those that show frames, on Linux, which knows nothing of qualities of service.
  ///
  /// The batch policy keeps a thread that is woken from interrupting whoever woke it; a nice value of 5 gives it a
  /// third of a share. Both are per thread there, and neither can fail for a thread that lowers itself.
  private static func yieldToMainThread() {
    #if canImport(Glibc)
      let batch: Int32 = 3  // SCHED_BATCH, which the headers show to GNU programs only.
      var parameters = sched_param()
      _ = unsafe sched_setscheduler(0, batch, &parameters)
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    #endif
  }
}
