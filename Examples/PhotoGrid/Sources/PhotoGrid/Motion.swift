#if canImport(SwiftUI)
  import GalleryEngine
  import SwiftUI

  /// A scroll view's motion, derived from its offsets in the last frames.
  struct Motion {
    private var trail: [(time: Double, offset: Double)] = []
    private(set) var hasScrolled = false

    /// Seconds, up to now, over which velocity is measured.
    private static let trailSeconds = 0.1
    /// The remaining way divided by the velocity, in seconds: UIScrollView keeps 0.998 of a velocity after each millisecond.
    private static let glideSeconds = -0.001 / log(0.998)

    /// Notes a frame's offset.
    mutating func note(_ time: Double, _ offset: Double) {
      if let last = trail.last, last.offset != offset { hasScrolled = true }
      trail.append((time, offset))
      trail.removeAll { $0.time < time - Self.trailSeconds }
    }

    var offset: Double { trail.last?.offset ?? 0 }

    /// Points per second.
    var velocity: Double {
      guard let first = trail.first, let last = trail.last, last.time > first.time else { return 0 }
      return (last.offset - first.offset) / (last.time - first.time)
    }

    /// The phase of the motion, in the strategies' terms.
    func phase(as phase: ScrollPhase, limit: Double) -> ScrollState.Phase {
      switch phase {
      case .idle: .idle
      case .tracking, .interacting: .dragging
      default: .decelerating(restingOffset: min(max(offset + velocity * Self.glideSeconds, 0), limit))
      }
    }
  }
#endif
