/// The system's clocks, in seconds.
package enum SystemClock {
  /// The time since some moment before the process began; never runs backwards.
  package static var monotonicSeconds: Double { seconds(CLOCK_MONOTONIC) }

  /// The processor time of the calling thread.
  package static var threadSeconds: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  /// The processor time of all threads of the process.
  package static var processSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// Sleeps until ``monotonicSeconds`` reaches a deadline, or a little less.
  package static func sleep(until deadline: Double) {
    #if canImport(Darwin)
      var time = timespec(max(0, deadline - monotonicSeconds))
      unsafe nanosleep(&time, nil)
    #else
      // An absolute deadline does not move while the thread waits to be put to sleep.
      var time = timespec(deadline)
      unsafe clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &time, nil)
    #endif
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time.seconds
  }
}

extension timespec {
  fileprivate init(_ seconds: Double) {
    self.init(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
  }
}
