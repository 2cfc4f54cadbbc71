internal import Foundation
internal import Support

/// The time that a machine's processors and a process have spent so far, in seconds, as Linux counts it.
package struct MachineTimes: Hashable, Sendable {
  package var processors: Processors
  /// The time of all threads of the process.
  package var process: Double
  /// The process's threads, running and waiting for a processor; `nil` where the kernel does not say.
  package var queue: Queue?

  /// The times of all processors in `/proc/stat`.
  package struct Processors: Hashable, Sendable {
    package var total: Double
    package var idle: Double
    /// Time in which a hypervisor ran other guests.
    package var stolen: Double

    /// Reads the text of `/proc/stat`, in units of `tick` seconds; `nil` if its form is different.
    package init?(stat: String, tick: Double) {
      guard let line = stat.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
      let ticks = line.split(separator: " ").dropFirst().compactMap { Double($0) }
      // user nice system idle iowait irq softirq steal; guests' time, which follows, is in user already.
      guard ticks.count >= 8 else { return nil }
      total = ticks.prefix(8).reduce(0, +) * tick
      idle = (ticks[3] + ticks[4]) * tick
      stolen = ticks[7] * tick
    }
  }

  /// The time that threads had a processor, and the time that they waited for one.
  package struct Queue: Hashable, Sendable {
    package var running = 0.0
    package var waiting = 0.0

    /// Adds up the texts of threads' `/proc/…/schedstat`; `nil` if none of them is valid.
    package init?(schedstats: [String]) {
      let times = schedstats.map { $0.split(whereSeparator: \.isWhitespace).compactMap { Double($0) } }
        .filter { $0.count == 3 }
      guard !times.isEmpty else { return nil }
      running = times.reduce(0) { $0 + $1[0] } / 1e9
      waiting = times.reduce(0) { $0 + $1[1] } / 1e9
    }
  }

  package func shares(since earlier: MachineTimes) -> MachineShares? {
    let total = processors.total - earlier.processors.total
    guard total > 0 else { return nil }
    let stolen = processors.stolen - earlier.processors.stolen
    let busy = total - (processors.idle - earlier.processors.idle) - stolen
    let own = process - earlier.process
    return MachineShares(
      others: min(1, max(0, busy - own) / total), stolen: min(1, max(0, stolen) / total),
      queueDelay: queue.flatMap { now in
        earlier.queue.flatMap { before in
          let running = now.running - before.running
          return running > 0 ? max(0, now.waiting - before.waiting) / running : nil
        }
      })
  }
}

/// Other activity of a machine while a run was measured.
package struct MachineShares: Hashable, Sendable {
  /// The share of all processors' time that other processes had, 0…1.
  package var others: Double
  /// The share that a hypervisor gave to other guests, 0…1.
  package var stolen: Double
  /// How long the run's threads waited for a processor, for each second that they had one; `nil` where it is not known.
  package var queueDelay: Double?
}

extension MachineTimes {
  /// The times so far; `nil` where the kernel does not report them.
  static func now(process: Double) -> MachineTimes? {
    let tick = 1 / Double(sysconf(Int32(_SC_CLK_TCK)))
    guard let processors = text("/proc/stat").flatMap({ Processors(stat: $0, tick: tick) }) else {
      return nil
    }
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return MachineTimes(
      processors: processors, process: process,
      queue: Queue(schedstats: tasks.compactMap { text("/proc/self/task/\($0)/schedstat") }))
  }

  private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
