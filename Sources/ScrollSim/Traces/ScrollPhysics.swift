package import GalleryKit

/// The range of content's offsets, and the length of its viewport.
package struct ScrollLimits: Hashable, Sendable {
  /// The largest offset at rest in points; 0 if the content is no longer than the viewport.
  package let maximumOffset: Double
  /// Along the scroll axis, in points; more than 0.
  package let viewportLength: Double
  /// The grid with these limits; `nil` if only lengths are known, which cannot be laid out again.
  package let grid: Grid?

  package struct Grid: Hashable, Sendable {
    package var layout: GridLayout
    package var itemCount: Int
  }

  package init(maximumOffset: Double, viewportLength: Double, grid: Grid? = nil) {
    self.maximumOffset = max(0, maximumOffset)
    (self.viewportLength, self.grid) = (viewportLength, grid)
  }

  package init(_ layout: GridLayout, itemCount: Int) {
    self.init(
      maximumOffset: layout.maximumOffset(itemCount: itemCount), viewportLength: layout.screenful,
      grid: Grid(layout: layout, itemCount: itemCount))
  }

  package func clamp(_ offset: Double) -> Double { min(max(offset, 0), maximumOffset) }

  /// The offset's distance from the limits; negative before the start, 0 inside.
  package func excess(of offset: Double) -> Double { offset - clamp(offset) }
}

/// A platform's physics: the motion of content under a finger and after it.
///
/// One kind of physics is one file and one entry in ``ScrollPhysicsModels/all``.
package protocol ScrollPhysics: Sendable {
  var name: String { get }
  /// Whether the speed falls by a constant share a second throughout, so that speed and resting offset determine the rest.
  var isExponential: Bool { get }

  /// The motion of content that a finger takes hold of.
  ///
  /// - Parameters:
  ///   - finger: the finger's motion, positive towards the end of the content; 0 at first.
  ///   - offset: the content's offset when the finger lands; may lie outside the limits.
  func drag(_ finger: any ScrollCurve, from offset: Double, within limits: ScrollLimits) -> any ScrollCurve

  /// The content's motions after a finger lets go of it, maybe outside the limits, until it rests within them.
  func momentum(from offset: Double, velocity: Double, within limits: ScrollLimits) -> [Glide]
}

/// A motion of content by itself, until it rests or meets the content's end.
package struct Glide: Sendable {
  package let curve: any ScrollCurve
  /// In seconds.
  package let duration: Double
}

package enum ScrollPhysicsModels {
  /// All of them; the first is the default of scenarios.
  package static let all: [any ScrollPhysics] = [
    UIScrollViewPhysics.normal,
    UIScrollViewPhysics.fast,
    OverScrollerPhysics(),
    ChromiumPhysics(),
    MacOSMomentumPhysics(),
  ]

  package static func physics(named name: String) throws(TraceError) -> any ScrollPhysics {
    guard let physics = all.first(where: { $0.name == name }) else { throw .unknownPhysics(name) }
    return physics
  }
}

/// Physics of content that stops at its ends, without a rubber band or a bounce.
///
/// A finger that pulls past an end has to come back by the same distance before the content follows it again,
/// as when Android stretches the edge.
protocol EdgeStopping: ScrollPhysics {
  /// The glide of content without ends after a finger lets go; `nil` if it stays.
  func glide(from offset: Double, velocity: Double) -> Glide?
}

extension EdgeStopping {
  package var isExponential: Bool { false }

  package func drag(
    _ finger: any ScrollCurve, from offset: Double, within limits: ScrollLimits
  ) -> any ScrollCurve {
    PulledCurve(finger: finger, start: limits.clamp(offset), limits: limits)
  }

  package func momentum(from offset: Double, velocity: Double, within limits: ScrollLimits) -> [Glide] {
    guard let glide = glide(from: limits.clamp(offset), velocity: velocity) else { return [] }
    guard limits.excess(of: glide.curve.offset(at: glide.duration)) != 0 else { return [glide] }
    // Finds the time at which it meets the end; all of these motions go one way.
    var (before, after) = (0.0, glide.duration)
    for _ in 0..<50 {
      let middle = (before + after) / 2
      if limits.excess(of: glide.curve.offset(at: middle)) == 0 { before = middle } else { after = middle }
    }
    return after > 0x1p-30 ? [Glide(curve: glide.curve, duration: after)] : []
  }
}
