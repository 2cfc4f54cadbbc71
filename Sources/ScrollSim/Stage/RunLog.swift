package import GalleryKit

/// Everything that happens in a run, in order and in seconds on the run's clock.
///
/// It is recorded once; every figure, explanation and picture of the run is a fold over it (``RunFold``).
package struct RunLog: Sendable {
  package struct Entry: Sendable {
    package var time: Double
    package var event: Event
  }

  /// An action of the image manager or the stage.
  package enum Event: Sendable {
    /// A cell or the window asked for an image.
    case requested(ImageKey, RequestEvent.Availability, isUnderOtherKey: Bool)
    case enqueued(Job)
    case started(Job, isPrefetch: Bool)
    indirect case finished(Job, Result<Made, ImageError>)
    case cancelledQueued(Job)
    case cancelledRunning(Job)
    case startedCaching(ImageKey, isRedundant: Bool)
    case stoppedCaching(ImageKey)
    case evicted(ImageKey, RequestEvent.EvictionReason)
    indirect case downloading(DownloadJob, DownloadReport)

    /// A cell comes on screen and has not asked for its image yet.
    indirect case appeared(Int, ImageKey, at: Stage.Frame)
    /// The cell has asked: its state, and how far its image was just before; `byteCount` is the image's size in memory.
    case asked(Int, CellState, RequestEvent.Availability, byteCount: Int, isReload: Bool)
    /// A result reached its cell, at a time that may be earlier than the entry's; with the mean colour of its pixels.
    case delivered(Int, CellState?, at: Double, CellColour?)
    case disappeared(Int)
    case libraryChanged
    /// The grid has a new layout, from a frame that was due then.
    case laidOut(due: Double)
    /// A cell on screen needs an image of another size from a frame on: the wanted image, and the cell's state meanwhile.
    case resized(Int, ImageKey, CellState, due: Double)
    case windowMoved(CachingWindow.Move)
    /// A frame is on screen.
    indirect case shown(View)
    /// The trace is over; further frames only wait for images that are still missing.
    case traceEnded
  }

  /// A decode job, without its asset.
  package struct Job: Sendable {
    package var id: Int
    package var key: ImageKey
    /// The path of the original, if the photo is in the cloud.
    package var remotePath: String?
  }

  /// The result of a job, without the pixels.
  package struct Made: Sendable {
    package var source: ImageSource
    package var seconds: Double
    /// The part of `seconds` in which the job had a processor; `nil` in a model.
    package var processorSeconds: Double?
    package var byteCount: Int
    package var bytesRead: Int
    package var decodedPixels: Int
  }

  package struct View: Sendable {
    package var frame: Stage.Frame
    package var isMoving: Bool
    package var state: ScrollState
    package var window: CachingWindow
    /// The area of all cells on screen, in square cells.
    package var visibleArea: Double
    /// The part of it that shows the wrong photo; known from pixels, 0 in a replay.
    package var wrongArea = 0.0
    /// The area, not included in it, whose pixels do not tell what it shows; 0 in a replay.
    package var unknownArea = 0.0
    /// The cells that are not final, or became final since the last frame.
    package var cells: [Cell]
    package var isFull: Bool
  }

  package struct Cell: Sendable {
    /// The cell's identity (``StageAssets/identity(of:)``).
    package var item: Int
    package var state: CellState
    /// The cell's area inside the viewport, in square cells; for a square cell, its visible share.
    package var visibleArea: Double
  }

  /// The cost of a frame of the trace, and the memory at its end.
  package struct FrameCost: Sendable {
    /// Milliseconds past the deadline; negative if the frame was early.
    package var overrunMs: Double
    package var workMs: Double
    package var imageBytes: Int
    package var residentBytes: Int
  }

  /// Memory at the end of one lap of a round trip, when nothing is being decoded.
  package struct Lap: Sendable {
    package var ledgerBytes: Int
    package var liveBuffers: Int
    package var residentBytes: Int
  }

  package var entries: [Entry] = []
  package var frames: [FrameCost] = []
  package var laps: [Lap] = []
  /// The frames before which the run waited, for its set-up or between laps, and the delay from there on, in seconds.
  package var waits: [(frame: Int, shift: Double)] = []
  /// Milliseconds that the main path took over each change of the library.
  package var changeApplyMs: [Double] = []
  package var memory = RunTally.Memory()
  package var cpuSeconds = 0.0
  /// Other activity of the machine from the first frame to the last; `nil` where the machine does not report it, and in a model.
  package var machine: MachineShares?
  /// Bytes of thumbnails that the store received; `nil` without a store.
  package var storeWrittenBytes: Int?
  /// Whether the kernel's high-water mark began with the trace.
  package var didResetPeak = false
  /// Whether all decoding ended within the time that the run waits for it.
  package var didDrain = true

  package init() {}
}
