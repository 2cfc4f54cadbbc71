/// Watches for other work on the machine while costs are measured, which makes decoders look slower than they are.
///
/// It judges by the signs and limits of replays (``Disturbance``): other programs' share of the processors, the time that decoders
/// waited for one, stolen time, and a fixed piece of work before, in between and after.
struct CalibrationWatch {
  private let usage: ProcessUsage
  private let start: MachineTimes?
  private var canaries: [Double]

  /// Begins to watch.
  ///
  /// - Throws: ``ProcessUsage/Unavailable`` if the system does not report the process's usage.
  init() throws(ProcessUsage.Unavailable) {
    canaries = [Canary.seconds()]
    usage = try ProcessUsage()
    start = usage.machine
  }

  /// Performs the fixed piece of work.
  mutating func look() { canaries.append(Canary.seconds()) }

  /// The signs of other work since the beginning, in words, the worst first; `nil` without any.
  ///
  /// - Parameter samples: images that were decoded one at a time, so that no decoder waited for another.
  mutating func disturbance(of samples: [DecodeSample]) -> [String]? {
    look()
    let timed = samples.filter { $0.processorMilliseconds != nil }
    let signs = Self.signs(
      shares: start.flatMap { usage.machine?.shares(since: $0) },
      decoding: timed.reduce(0) { $0 + $1.milliseconds },
      processor: timed.reduce(0) { $0 + ($1.processorMilliseconds ?? 0) }, canaries: canaries)
    return signs.isEmpty ? nil : signs
  }

  /// The signs in figures of a measurement.
  ///
  /// - Parameters:
  ///   - shares: the other activity of the machine; `nil` where the kernel does not report it.
  ///   - decoding: the time of decoding.
  ///   - processor: the part of it with a processor; 0 if it is not known.
  ///   - canaries: the times of the fixed piece of work.
  static func signs(
    shares: MachineShares?, decoding: Double, processor: Double, canaries: [Double]
  ) -> [String] {
    var figures: [String: Double] = [:]
    figures["othersShare"] = shares?.others
    figures["stealShare"] = shares?.stolen
    if processor > 0 { figures["disturbance"] = decoding / processor }
    if let least = canaries.min(), let most = canaries.max(), least > 0 {
      figures["canarySlowdown"] = most / least
    }
    return Disturbance { figures[$0] }.signs
  }
}
