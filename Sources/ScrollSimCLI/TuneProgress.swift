internal import Foundation
internal import GalleryKit
internal import Locking
internal import ScrollSim

/// A line on standard error that says how far a search has come, and a count of what was evaluated.
final class TuneProgress: Sendable {
  private struct State {
    var evaluated = 0
    var stageStart = Date.now
    var drawnAt = Date.distantPast
  }

  private let state = Locked(State())
  private let isShown: Bool

  init(isShown: Bool) { self.isShown = isShown }

  /// How many combinations were evaluated.
  var evaluated: Int { state.withLock { $0.evaluated } }

  /// Shows what is being prepared.
  @Sendable func note(_ message: String) {
    if isShown { Terminal.writeProgress(message) }
  }

  /// Notes an evaluated combination, and redraws the line ten times a second at most.
  @Sendable func update(_ progress: TuneSearch.Progress) {
    let now = Date.now
    let elapsed: Double? = state.withLock { state in
      if progress.done == 0 { state.stageStart = now } else { state.evaluated += 1 }
      guard now.timeIntervalSince(state.drawnAt) > 0.1 else { return nil }
      state.drawnAt = now
      return now.timeIntervalSince(state.stageStart)
    }
    guard isShown, let elapsed else { return }
    let share = Double(progress.done) / Double(max(progress.total, 1))
    let width = 24
    let filled = Int((share * Double(width)).rounded())
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let left = share > 0 ? "  \(Int((elapsed / share - elapsed).rounded(.up))) s left" : ""
    Terminal.writeProgress("\(bar)  \(progress.done)/\(progress.total)  \(progress.stage)\(left)")
  }

  /// Removes the line.
  func clear() {
    if isShown { Terminal.clearProgress() }
  }
}
