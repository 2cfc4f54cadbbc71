internal import Foundation
internal import GalleryKit
internal import Locking
internal import ScrollSim

/// A line on standard error that says what runs and how much time is left.
///
/// Redrawn by a task of its own, because a run may take long without saying anything.
final class ProgressBar: Sendable {
  private struct State {
    var progress: Runner.Progress?
    var startedAt = Date.now
    var measuredSeconds: Double?
    var firstStart = Date.now
  }

  private let state = Locked(State())
  private let isShown: Bool
  /// What a run takes beyond its trace: starting a process, waiting for the last images.
  private static let overheadSeconds = 1.5

  init(isShown: Bool) { self.isShown = isShown }

  /// Notes a run's beginning, or the end of all.
  func update(_ progress: Runner.Progress) {
    state.withLock { state in
      if state.progress == nil { state.firstStart = .now }
      if progress.done > 0 {
        state.measuredSeconds = Date.now.timeIntervalSince(state.firstStart) / Double(progress.done)
      }
      state.progress = progress
      state.startedAt = .now
    }
  }

  /// Redraws the line four times a second until the task is cancelled.
  func draw() async {
    guard isShown else { return }
    while !Task.isCancelled {
      Terminal.writeProgress(line)
      try? await Task.sleep(for: .milliseconds(250))
    }
    Terminal.clearProgress()
  }

  private var line: String {
    state.withLock { state in
      guard let progress = state.progress, let running = progress.running else { return "" }
      let each = state.measuredSeconds ?? progress.runSeconds + Self.overheadSeconds
      let elapsed = min(Date.now.timeIntervalSince(state.startedAt), each)
      let left = Double(progress.total - progress.done) * each - elapsed
      let share = (Double(progress.done) + elapsed / each) / Double(max(progress.total, 1))
      let width = 24
      let filled = Int((share * Double(width)).rounded())
      let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
      return
        "\(bar)  \(progress.done + 1)/\(progress.total)  \(running.combination.label), "
        + "\(running.combination.cells.rawValue), \(running.combination.resizeMode.rawValue)  "
        + "\(Int(left.rounded(.up))) s left"
    }
  }
}
