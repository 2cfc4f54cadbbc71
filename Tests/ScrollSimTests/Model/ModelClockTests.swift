import GalleryKit
import Support
import Testing

@testable import ScrollSim

@Suite struct `The model's clock` {
  private let clock = ModelClock()
  private let log = Locked<[String]>([])

  private func schedule(_ name: String, after seconds: Double) {
    clock.schedule(after: seconds) { [clock, log] in
      let time = clock.now
      log.withLock { $0.append("\(name) at \(time)") }
    }
  }

  @Test func `events happen in order of time, each at its time`() {
    schedule("late", after: 0.3)
    schedule("early", after: 0.1)
    clock.sleep(until: 1)
    #expect(log.withLock { $0 } == ["early at 0.1", "late at 0.3"])
    #expect(clock.now == 1)
  }

  @Test func `work that takes longer than any trace is never due, and stops nothing`() {
    // Work that is never due holds the clock that holds it.
    defer { clock.stop() }
    schedule("never", after: 1e17)
    schedule("soon", after: 0.1)
    clock.sleep(until: 1e6)
    #expect(log.withLock { $0 } == ["soon at 0.1"])
  }

  @Test func `events of one nanosecond happen in the order in which they were scheduled`() {
    for name in ["a", "b", "c", "d"] { schedule(name, after: 0.2) }
    clock.sleep(until: 0.2)
    #expect(log.withLock { $0.map { $0.prefix(1) } } == ["a", "b", "c", "d"])
  }

  @Test func `what is due at a frame's deadline happens before the frame`() {
    schedule("due", after: 0.5)
    schedule("after", after: 0.500_000_001)
    clock.sleep(until: 0.5)
    #expect(log.withLock { $0 } == ["due at 0.5"])
    clock.stop()
    clock.sleep(until: 1)
    #expect(log.withLock { $0 } == ["due at 0.5"], "what was scheduled is dropped")
  }

  @Test func `an event may schedule another one for the same moment`() {
    clock.schedule(after: 0.1) { [clock, log] in
      clock.schedule(after: 0) { log.withLock { $0.append("then") } }
      log.withLock { $0.append("first") }
    }
    clock.sleep(until: 0.1)
    #expect(log.withLock { $0 } == ["first", "then"])
  }

  @Test func `time never runs backwards`() {
    clock.sleep(until: 2)
    clock.sleep(until: 1)
    #expect(clock.now == 2)
  }
}

@Suite struct `A model's forecast` {
  /// A scenario's model, and what it expects if this machine takes a second to prepare a run and one for each
  /// frame.
  private func seconds(_ change: (inout Scenario) -> Void = { _ in }, varies: Bool = false) throws -> Double {
    var scenario = try Scenario.model("changes", "none")
    scenario.compare.axes[.changes] = ["visible-only"]
    change(&scenario)
    var runner = try scenario.modelRunner()
    runner.varies = varies
    var time = 0.0
    return try runner.expectedSeconds {
      defer { time += 1 }
      return time
    }
  }

  @Test func `counts a run's preparation, each of its frames, and every run`() throws {
    let frames = try Scenario.model("changes").modelRunner().laidOut.makeTrace().frameCount(refreshRate: 60)
    #expect(try seconds() == Double(1 + frames))
    let cores = try seconds { $0.iterations = 64 } / seconds()
    #expect(cores >= 1 && 64 / cores == (64 / cores).rounded(), "as many at a time as there are cores")
  }

  @Test func `grows with a long rest, and with variations`() throws {
    let rest = try seconds { scenario in
      guard case .gestures(var script, let physics) = scenario.trace else { return }
      script.gestures.append(.pause(600))
      scenario.trace = .gestures(script, physics: physics)
    }
    let plain = try seconds()
    #expect(rest > plain + 35_000, "the scroll ends sooner, and rests for 36,000 frames")
    #expect(try seconds(varies: true) > 27 * plain)
  }
}
