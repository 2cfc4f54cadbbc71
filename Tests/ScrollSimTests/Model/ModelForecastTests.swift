import GalleryKit
import Testing

@testable import ScrollSim

@Suite struct `A model's forecast` {
  /// A scenario's model, and what it expects where this machine takes a second to prepare a run and one for each frame.
  private func seconds(_ change: (inout Scenario) -> Void = { _ in }, varies: Bool = false) throws -> Double {
    var scenario = try Scenario.model("changes")
    scenario.compare.strategies = [StrategySpec(name: "none")]
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
