internal import GalleryKit
internal import SystemCalls

/// Says how much memory and processor time a run uses: bytes and seconds.
package protocol UsageGauge {
  /// Bytes in memory now.
  var residentBytes: Int { get }
  /// The most bytes since ``resetPeak()``.
  var peakResidentBytes: Int { get }
  /// The most bytes since then as far as that is known at once, frame by frame: what the device's limit is held against.
  var highestKnownBytes: Int { get }
  /// Processor time so far.
  var cpuSeconds: Double { get }
  /// What the machine and the process have spent so far; `nil` where the system does not say, and in a model.
  var machine: MachineTimes? { get }
  /// Lets the high-water mark start again from now; returns whether it did.
  func resetPeak() -> Bool
}

extension UsageGauge {
  package var machine: MachineTimes? { nil }
}

/// What the system says this process uses.
///
/// Memory in bytes, time in seconds.
///
/// On Linux memory is the resident set, on macOS the physical footprint, which is what the system kills by.
package final class ProcessUsage {
  /// The system does not say what the process uses.
  package struct Unavailable: Error, CustomStringConvertible {
    let source: String

    package var description: String {
      "expected the process's memory from \(source), found nothing; without it no run can be measured"
    }
  }

  #if canImport(Darwin)
    /// Finds out whether the system tells.
    ///
    /// - Throws: ``Unavailable`` if it does not.
    package init() throws(Unavailable) {
      guard residentBytes > 0 else { throw Unavailable(source: "proc_pid_rusage") }
    }

    /// Bytes in memory now.
    package var residentBytes: Int { Int(info.ri_phys_footprint) }

    /// The most bytes since ``resetPeak()``, as the kernel saw it.
    package var peakResidentBytes: Int { Int(info.ri_interval_max_phys_footprint) }

    /// Lets the kernel's high-water mark start again from now.
    ///
    /// - Returns: whether the kernel did.
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

    /// Finds out whether the system tells.
    ///
    /// - Throws: ``Unavailable`` if it does not.
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

    /// The most bytes since ``resetPeak()``, as the kernel saw it.
    package var peakResidentBytes: Int {
      guard let file = try? OpenFile("/proc/self/status") else { return 0 }
      let line = Self.text(of: file).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      let kilobytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
        Int($0)
      }
      return (kilobytes ?? 0) * 1024
    }

    /// Lets the kernel's high-water mark start again from now.
    ///
    /// - Returns: whether the kernel did.
    package func resetPeak() -> Bool {
      (try? OpenFile("/proc/self/clear_refs", O_WRONLY).write(Array("5".utf8))) != nil
    }

    private static func text(of file: borrowing OpenFile) -> String {
      String(decoding: (try? file.bytes(at: 0, count: 4096)) ?? [], as: UTF8.self)
    }
  #endif

  /// What the machine and the process have spent so far.
  package var machine: MachineTimes? { .now(process: cpuSeconds) }

  /// Processor time of all threads so far.
  package var cpuSeconds: Double { SystemClock.processSeconds }
}

extension ProcessUsage: UsageGauge {
  // The kernel's own mark costs too much to be read every frame.
  package var highestKnownBytes: Int { residentBytes }
}

/// What a process would use that held the model's images: what it has before the first one, and the ledger.
struct ModelUsage: UsageGauge {
  let baseBytes: Int
  let ledger: MemoryLedger
  let decoder: ModelDecoder

  var residentBytes: Int { baseBytes + ledger.snapshot.total }
  var peakResidentBytes: Int { baseBytes + ledger.snapshot.peak }
  var highestKnownBytes: Int { peakResidentBytes }
  /// Decoding alone.
  var cpuSeconds: Double { decoder.decodeSeconds }

  func resetPeak() -> Bool {
    ledger.resetPeak()
    return true
  }
}
