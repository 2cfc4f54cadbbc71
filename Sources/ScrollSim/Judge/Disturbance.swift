/// The disturbance of a replayed run by other work on the machine.
///
/// Five signs tell a busy machine from a quiet one:
///
/// - Other programs had more than ``mostOthers`` of all processors' time, and decoding took more than ``mostDisturbance`` times
///   as long as it had a processor. Only both together count: decoders also wait for each other, for frames and for files. If the
///   system does not report the others' share, decoding alone decides.
/// - Other programs had more than ``mostOthersAtAll``: beside a busy neighbour, decoding needs more of a processor's time.
/// - A hypervisor gave more than ``mostStolen`` of the processors' time to other guests.
/// - The median image took more than ``mostDecodeSlowdown`` times as long to decode as in the fastest runs over the same photos,
///   and more than ``mostDecodeDelay`` longer: a neighbour on the host slows down processors without taking them away.
/// - A fixed piece of work, just before the run or after it, took more than ``mostSlowdown`` times as long as at its fastest. A
///   moment says little about a run, so only a great slowdown counts.
///
/// On two processors that are shared like the threads of one core, 28 quiet replays of `fling` had a `disturbance` of 1.01 to 1.02,
/// others' share below 0.012 and stolen time below 0.001. In six of them the median image took at least 1.14 times as long as the
/// fastest run's; all six left 1.2 to 20 times as much unseen as others did, and so did two of the other 22. The fixed piece of
/// work took 1.0 to 3.4 times as long in either group. Beside builds and loops the `disturbance` was 1.6 to 11 and that work took 4
/// to 16 times as long. Images that decode in less than a millisecond vary more: over 276 quiet replays from 0.51 to 1.16 ms.
/// Linux's `/proc/pressure/cpu` is no sign: it was 0.6 to 1.0 in either case.
package struct Disturbance: Hashable, Sendable {
  static let mostOthers = 0.03
  static let mostOthersAtAll = 0.2
  static let mostDisturbance = 1.12
  static let mostStolen = 0.02
  static let mostSlowdown = 4.0
  static let mostDecodeSlowdown = 1.12
  /// In milliseconds, and always permitted: a hundred such images in a row are a frame and a half late at 60 Hz.
  static let mostDecodeDelay = 0.25

  /// 0 if there is no disturbance, and more than 1 past a limit.
  package let severity: Double
  /// The signs that are past their limits, in words, the worst first.
  package let signs: [String]

  /// Whether a sign is past its limit.
  package var isDisturbed: Bool { severity > 1 }

  /// Judges a run; one without figures of its machine, as a model's or a failed one, was not disturbed.
  package init(_ run: RunRecord) { self.init(figure: run.figure) }

  /// Judges a measurement by the figures of its machine, such as `othersShare`, where they were measured.
  package init(figure: (String) -> Double?) {
    func text(_ metric: String) -> String {
      Figure.text(figure(metric), unit: Metric.named(metric)?.definition.unit ?? "")
    }
    func excess(_ metric: String, over quiet: Double, limit: Double) -> Double? {
      figure(metric).map { max(0, $0 - quiet) / (limit - quiet) }
    }
    let others = excess("othersShare", over: 0, limit: Self.mostOthers)
    let decoding = excess("disturbance", over: 1, limit: Self.mostDisturbance)
    let waiting = min(others ?? .infinity, decoding ?? 0)
    let slowdown = figure("decodeSlowdown") ?? 1
    let delay = figure("decodeMs.p50").map { $0 * (1 - 1 / slowdown) } ?? 0
    let signs: [(severity: Double, words: String)] = [
      (
        max(waiting, excess("othersShare", over: 0, limit: Self.mostOthersAtAll) ?? 0),
        (others == nil ? "" : "other programs had \(text("othersShare")) of the processors' time and ")
          + "decoding took \(text("disturbance")) times as long as it needs"
      ),
      (
        excess("stealShare", over: 0, limit: Self.mostStolen) ?? 0,
        "the host gave \(text("stealShare")) of the processors' time to others"
      ),
      (
        min(max(0, slowdown - 1) / (Self.mostDecodeSlowdown - 1), delay / Self.mostDecodeDelay),
        "decoding an image took \(text("decodeSlowdown")) times as long as in the fastest runs"
      ),
      (
        excess("canarySlowdown", over: 1, limit: Self.mostSlowdown) ?? 0,
        "the machine was \(text("canarySlowdown")) times as slow as at its best"
      ),
    ]
    severity = signs.map(\.severity).max() ?? 0
    self.signs = signs.filter { $0.severity > 1 }.sorted { $0.severity > $1.severity }.map(\.words)
  }
}

extension PooledRuns {
  /// Whether other work disturbed more than half of the runs.
  var isMostlyDisturbed: Bool { runs.count { Disturbance($0).isDisturbed } * 2 > runs.count }

  /// The runs that other work did not disturb, or all if it disturbed each of them.
  var undisturbed: PooledRuns {
    let quiet = runs.filter { !Disturbance($0).isDisturbed }
    return quiet.isEmpty ? self : PooledRuns(combination: combination, runs: quiet)
  }
}

extension RunRecord {
  /// Warns if other work disturbed the run, and removes an earlier such warning.
  package mutating func markDisturbance() {
    let beginning = "Other work disturbed the run: "
    warnings.removeAll { $0.hasPrefix(beginning) }
    let disturbance = Disturbance(self)
    guard disturbance.isDisturbed else { return }
    warnings.append("\(beginning)\(disturbance.signs.joined(separator: ", and ")).")
  }
}
