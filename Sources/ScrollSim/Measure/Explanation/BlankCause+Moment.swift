internal import BenchReport
internal import GalleryKit

extension BlankCause {
  /// Why a cell is blank, by what was known just before it asked for its image; exactly one cause, whatever that was.
  ///
  /// The engine says what is queued or running at this moment. What it does not know any more, the history tells.
  init(
    availability: RequestEvent.Availability, place: ImageRecord.Place, isFirstFrame: Bool, isJump: Bool
  ) {
    switch availability {
    // What is ready and cannot be shown yet was decoded in this very frame.
    case .running, .ready: self = .decoding
    case .queued: self = .queuedBehind
    case .absent, .unreadable:
      if isFirstFrame {
        self = .firstScreen
      } else if isJump {
        self = .jumped
      } else {
        self = Self.past(place)
      }
    }
  }

  private static func past(_ place: ImageRecord.Place) -> Self {
    switch place {
    case .unknown: .neverWanted
    case .decoded: .evictedEarly
    case .lost(.dropped): .cancelled
    case .lost: .evictedEarly
    case .failed: .failed
    // The engine has let go of it, and its observers are about to hear so.
    case .cancelled, .queued, .running: .cancelled
    }
  }
}
