internal import BenchReport
internal import Foundation
internal import GalleryKit
internal import ScrollSim
internal import Support

/// The line of progress on standard error, if it is to be shown.
struct ProgressLine: Sendable {
  var isShown = Terminal.showsProgress
  /// Whether nothing is to be said of progress, in whole lines either.
  var isSilent = false

  /// Replaces the line.
  @Sendable func show(_ text: String) {
    if isShown { Terminal.writeProgress(text) }
  }

  /// Writes a line above it.
  @Sendable func showAbove(_ text: String) {
    if isShown { Terminal.writeAboveProgress(text) }
  }

  /// Removes the line.
  @Sendable func clear() {
    if isShown { Terminal.clearProgress() }
  }

  /// Shows the progress of `body`, removes the line, and ends the program with its error, if there is one.
  func during<Value>(_ body: () throws -> Value) throws -> Value {
    try Exit.onFailure {
      defer { clear() }
      return try body()
    }
  }

  /// The same with work that an interruption cancels.
  func duringCancellable<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await Interrupt.cancels {
      do {
        defer { clear() }
        return try await body()
      } catch {
        throw Exit.because(of: error)
      }
    }
  }

  /// Shows how many of some things are done, as in `read 3 of 48 files`.
  func count(_ verb: String, _ things: String) -> @Sendable (_ done: Int, _ total: Int) -> Void {
    { done, total in show("\(verb) \(done) of \(total) \(things)") }
  }

  /// Says beforehand how long a model takes that takes more than a minute.
  ///
  /// - Parameter times: how often all of it is run.
  func sayIfLong(_ runner: ModelRunner, times: Double = 1) throws {
    let seconds = try runner.expectedSeconds() * times
    guard seconds > 60 else { return }
    clear()
    Terminal.writeError(
      "\(runner.scenario.name): the model will take about \(Self.duration(seconds))"
        + (runner.varies ? "; '--no-variations' leaves out most of it" : ""))
  }

  /// Seconds, rounded up, as in `2 min 5 s`.
  static func duration(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    return seconds < 60
      ? "\(seconds) s" : "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s")
  }

  /// A bar that is filled by a share from 0 to 1.
  static func bar(_ share: Double) -> String {
    let width = 24
    let filled = Int((share * Double(width)).rounded())
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}

/// The progress of a scenario's replays, and the time left.
///
/// A separate task redraws it, because a run may take long without a report.
final class ReplayProgress: Sendable {
  private struct State {
    var progress: ReplayRunner.Progress?
    var startedAt = Date.now
    var measuredSeconds: Double?
    var firstStart = Date.now
    var round: Int?
  }

  private let state = Locked(State())
  private let line: ProgressLine
  /// Seconds of a run beyond its trace: starting a process, waiting for the last images.
  static let overheadSeconds = 1.5

  init(_ line: ProgressLine) { self.line = line }

  /// Notes a run's beginning, or the end of all, and shows the outcome of the run before; where nobody sees a line change, a line
  /// for each round.
  func update(_ progress: ReplayRunner.Progress) {
    if let last = progress.last { line.showAbove(last.progressLine) }
    let round: String? = state.withLock { state in
      if state.progress == nil { state.firstStart = .now }
      if progress.done > 0 {
        state.measuredSeconds = Date.now.timeIntervalSince(state.firstStart) / Double(progress.done)
      }
      state.progress = progress
      state.startedAt = .now
      guard let iteration = progress.running?.iteration, iteration != state.round else { return nil }
      state.round = iteration
      let each = state.measuredSeconds ?? progress.runSeconds + Self.overheadSeconds
      let left = ProgressLine.duration(Double(progress.total - progress.done) * each)
      return
        "round \(iteration + 1): \(progress.done) of \(progress.total) replays are done, about \(left) left"
    }
    if !line.isShown, !line.isSilent, let round { Terminal.writeError(round) }
  }

  /// Redraws the line four times a second until the task is cancelled.
  func draw() async {
    guard line.isShown else { return }
    while !Task.isCancelled {
      line.show(text)
      try? await Task.sleep(for: .milliseconds(250))
    }
    line.clear()
  }

  private var text: String {
    state.withLock { state in
      guard let progress = state.progress, let running = progress.running else { return "" }
      let each = state.measuredSeconds ?? progress.runSeconds + Self.overheadSeconds
      let elapsed = min(Date.now.timeIntervalSince(state.startedAt), each)
      let left = Double(progress.total - progress.done) * each - elapsed
      let share = (Double(progress.done) + elapsed / each) / Double(max(progress.total, 1))
      return
        "\(ProgressLine.bar(share))  \(progress.done + 1)/\(progress.total)  \(running.combination.label), "
        + "\(running.combination.cells.rawValue), \(running.combination.resizeMode.rawValue)  "
        + "\(Int(left.rounded(.up))) s left"
    }
  }
}

/// The progress of a search, and the number of its evaluations.
final class SearchProgress: Sendable {
  private struct State {
    var evaluated = 0
    var stageStart = Date.now
    var drawnAt = Date.distantPast
  }

  private let state = Locked(State())
  let line: ProgressLine

  init(_ line: ProgressLine) { self.line = line }

  /// The number of evaluated combinations.
  var evaluated: Int { state.withLock { $0.evaluated } }

  /// Notes an evaluated combination, and redraws the line ten times a second at most.
  @Sendable func update(_ progress: Search.Progress) {
    let now = Date.now
    let elapsed: Double? = state.withLock { state in
      if progress.done == 0 {
        state.stageStart = now
      } else if progress.countsCombinations {
        state.evaluated += 1
      }
      guard now.timeIntervalSince(state.drawnAt) > 0.1 else { return nil }
      state.drawnAt = now
      return now.timeIntervalSince(state.stageStart)
    }
    guard let elapsed else { return }
    let share = Double(progress.done) / Double(max(progress.total, 1))
    let left = share > 0 ? "  \(Int((elapsed / share - elapsed).rounded(.up))) s left" : ""
    line.show("\(ProgressLine.bar(share))  \(progress.done)/\(progress.total)  \(progress.stage)\(left)")
  }
}

/// The time that is left of work whose share is known, once enough of it is done to tell.
final class RemainingTime: Sendable {
  private let start = ContinuousClock.now
  private let hasTold = Locked(false)
  /// The share from which the pace says something of the rest.
  private static let leastShare = 0.03

  /// Seconds to the end, at the pace so far; `nil` if less than ``leastShare`` is done.
  func seconds(at share: Double) -> Double? {
    share < Self.leastShare ? nil : (ContinuousClock.now - start) / .seconds(1) * (1 / share - 1)
  }

  /// Notes that the time is told; returns whether this is the first time.
  func tell() -> Bool {
    hasTold.withLock { hasTold in
      defer { hasTold = true }
      return !hasTold
    }
  }
}
