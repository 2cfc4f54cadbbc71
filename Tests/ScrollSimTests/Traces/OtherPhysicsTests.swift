import GalleryKit
import Testing

@testable import ScrollSim

/// All physics against figures that were computed separately, and physics other than UIScrollView's.
struct OtherPhysicsTests {
  let endless = ScrollLimits(maximumOffset: 1_000_000, viewportLength: 800)

  /// Name, points a second, whole points and hundredths of a second.
  static let flings: [(String, Double, Double, Double)] = [
    ("uiscrollview", 300, 150, 2.85), ("uiscrollview", 1000, 499, 3.45), ("uiscrollview", 2000, 999, 3.80),
    ("uiscrollview", 5000, 2497, 4.25), ("uiscrollview", 8000, 3996, 4.49),
    ("uiscrollview-fast", 300, 30, 0.41), ("uiscrollview-fast", 1000, 99, 0.53),
    ("uiscrollview-fast", 2000, 199, 0.60), ("uiscrollview-fast", 5000, 497, 0.69),
    ("uiscrollview-fast", 8000, 796, 0.73), ("overscroller", 300, 24, 0.23),
    ("overscroller", 1000, 194, 0.56), ("overscroller", 2000, 647, 0.92), ("overscroller", 5000, 3178, 1.82),
    ("overscroller", 8000, 7186, 2.57), ("chromium", 300, 34, 0.27), ("chromium", 1000, 181, 0.52),
    ("chromium", 2000, 423, 0.69), ("chromium", 5000, 1193, 0.92), ("chromium", 8000, 1983, 1.04),
    ("macos-momentum", 1000, 276, 0.88), ("macos-momentum", 5000, 1540, 1.38),
    ("macos-momentum", 8000, 2488, 1.54),
  ]

  @Test(arguments: flings)
  func `a fling goes as far and takes as long as on its platform`(
    name: String, velocity: Double, distance: Double, duration: Double
  ) throws {
    let physics = try ScrollPhysicsModels.physics(named: name)
    for sign in [1.0, -1] {
      let glides = physics.momentum(from: 50_000, velocity: sign * velocity, within: endless)
      let glide = try #require(glides.first)
      #expect(glides.count == 1)
      #expect(abs(sign * (glide.curve.offset(at: glide.duration) - 50_000) - distance) < 0.51)
      #expect(abs(glide.duration - duration) < 0.0051)
      // The spline begins 1 % off the speed of the finger.
      #expect(abs(sign * glide.curve.velocity(at: 0) / velocity - 1) < 0.02)
    }
  }

  @Test func `Android flings neither below 50 nor beyond 8000 points a second`() throws {
    let physics = OverScrollerPhysics()
    #expect(physics.momentum(from: 0, velocity: 49, within: endless).isEmpty)
    let fastest = try #require(physics.momentum(from: 0, velocity: 20_000, within: endless).first)
    #expect(abs(fastest.curve.offset(at: fastest.duration) - 7186) < 0.51)
  }

  @Test
  func `a Mac's momentum falls by the factor 0.99684 a millisecond, and faster below 250 points a second`()
    throws
  {
    let glide = try #require(
      MacOSMomentumPhysics().momentum(from: 0, velocity: 4000, within: endless).first)
    for time in [0.0, 0.1, 0.5] {
      let ratio = glide.curve.velocity(at: time + 0.001) / glide.curve.velocity(at: time)
      #expect(abs(ratio - 0.99684) < 0.00001)
    }
    // v(t) = 4000 e^(kt) with k = ln 0.975 / 8 ms falls to 250 after 0.876 s and 1185 points.
    #expect(abs(glide.curve.velocity(at: 0.876) - 250) < 1)
    #expect(abs(glide.curve.offset(at: 0.876) - 1185) < 1)
    let last = glide.duration - 0.002
    let ratio = glide.curve.velocity(at: last + 0.001) / glide.curve.velocity(at: last)
    #expect((0.98828...0.9885).contains(ratio))
  }

  @Test(arguments: ["overscroller", "chromium", "macos-momentum"])
  func `content that meets its end stops there`(name: String) throws {
    let physics = try ScrollPhysicsModels.physics(named: name)
    let limits = ScrollLimits(maximumOffset: 1000, viewportLength: 800)
    let glide = try #require(physics.momentum(from: 900, velocity: 4000, within: limits).first)
    #expect(abs(glide.curve.offset(at: glide.duration) - 1000) < 1e-6)
    #expect(physics.momentum(from: 1000, velocity: 4000, within: limits).isEmpty)
    #expect(physics.momentum(from: 0, velocity: -4000, within: limits).isEmpty)
    let trace = GestureScript(gestures: [.fling(velocity: 8000), .fling(velocity: 8000)])
      .trace(physics: physics, limits: limits)
    #expect(trace.samples(refreshRate: 240).allSatisfy { (-1e-6...1000 + 1e-6).contains($0.offset) })
    #expect(trace.sample(at: trace.duration).offset == 1000)
  }

  @Test func `a wheel's notch takes 0.2 s, slow at both ends, and the next one continues from its target`() {
    func trace(_ gestures: [Gesture]) -> ScrollTrace {
      GestureScript(gestures: gestures).trace(physics: ChromiumPhysics(), limits: endless)
    }
    let one = trace([.wheel(120)])
    #expect(abs(one.duration - 1.2) < 1e-6)
    #expect(abs(one.sample(at: 0.1).offset - 60) < 1e-6)
    #expect(one.sample(at: 0.01).offset < 1 && one.sample(at: 0.19).offset > 119)
    #expect(one.sample(at: 0.1).phase == .decelerating(restingOffset: 120))
    let two = trace([.wheel(120), .pause(0.1), .wheel(120)])
    #expect(two.sample(at: two.duration).offset == 240)
    #expect(abs(two.sample(at: 0.1001).velocity / two.sample(at: 0.0999).velocity - 1) < 0.02)
    let long = trace([.wheel(-500), .wheel(900)])
    #expect(abs(long.duration - 1.1) < 1e-6)
    #expect(long.sample(at: 1).offset == 900)
  }

  @Test func `flicks one after the other build up, if they carry`() throws {
    func fastest(carries: Bool) -> Double {
      let flick = Gesture.fling(velocity: 2000, carries: carries)
      let trace = GestureScript(gestures: [flick, .pause(0.2), flick, .pause(0.2), flick])
        .trace(physics: UIScrollViewPhysics.normal, limits: endless)
      return trace.samples(refreshRate: 240).map(\.velocity).max() ?? 0
    }
    #expect(abs(fastest(carries: false) - 2000) < 1)
    // 0.2 s after its release a flick of 2000 is at 1340; 0.000816 · 1340^1.967 = 1156 carry over. The third lands on 2115
    // and carries 2835.
    #expect(abs(fastest(carries: true) - 4835) < 60)
    let there = GestureScript(gestures: [
      .fling(velocity: 2000), .pause(0.2), .fling(velocity: -2000, carries: true),
    ])
    .trace(physics: UIScrollViewPhysics.normal, limits: endless)
    #expect(there.samples(refreshRate: 240).allSatisfy { $0.velocity > -2001 })
  }
}
