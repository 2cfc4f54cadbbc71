/// The counts and measurements of a run, from which all its metrics follow.
package struct RunTally: Sendable {
  package let refreshRate: Int
  package let workers: Int
  package var work = Work()
  package var sight = Sight()
  package var downloads = Downloads()
  package var memory = Memory()
  package var cpuSeconds = 0.0
  package var frameCount = 0
  /// Milliseconds past the deadline, by frame; negative if the frame was early.
  package var overrunMs: [Double] = []
  /// Milliseconds of work on the main path, by frame.
  package var frameWorkMs: [Double] = []
  /// The main path's time for each change of the library, in milliseconds.
  package var changeApplyMs: [Double] = []
  /// Bytes of thumbnails that the store was given; `nil` without a store.
  package var storeWrittenBytes: Int?
  /// Shares as the metrics of the same name define them; `nil` if unknown.
  package var othersShare: Double?
  package var stealShare: Double?
  package var queueDelayShare: Double?
  /// The recording from which a run was read; `nil` for others.
  package var recording: Recording?
  /// By metric; empty if unknown.
  package var bounds: [String: Double] = [:]

  var periodMs: Double { 1000 / Double(refreshRate) }

  func perSecond(_ amount: Double) -> Double? {
    let seconds = Double(frameCount) / Double(refreshRate)
    return seconds > 0 ? amount / seconds : nil
  }

  package struct Work: Sendable {
    package var decodes = 0
    package var decodedBytes = 0
    package var decodedPixels = 0
    package var bytesRead = 0
    package var redecodes = 0
    package var duplicateDecodes = 0
    package var cancelledQueued = 0
    package var cancelledRunning = 0
    package var redundantStarts = 0
    package var wrongKeyMisses = 0
    package var prefetches = 0
    package var prefetchesShown = 0
    package var shownBytes = 0
    package var storeHits = 0
    package var storeReadBytes = 0
    package var decodeMs: [Double] = []
    package var queueMs: [Double] = []
    /// Final images, decoded or from the thumbnail store, and their seconds.
    package var imageCount = 0
    package var imageSeconds = 0.0
    /// Seconds of all jobs with known processor time, and the seconds of these with a processor.
    package var measuredSeconds = 0.0
    package var processorSeconds = 0.0

    package var meanImageMs: Double? { imageCount > 0 ? imageSeconds / Double(imageCount) * 1000 : nil }
  }

  /// The visible events and areas, counted in frames, so that a model and a replay count alike.
  package struct Sight: Sendable {
    package var appearances = 0
    package var ready = 0
    package var delayed = 0
    package var degraded = 0
    package var missed = 0
    package var failed = 0
    package var revisits = 0
    package var revisitsReady = 0
    package var readyBytes = 0
    package var wantedBytes = 0
    package var readyByPrefetch = 0
    package var libraryChanges = 0
    /// Cells on screen that a change threw away and that asked again; these are no appearances.
    package var reloads = 0
    package var reloadsReady = 0
    package var timeToFirstImageMs: [Double] = []
    package var timeToReadyMs: [Double] = []
    package var blankCellFrames = 0
    package var waitingCellFrames = 0
    package var longestBlankRun = 0
    /// Images that entered the window, and images that left it.
    package var windowStarts = 0
    package var windowStops = 0
    package var prematureStops = 0
    /// Frames from the last motion until everything on screen was final, for each rest that reached this.
    package var framesToFull: [Int] = []
    package var unsettledRests = 0
    /// The first frame in which everything on screen was final; `nil` if none was.
    package var firstFullFrame: Int?
    /// Over the whole trace.
    package var whole = UnseenArea()
    package var scrolling = UnseenArea()
    /// Area that shows the wrong photo.
    package var wrong = MeanShare()
    /// Area whose pixels do not tell what it shows.
    package var unknown = MeanShare()
    /// Frames in which the grid moved, and appearances in them.
    package var movingFrames = 0
    package var movingAppearances = 0
  }

  /// Shares of the visible area that showed no final image, summed over frames.
  package struct UnseenArea: Hashable, Sendable {
    package private(set) var frames = 0
    private var blankSum = 0.0
    private var blurredSum = 0.0

    /// `nil` without frames, as the others.
    package var blank: Double? { mean(blankSum) }
    package var blurred: Double? { mean(blurredSum) }
    package var notSharp: Double? { mean(blankSum + blurredSum) }

    package mutating func add(blank: Double, blurred: Double) {
      frames += 1
      blankSum += blank
      blurredSum += blurred
    }

    private func mean(_ sum: Double) -> Double? { frames > 0 ? sum / Double(frames) : nil }
  }

  /// A share of the visible area, averaged over frames.
  package struct MeanShare: Hashable, Sendable {
    private var frames = 0
    private var sum = 0.0

    package var mean: Double? { frames > 0 ? sum / Double(frames) : nil }

    package mutating func add(_ share: Double) {
      frames += 1
      sum += share
    }
  }

  package struct Recording: Hashable, Sendable {
    package var seconds: Double
    /// Frames in which one sees another picture than before.
    package var changes: Int
    /// The longest time without a new frame while the grid moves, in seconds.
    package var longestGap: Double
    /// Frames that show two moments, one above the other.
    package var torn: Int
  }

  package struct Downloads: Sendable {
    package var whole = 0
    /// Bytes that came, also those of downloads that were cancelled or failed.
    package var bytes = 0
    /// The part of `bytes` whose picture was on screen afterwards, if only as a degraded image.
    package var usedBytes = 0
    package var cancelled = 0
    /// Tries that failed and were followed by another.
    package var retries = 0
    package var failures = 0
    /// The duration of each completed download of an original.
    package var milliseconds: [Double] = []
  }

  /// Memory in bytes before, during and after the trace.
  package struct Memory: Sendable {
    package var baseResident = 0
    package var peakResident = 0
    package var settledResident = 0
    /// The harness's own log at the end; resident figures exclude it.
    package var log = 0
    package var peakImage = 0
    package var peakScratch = 0
    /// The photo that took most of `peakScratch`; `nil` if unknown.
    package var peakScratchPhoto: String?
    /// Images and the decoders' working memory together.
    package var peakLedger = 0
    package var settledImage = 0
    package var budgetExcess = 0
    package var leftoverImage = 0
  }
}
