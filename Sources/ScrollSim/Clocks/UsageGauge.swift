internal import GalleryKit
internal import Support

/// Measures the memory and processor time of a run, in bytes and seconds.
package protocol UsageGauge {
  /// Bytes in memory now.
  var residentBytes: Int { get }
  /// The most bytes since ``resetPeak()``.
  var peakResidentBytes: Int { get }
  /// The peak since ``resetPeak()``, as far as it can be read in every frame; the device's limit is checked against it.
  var highestKnownBytes: Int { get }
  /// Processor time so far.
  var cpuSeconds: Double { get }
  /// The times of the machine and the process so far; `nil` where the system does not report them, and in a model.
  var machine: MachineTimes? { get }
  /// Restarts the high-water mark from now; returns whether it could.
  func resetPeak() -> Bool
}

extension UsageGauge {
  package var highestKnownBytes: Int { peakResidentBytes }
  package var machine: MachineTimes? { nil }
}

/// The system's figures for this process.
///
/// Memory is the resident set on Linux and the physical footprint on macOS, by which the system kills.
package final class ProcessUsage: UsageGauge {
  package struct Unavailable: Error, CustomStringConvertible {
    let source: String

    package var description: String {
      "expected the process's memory from \(source), found nothing; without it no run can be measured"
    }
  }

  #if canImport(Darwin)
    package init() throws(Unavailable) {
      guard residentBytes > 0 else { throw Unavailable(source: "proc_pid_rusage") }
    }

    package var residentBytes: Int { Int(info.ri_phys_footprint) }

    package var peakResidentBytes: Int { Int(info.ri_interval_max_phys_footprint) }

    package func resetPeak() -> Bool { unsafe proc_reset_footprint_interval(getpid()) == 0 }

    private var info: rusage_info_v4 {
      var info = rusage_info_v4()
      _ = unsafe withUnsafeMutablePointer(to: &info) { pointer in
        unsafe pointer.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
          unsafe proc_pid_rusage(getpid(), RUSAGE_INFO_V4, $0)
        }
      }
      return info
    }
  #else
    private let statm: OpenFile
    private let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

    package init() throws(Unavailable) {
      guard let statm = try? OpenFile("/proc/self/statm") else {
        throw Unavailable(source: "/proc/self/statm")
      }
      self.statm = statm
      guard residentBytes > 0 else { throw Unavailable(source: "/proc/self/statm") }
      guard peakResidentBytes > 0 else { throw Unavailable(source: "VmHWM in /proc/self/status") }
    }

    /// Bytes in memory now; a read of a few microseconds.
    package var residentBytes: Int {
      let fields = Self.text(of: statm).split(separator: " ")
      return fields.count > 1 ? (Int(fields[1]) ?? 0) * pageSize : 0
    }

    package var peakResidentBytes: Int {
      guard let file = try? OpenFile("/proc/self/status") else { return 0 }
      // A line of the user's groups comes before it; there may be 65,536 of them.
      let line = Self.text(of: file, count: 1 << 20).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      let kilobytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
        Int($0)
      }
      return (kilobytes ?? 0) * 1024
    }

    package func resetPeak() -> Bool {
      (try? OpenFile("/proc/self/clear_refs", O_WRONLY).write(Array("5".utf8))) != nil
    }

    private static func text(of file: borrowing OpenFile, count: Int = 4096) -> String {
      String(decoding: (try? file.bytes(at: 0, count: count)) ?? [], as: UTF8.self)
    }
  #endif

  // The kernel's own mark costs too much to be read every frame.
  package var highestKnownBytes: Int { residentBytes }

  package var machine: MachineTimes? { .now(process: cpuSeconds) }

  package var cpuSeconds: Double { SystemClock.processSeconds }
}

/// The memory of a process that held the model's images: its base before the first one, and the ledger.
struct ModelUsage: UsageGauge {
  let baseBytes: Int
  let ledger: MemoryLedger
  let decoder: ModelDecoder

  var residentBytes: Int { baseBytes + ledger.snapshot.total }
  var peakResidentBytes: Int { baseBytes + ledger.snapshot.peak }
  /// The processor time of decoding alone.
  var cpuSeconds: Double { decoder.decodeSeconds }

  func resetPeak() -> Bool {
    ledger.resetPeak()
    return true
  }
}
