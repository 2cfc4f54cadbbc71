/// How far other work on the machine disturbed a replayed run.
///
/// Five signs tell a busy machine from a quiet one. Each has a limit that quiet machines keep to:
///
/// - Other programs had more than ``mostOthers`` of all processors' time, and decoding took more than ``mostDisturbance``
///   times as long as it had a processor. Only both together: decoders also wait for each other, for frames and for
///   files, and a little other work does no harm where processors are free. Where a system does not say what others
///   had, decoding alone decides.
/// - Other programs had more than ``mostOthersAtAll``, whatever decoding took: processors share caches and memory, so that
///   decoding needs more of their time beside a busy neighbour, though it never waits.
/// - A hypervisor gave more than ``mostStolen`` of the processors' time to other guests.
/// - The middle image took more than ``mostDecodeSlowdown`` times as long to decode as in the fastest runs over the same
///   photos, and more than ``mostDecodeDelay`` longer: what a neighbour on the host does to processors that are never taken
///   away.
/// - A fixed piece of work, just before the run or after it, took more than ``mostSlowdown`` times as long as at its fastest.
///   A moment says little of a run, so that only a great slowdown counts.
///
/// On two processors that are shared like the threads of one core, 28 replays of `fling` with nothing else on the machine
/// had a `disturbance` of 1.01 to 1.02, others' share below 0.012 and stolen time below 0.001. All six whose middle image
/// took 1.14 times as long as the fastest run's, or longer, left 1.2 to 20 times as much unseen as the middle one of the same
/// combination's other runs; of the 22 below that, two did (1.2 and 1.4 times). The fixed piece of work took 1.0 to 3.4 times
/// as long in either. Beside builds and loops the `disturbance` was 1.6 to 11 and the fixed piece of work took 4 to 16 times
/// as long. Images that decode in less than a millisecond vary more: in 276 replays of some 85 of them, with nothing else
/// running, the middle one took from 0.51 to 1.16 ms. What Linux says of pressure (`/proc/pressure/cpu`) is no sign: it was
/// 0.6 to 1.0 in either case.
public struct Disturbance: Hashable, Sendable {
  /// The share of all processors' time that other programs have on a quiet machine at most.
  public static let mostOthers = 0.03
  /// The share with which they slow down what does not even wait for them.
  public static let mostOthersAtAll = 0.2
  /// How long decoding takes on a quiet machine at most, for each second that it has a processor.
  public static let mostDisturbance = 1.12
  /// The share of all processors' time that a quiet host gives to other guests at most.
  public static let mostStolen = 0.02
  /// How many times as long as at its fastest a fixed piece of work takes on a quiet machine at most.
  public static let mostSlowdown = 4.0
  /// How many times as long as in the fastest runs the middle image takes on a quiet machine at most.
  public static let mostDecodeSlowdown = 1.12
  /// Milliseconds by which the middle image may take longer in any case: a hundred such images in a row are a frame and a
  /// half late at 60 Hz.
  public static let mostDecodeDelay = 0.25

  /// How far the run was disturbed: 0 if not at all, and more than 1 if it is past a limit.
  public let severity: Double
  /// The signs that are past their limits, in words, the worst first.
  public let signs: [String]

  /// Whether a sign is past its limit.
  public var isDisturbed: Bool { severity > 1 }

  /// Judges a run; one that says nothing of its machine, as a model's or a failed one, was not disturbed.
  public init(_ run: RunRecord) {
    func excess(_ metric: String, over quiet: Double, limit: Double) -> Double? {
      run.figure(metric).map { max(0, $0 - quiet) / (limit - quiet) }
    }
    let others = excess("othersShare", over: 0, limit: Self.mostOthers)
    let decoding = excess("disturbance", over: 1, limit: Self.mostDisturbance)
    let waiting = min(others ?? .infinity, decoding ?? 0)
    let slowdown = run.figure("decodeSlowdown") ?? 1
    let delay = run.figure("decodeMs.p50").map { $0 * (1 - 1 / slowdown) } ?? 0
    let signs: [(severity: Double, words: String)] = [
      (
        max(waiting, excess("othersShare", over: 0, limit: Self.mostOthersAtAll) ?? 0),
        (others == nil ? "" : "other programs had \(run.text("othersShare")) of the processors' time and ")
          + "decoding took \(run.text("disturbance")) times as long as it needs"
      ),
      (
        excess("stealShare", over: 0, limit: Self.mostStolen) ?? 0,
        "the host gave \(run.text("stealShare")) of the processors' time to others"
      ),
      (
        min(max(0, slowdown - 1) / (Self.mostDecodeSlowdown - 1), delay / Self.mostDecodeDelay),
        "decoding an image took \(run.text("decodeSlowdown")) times as long as in the fastest runs"
      ),
      (
        excess("canarySlowdown", over: 1, limit: Self.mostSlowdown) ?? 0,
        "the machine was \(run.text("canarySlowdown")) times as slow as at its best"
      ),
    ]
    severity = signs.map(\.severity).max() ?? 0
    self.signs = signs.filter { $0.severity > 1 }.sorted { $0.severity > $1.severity }.map(\.words)
  }
}

extension PooledRuns {
  /// The runs that other work did not disturb, or all if it disturbed each of them.
  var undisturbed: PooledRuns {
    let quiet = runs.filter { !Disturbance($0).isDisturbed }
    return quiet.isEmpty ? self : PooledRuns(combination: combination, runs: quiet)
  }
}

extension RunRecord {
  /// Says in ``warnings`` whether other work disturbed the run, in place of what was said of it before.
  package mutating func markDisturbance() {
    let beginning = "Other work disturbed the run: "
    warnings.removeAll { $0.hasPrefix(beginning) }
    let disturbance = Disturbance(self)
    guard disturbance.isDisturbed else { return }
    warnings.append("\(beginning)\(disturbance.signs.joined(separator: ", and ")).")
  }
}
