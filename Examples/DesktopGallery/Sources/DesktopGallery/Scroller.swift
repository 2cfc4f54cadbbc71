import Foundation
import GalleryKit

/// The grid's offset and its motion: by a finger, or by its own momentum, which falls off exponentially.
struct Scroller {
  private enum Motion {
    case rest
    /// Held by a finger, since the offset at which it took hold.
    case held(since: Double)
    /// On the way to an offset, since a time, with the way that was left then.
    case glide(to: Double, since: Double, way: Double, timeConstant: Double)
  }

  /// Points by which the content is scrolled.
  private(set) var offset = 0.0
  /// Points per second; positive towards the end.
  private(set) var velocity = 0.0
  /// The largest offset.
  var limit = 0.0 {
    didSet { if limit < offset { jump(to: limit) } }
  }

  private var motion = Motion.rest
  /// The content's recent offsets under the finger.
  private var trail: [(time: Double, offset: Double)] = []

  /// Seconds after which about a third of the way is left, for a turn of the wheel and for a fling.
  private static let (wheelSeconds, flingSeconds) = (0.1, 0.325)
  /// Seconds, up to now, over which a finger's velocity is measured.
  private static let trailSeconds = 0.1
  /// Slower fingers leave no momentum.
  private static let leastFling = 50.0

  var phase: ScrollState.Phase {
    switch motion {
    case .rest: .idle
    case .held: .dragging
    case .glide(let target, _, _, _): .decelerating(restingOffset: target)
    }
  }

  /// Advances to a time.
  mutating func advance(to time: Double) {
    switch motion {
    case .rest: velocity = 0
    case .held:
      trail.removeAll { $0.time < time - Self.trailSeconds }
      velocity = trailVelocity
    case .glide(let target, let since, let way, let timeConstant):
      let left = way * exp(-max(0, time - since) / timeConstant)
      guard abs(left) > 0.25 else { return jump(to: target) }
      (offset, velocity) = (target - left, left / timeConstant)
    }
  }

  /// Goes to an offset at once.
  mutating func jump(to target: Double) {
    (offset, velocity, motion) = (clamp(target), 0, .rest)
  }

  /// Glides by a distance from its offset, or from the target of its current glide.
  mutating func glide(by distance: Double, at time: Double) {
    var start = offset
    if case .glide(let target, _, _, _) = motion { start = target }
    glide(to: start + distance, at: time, timeConstant: Self.wheelSeconds)
  }

  private mutating func glide(to target: Double, at time: Double, timeConstant: Double) {
    let way = clamp(target) - offset
    motion =
      way == 0 ? .rest : .glide(to: clamp(target), since: time, way: way, timeConstant: timeConstant)
  }

  /// A finger takes hold.
  mutating func hold(at time: Double) {
    motion = .held(since: offset)
    trail = [(time, offset)]
  }

  /// The finger has moved the content by `distance` points since it took hold.
  mutating func drag(by distance: Double, at time: Double) {
    guard case .held(let start) = motion else { return }
    offset = clamp(start + distance)
    trail.append((time, offset))
  }

  /// The finger lets go, and momentum goes on.
  mutating func release(at time: Double) {
    guard case .held = motion else { return }
    trail.removeAll { $0.time < time - Self.trailSeconds }
    let velocity = trailVelocity
    motion = .rest
    guard abs(velocity) > Self.leastFling else { return }
    glide(
      to: offset + velocity * Self.flingSeconds, at: time, timeConstant: Self.flingSeconds)
  }

  private var trailVelocity: Double {
    guard let first = trail.first, let last = trail.last, last.time > first.time else { return 0 }
    return (last.offset - first.offset) / (last.time - first.time)
  }

  private func clamp(_ offset: Double) -> Double { min(max(offset, 0), limit) }
}
