package import GalleryKit

/// How far content scrolls, and in how large a viewport.
package struct ScrollLimits: Hashable, Sendable {
  /// The largest offset at rest in points; 0 if the content is no longer than the viewport.
  package let maximumOffset: Double
  /// The viewport's length along the scroll axis in points; more than 0.
  package let viewportLength: Double
  /// The grid whose limits these are; `nil` where only lengths are known, so that it cannot be laid out anew.
  package let grid: Grid?

  /// A grid of so many items.
  package struct Grid: Hashable, Sendable {
    package var layout: GridLayout
    package var itemCount: Int
  }

  package init(maximumOffset: Double, viewportLength: Double, grid: Grid? = nil) {
    self.maximumOffset = max(0, maximumOffset)
    self.viewportLength = viewportLength
    self.grid = grid
  }

  /// The limits of a grid of so many items.
  package init(_ layout: GridLayout, itemCount: Int) {
    self.init(
      maximumOffset: layout.maximumOffset(itemCount: itemCount), viewportLength: layout.screenful,
      grid: Grid(layout: layout, itemCount: itemCount))
  }

  /// The offset at rest that is nearest.
  package func clamp(_ offset: Double) -> Double { min(max(offset, 0), maximumOffset) }

  /// How far the offset lies outside the limits; negative before the start, 0 inside.
  package func excess(of offset: Double) -> Double { offset - clamp(offset) }
}

/// How a platform moves content under a finger and after it.
///
/// One kind of physics is one file and one entry in ``ScrollPhysicsModels/all``.
package protocol ScrollPhysics: Sendable {
  /// The name that scenarios use.
  var name: String { get }
  /// Whether the speed falls by one share a second all the way, so that speed and resting offset tell the rest.
  var isExponential: Bool { get }

  /// The motion of content that a finger takes hold of at `offset`.
  ///
  /// - Parameters:
  ///   - finger: how far the finger has moved, positive towards the end of the content; 0 at first.
  ///   - offset: where the content is when the finger lands; may lie outside the limits.
  ///   - limits: how far the content scrolls.
  func drag(_ finger: any ScrollCurve, from offset: Double, within limits: ScrollLimits) -> any ScrollCurve

  /// What content does when a finger lets go of it, until it rests within the limits.
  ///
  /// - Parameters:
  ///   - offset: where the content is; may lie outside the limits.
  ///   - velocity: points a second at which it is let go.
  ///   - limits: how far the content scrolls.
  func momentum(from offset: Double, velocity: Double, within limits: ScrollLimits) -> [Glide]
}

/// A motion of content by itself, until it rests or meets the content's end.
package struct Glide: Sendable {
  /// The motion.
  package let curve: any ScrollCurve
  /// How long it lasts in seconds.
  package let duration: Double
}

/// The kinds of physics there are, each registered with one line.
package enum ScrollPhysicsModels {
  /// All of them; the first is what scenarios get that name none.
  package static let all: [any ScrollPhysics] = [
    UIScrollViewPhysics.normal,
    UIScrollViewPhysics.fast,
    OverScrollerPhysics(),
    ChromiumPhysics(),
    MacOSMomentumPhysics(),
  ]

  /// The physics of that name.
  ///
  /// - Throws: ``TraceError/unknownPhysics(_:)`` if there is none.
  package static func physics(named name: String) throws(TraceError) -> any ScrollPhysics {
    guard let physics = all.first(where: { $0.name == name }) else { throw .unknownPhysics(name) }
    return physics
  }
}
