// Records the scrolling of a scroll view in an app for iOS or macOS, momentum included.
//
//     let recorder = ScrollRecorder(scrollView)
//     …
//     let file = try recorder.save()     // scrolls.csv in the app's documents

#if canImport(UIKit)
  import UIKit
  typealias RecordedScrollView = UIScrollView
#else
  import AppKit
  typealias RecordedScrollView = NSScrollView
#endif

/// Notes the offset of a scroll view whenever it changes.
@MainActor
final class ScrollRecorder {
  private var rows = ["time_s,offset_pt"]
  private var start: TimeInterval?
  private var lastTime: TimeInterval?
  private var lastOffset: CGFloat = 0
  private var observation: NSKeyValueObservation?
  private var notification: (any NSObjectProtocol)?

  /// Starts to record.
  init(_ scrollView: RecordedScrollView) {
    #if canImport(UIKit)
      observation = scrollView.observe(\.contentOffset, options: [.initial, .new]) { [weak self] view, _ in
        MainActor.assumeIsolated { self?.note(view.contentOffset.y + view.adjustedContentInset.top) }
      }
    #else
      let clip = scrollView.contentView
      clip.postsBoundsChangedNotifications = true
      note(clip.bounds.minY)
      notification = NotificationCenter.default.addObserver(
        forName: NSView.boundsDidChangeNotification, object: clip, queue: .main
      ) { [weak self, weak clip] _ in
        MainActor.assumeIsolated { if let clip { self?.note(clip.bounds.minY) } }
      }
    #endif
  }

  /// Stops, and writes the recording.
  func save(as name: String = "scrolls.csv") throws -> URL {
    observation?.invalidate()
    if let notification { NotificationCenter.default.removeObserver(notification) }
    let file = URL.documentsDirectory.appending(path: name)
    try (rows.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  private func note(_ offset: CGFloat) {
    let now = ProcessInfo.processInfo.systemUptime
    let first = start ?? now
    start = first
    // Two changes at the same time share a line: a recording's times only grow.
    if let lastTime, now <= lastTime { rows.removeLast() }
    // Nothing changes at rest, and replays move evenly between lines: they would creep through it.
    if let lastTime, now - 1.0 / 60 - lastTime >= 0.1 { write(lastOffset, at: now - 1.0 / 60 - first) }
    (lastTime, lastOffset) = (now, offset)
    write(offset, at: now - first)
  }

  private func write(_ offset: CGFloat, at time: TimeInterval) {
    rows.append(String(format: "%.6f,%.3f", time, offset))
  }
}
