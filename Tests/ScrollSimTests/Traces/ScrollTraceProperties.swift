import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// Properties of every trace, tried on random gestures over contents of random length.
struct ScrollTraceProperties {
  static let seeds = Array(UInt64(1)...40)

  let trace: (UInt64) -> (ScrollTrace, ScrollLimits) = { seed in
    var random = Shuffler(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let limits = ScrollLimits(
      maximumOffset: seed % 5 == 0 ? 0 : number(0...1) * number(0...30_000),
      viewportLength: number(100...1200))
    let gestures: [Gesture] = (0..<12).map { _ in
      switch random.next(7) {
      case 0: .drag(distance: number(-1500...1500), duration: number(0.2...0.8))
      case 1, 2: .fling(velocity: number(-9000...9000), carries: random.next(2) == 0)
      case 3: .pause(number(0...2))
      case 6: .wheel(number(-600...600))
      case 4: .touch(number(0...0.3))
      default: .jump(.fraction(number(0...1)))
      }
    }
    let physics = ScrollPhysicsModels.all[Int(seed) % ScrollPhysicsModels.all.count]
    return (GestureScript(gestures: gestures).trace(physics: physics, limits: limits), limits)
  }

  @Test(arguments: seeds) func `the offset is continuous except at jumps`(seed: UInt64) {
    let (trace, _) = trace(seed)
    let step = 0.001
    // The velocity that a finger's motion can gain within a step.
    let gain = 500.0
    var last = trace.sample(at: 0)
    for index in 1...Int(trace.duration / step) {
      let time = Double(index) * step
      let sample = trace.sample(at: time)
      let fastest = max(abs(last.velocity), abs(sample.velocity)) + gain
      if abs(sample.offset - last.offset) > fastest * step {
        #expect(trace.jumps.contains { $0 > time - 2 * step && $0 <= time }, "at \(time) s")
      }
      last = sample
    }
  }

  @Test(arguments: seeds) func `the velocity is the derivative of the offset`(seed: UInt64) {
    let (trace, _) = trace(seed)
    let half = 1e-5
    for index in 1..<Int(trace.duration / 0.007) {
      let time = Double(index) * 0.007
      let (before, now, after) = (
        trace.sample(at: time - half), trace.sample(at: time), trace.sample(at: time + half)
      )
      // Where one motion goes over into another there is no derivative.
      if before.phase != after.phase || abs(after.velocity - before.velocity) > 20 { continue }
      if trace.jumps.contains(where: { abs($0 - time) < 2 * half }) { continue }
      let slope = (after.offset - before.offset) / (2 * half)
      #expect(abs(slope - now.velocity) < 0.2 + abs(after.velocity - before.velocity), "at \(time) s")
    }
  }

  @Test(arguments: seeds) func `content stays within a bounce of its limits`(seed: UInt64) {
    let (trace, limits) = trace(seed)
    // A spring of rate 10 gives v / 10e to a velocity v, and a rubber band at most its dimension.
    let reach = max(limits.viewportLength, 9000 / 27.18) * 2
    for sample in trace.samples(refreshRate: 240) {
      #expect(abs(limits.excess(of: sample.offset)) < reach)
      #expect(sample.offset.isFinite && sample.velocity.isFinite)
    }
  }

  @Test(arguments: seeds) func `a trace ends at rest within its limits`(seed: UInt64) {
    let (trace, limits) = trace(seed)
    let last = trace.sample(at: trace.duration)
    #expect(last.phase == .idle)
    #expect(last.velocity == 0)
    #expect(limits.excess(of: last.offset) == 0)
    #expect(trace.sample(at: trace.duration - 0.99) == last)
  }

  @Test(arguments: seeds) func `what decelerates comes to rest where it predicted`(seed: UInt64) {
    let (trace, _) = trace(seed)
    let samples = trace.samples(refreshRate: 240)
    for (sample, next) in zip(samples, samples.dropFirst()) where next.phase == .idle {
      if let restingOffset = sample.phase.restingOffset, trace.jumps.isEmpty {
        #expect(abs(next.offset - restingOffset) < 1e-6)
      }
    }
  }
}
