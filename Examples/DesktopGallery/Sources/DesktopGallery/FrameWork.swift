import Foundation

/// The processor time of the main thread, which moves and paints the grid and draws it with GTK.
///
/// Without a graphics card, GTK draws on the processor, and decoders lack that time. The threads with which OpenGL then draws
/// are not counted; GTK's renderer `cairo` has none.
struct FrameWork {
  private var first: (time: Double, processor: Double)?
  private var last = (time: 0.0, processor: 0.0)

  /// Notes the time of a frame, in seconds on the display's clock.
  mutating func note(_ time: Double) {
    last = (time, Self.processorSeconds)
    first = first ?? last
  }

  /// Processor seconds of each refresh of the display; `nil` before the second frame.
  func perFrame(refreshRate: Int) -> Double? {
    guard let first, last.time > first.time else { return nil }
    return (last.processor - first.processor) / ((last.time - first.time) * Double(refreshRate))
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
