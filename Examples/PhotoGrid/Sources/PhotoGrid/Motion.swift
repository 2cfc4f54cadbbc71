#if canImport(SwiftUI)
  import GalleryEngine
  import SwiftUI

  /// How a scroll view moves, told from where it was in the last frames.
  struct Motion {
    private var trail: [(time: Double, offset: Double)] = []
    private(set) var hasScrolled = false

    /// A velocity is that of the last so many seconds.
    private static let trailSeconds = 0.1
    /// UIScrollView leaves 0.998 of a velocity after each millisecond, so that all the way left is what it does in so many
    /// seconds.
    private static let glideSeconds = -0.001 / log(0.998)

    /// A frame shows an offset.
    mutating func note(_ time: Double, _ offset: Double) {
      if let last = trail.last, last.offset != offset { hasScrolled = true }
      trail.append((time, offset))
      trail.removeAll { $0.time < time - Self.trailSeconds }
    }

    var offset: Double { trail.last?.offset ?? 0 }

    /// Points a second.
    var velocity: Double {
      guard let first = trail.first, let last = trail.last, last.time > first.time else { return 0 }
      return (last.offset - first.offset) / (last.time - first.time)
    }

    /// What moves it, as strategies know it.
    func phase(as phase: ScrollPhase, limit: Double) -> ScrollState.Phase {
      switch phase {
      case .idle: .idle
      case .tracking, .interacting: .dragging
      default: .decelerating(restingOffset: min(max(offset + velocity * Self.glideSeconds, 0), limit))
      }
    }
  }
#endif
