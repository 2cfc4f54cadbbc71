internal import GalleryKit
internal import HeapModule
internal import Support
internal import Synchronization

/// A virtual time that jumps from one event to the next.
///
/// Time is counted in whole nanoseconds, so that sums of times are exact. Events that are due at the same nanosecond
/// happen in the order in which they were scheduled, and all of them before the frame that is due then.
package final class ModelClock: FrameClock {
  private struct Event: Comparable, Sendable {
    let tick: Int
    /// Counts events, which settles ties.
    let number: Int
    let perform: @Sendable () -> Void

    static func < (left: Self, right: Self) -> Bool {
      (left.tick, left.number) < (right.tick, right.number)
    }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  private struct State {
    var scheduled = 0
    var events = Heap<Event>()
  }

  private static let ticksPerSecond = 1e9
  /// Work scheduled for later is due then, so that ticks stay whole numbers: 100 years, longer than any
  /// trace.
  private static let longestWait = 100.0 * 365 * 86_400

  private let state = Locked(State())
  /// The time, kept apart from the events since it is read more often than anything else.
  private let tick = Atomic(0)

  package var now: Double { Double(tick.load(ordering: .acquiring)) / Self.ticksPerSecond }

  /// Schedules work after a number of seconds, rounded to whole nanoseconds; after 100 years at the latest.
  package func schedule(after seconds: Double, _ perform: @escaping @Sendable () -> Void) {
    precondition(seconds >= 0, "nothing can be scheduled for the past")
    state.withLock { state in
      let tick =
        tick.load(ordering: .acquiring)
        + Int((min(seconds, Self.longestWait) * Self.ticksPerSecond).rounded())
      state.events.insert(Event(tick: tick, number: state.scheduled, perform: perform))
      state.scheduled += 1
    }
  }

  package func sleep(until deadline: Double) {
    let end = Int((deadline * Self.ticksPerSecond).rounded())
    while let event = nextEvent(until: end) { event.perform() }
    if tick.load(ordering: .acquiring) < end { tick.store(end, ordering: .releasing) }
  }

  package func work(for processorSeconds: Double) {}

  /// Drops all scheduled work: it retains its scheduler, which retains this clock.
  package func stop() {
    let events = state.withLock { state in
      defer { state.events = Heap() }
      return state.events
    }
    // Freed here, with no lock held.
    _ = events
  }

  /// Takes the next event that is due by `end`, and moves the time on to it.
  private func nextEvent(until end: Int) -> Event? {
    state.withLock { state in
      guard let first = state.events.min, first.tick <= end else { return nil }
      tick.store(first.tick, ordering: .releasing)
      return state.events.removeMin()
    }
  }
}
