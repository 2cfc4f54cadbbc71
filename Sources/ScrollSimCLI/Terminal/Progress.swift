internal import BenchReport
internal import GalleryKit
internal import ScrollSim
internal import Support

/// The line of progress on standard error, if it is to be shown.
struct ProgressLine: Sendable {
  var isShown = Terminal.showsProgress
  /// Whether no progress is reported at all, not even in whole lines.
  var isSilent = false

  @Sendable func show(_ text: String) {
    if isShown { Terminal.writeProgress(text) }
  }

  /// Writes a line above it.
  @Sendable func showAbove(_ text: String) {
    if isShown { Terminal.writeAboveProgress(text) }
  }

  @Sendable func clear() { show("") }

  /// Shows the progress of `body`, and removes the line.
  func during<Value>(_ body: () throws -> Value) throws -> Value {
    defer { clear() }
    return try body()
  }

  /// The same with work that an interruption cancels.
  func duringCancellable<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    defer { clear() }
    return try await Interrupt.cancels(body)
  }

  /// Shows how many of some things are done, as in `read 3 of 48 files`.
  func count(_ verb: String, _ things: String) -> @Sendable (_ done: Int, _ total: Int) -> Void {
    { done, total in show("\(verb) \(done) of \(total) \(things)") }
  }

  /// Says in advance how long a model takes to run `times` times, if that is more than a minute.
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
    /// The first run that began here, after those that an interrupted process had measured.
    var first: (done: Int, start: ContinuousClock.Instant)?
    var lastStart = ContinuousClock.now
    var round: Int?

    /// Seconds of a run: as measured, or until one has ended, as its trace promises.
    func secondsEach(_ progress: ReplayRunner.Progress) -> Double {
      guard let first, progress.done > first.done else {
        return progress.runSeconds + ReplayProgress.overheadSeconds
      }
      return (lastStart - first.start) / .seconds(progress.done - first.done)
    }
  }

  private let state = Locked(State())
  private let line: ProgressLine
  /// Seconds of a run beyond its trace: starting a process, waiting for the last images.
  static let overheadSeconds = 1.5

  init(_ line: ProgressLine) { self.line = line }

  /// Notes a run's beginning, or the end of all, and shows the outcome of the run before; where nobody sees a
  /// line change, it writes a line for each round.
  func update(_ progress: ReplayRunner.Progress) {
    if let last = progress.last { line.showAbove(last.progressLine) }
    let round: String? = state.withLock { state in
      state.lastStart = .now
      state.first = state.first ?? (progress.done, state.lastStart)
      state.progress = progress
      guard let iteration = progress.running?.iteration, iteration != state.round else { return nil }
      state.round = iteration
      let left = ProgressLine.duration(Double(progress.total - progress.done) * state.secondsEach(progress))
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
      let each = state.secondsEach(progress)
      let elapsed = min((ContinuousClock.now - state.lastStart) / .seconds(1), each)
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
    var stageStart = ContinuousClock.now
    var drawnAt: ContinuousClock.Instant?
  }

  private let state = Locked(State())
  let line: ProgressLine

  init(_ line: ProgressLine) { self.line = line }

  var evaluated: Int { state.withLock { $0.evaluated } }

  /// Notes an evaluated combination, and redraws the line ten times a second at most.
  @Sendable func update(_ progress: Search.Progress) {
    let now = ContinuousClock.now
    let elapsed: Double? = state.withLock { state in
      if progress.done == 0 {
        state.stageStart = now
      } else if progress.countsCombinations {
        state.evaluated += 1
      }
      if let drawnAt = state.drawnAt, now - drawnAt <= .milliseconds(100) { return nil }
      state.drawnAt = now
      return (now - state.stageStart) / .seconds(1)
    }
    guard let elapsed else { return }
    let share = Double(progress.done) / Double(max(progress.total, 1))
    let left = share > 0 ? "  \(Int((elapsed / share - elapsed).rounded(.up))) s left" : ""
    line.show("\(ProgressLine.bar(share))  \(progress.done)/\(progress.total)  \(progress.stage)\(left)")
  }
}
