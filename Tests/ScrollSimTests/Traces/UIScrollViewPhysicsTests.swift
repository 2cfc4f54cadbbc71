import Testing

@testable import ScrollSim

struct UIScrollViewPhysicsTests {
  let endless = ScrollLimits(maximumOffset: 1_000_000, viewportLength: 800)

  private func glides(from offset: Double, velocity: Double, end: Double = 1_000_000) -> [Glide] {
    let limits = ScrollLimits(maximumOffset: end, viewportLength: 800)
    return UIScrollViewPhysics.normal.momentum(from: offset, velocity: velocity, within: limits)
  }

  @Test func `velocity falls by the factor 0.998 every millisecond`() throws {
    let glide = try #require(glides(from: 0, velocity: 4000).first)
    #expect(abs(glide.curve.velocity(at: 0) - 4000) < 1e-9)
    #expect(abs(glide.curve.velocity(at: 0.001) - 4000 * 0.998) < 0.01)
    #expect(abs(glide.curve.velocity(at: 1) - 4000 * 0.13506) < 1)
  }

  @Test func `momentum too small to move content by half a point is none`() {
    #expect(glides(from: 10, velocity: 1).isEmpty)
  }

  @Test(arguments: [(50.0, 26.6), (100, 51.5), (200, 96.7), (400, 172.5)])
  func `content past its start gives way like a rubber band`(pull: Double, give: Double) {
    let physics = UIScrollViewPhysics.normal
    let curve = physics.drag(RestCurve(offset: -pull), from: 0, within: endless)
    #expect(abs(curve.offset(at: 0) + give) < 0.05)
    let atEnd = physics.drag(RestCurve(offset: pull), from: endless.maximumOffset, within: endless)
    #expect(abs(atEnd.offset(at: 0) - endless.maximumOffset - give) < 0.05)
  }

  @Test(arguments: [-5000.0, -700, -300, -20, -0.2])
  func `a finger that lands on content past its start does not move it`(offset: Double) {
    let curve = UIScrollViewPhysics.normal.drag(RestCurve(offset: 0), from: offset, within: endless)
    #expect(abs(curve.offset(at: 0) - offset) < 1e-6)
  }

  @Test func `content past its start springs back without overshooting`() throws {
    let glides = glides(from: -150, velocity: 0)
    let glide = try #require(glides.first)
    #expect(glides.count == 1 && glide.duration < 1.5)
    #expect(glide.curve.offset(at: 0) == -150)
    #expect(abs(glide.curve.offset(at: glide.duration)) < 1e-9)
    // Critically damped: x = (−150 − 1500 t) e^(−10 t), which never overshoots.
    #expect(abs(glide.curve.offset(at: 0.1) + 300 / 2.718_281_828) < 0.5)
  }

  @Test func `a fling into the end bounces by velocity over e times the spring's rate`() throws {
    let bounce = try #require(glides(from: 1000, velocity: 2718.281828, end: 1000).last)
    #expect(abs(bounce.curve.offset(at: 0.1) - 1100) < 0.1)
    #expect(bounce.curve.offset(at: bounce.duration) == 1000)
  }

  @Test func `content thrown back from past an end glides on inside`() throws {
    let glides = glides(from: -40, velocity: 3000, end: 100_000)
    #expect(glides.count == 2)
    let last = try #require(glides.last)
    #expect(abs(last.curve.offset(at: 0)) < 1e-9)
    // Half-way between no loss and stopping: the spring takes some of 3000 pt/s, but not much.
    #expect(last.curve.velocity(at: 0) > 2000)
  }

  @Test func `physics is found by name`() throws {
    #expect(try ScrollPhysicsModels.physics(named: "uiscrollview-fast").name == "uiscrollview-fast")
    let error = #expect(throws: TraceError.self) { try ScrollPhysicsModels.physics(named: "moon") }
    #expect(error?.description.contains("uiscrollview, uiscrollview-fast") == true)
  }
}
