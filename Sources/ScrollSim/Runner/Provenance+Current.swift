package import BenchReport
internal import Foundation

extension Provenance {
  /// What made a result: this program, on this machine, now.
  ///
  /// - Parameters:
  ///   - command: the command line.
  ///   - libraries: versions of the image libraries, by name.
  package static func current(command: [String], libraries: [String: String]) async -> Provenance {
    let process = ProcessInfo.processInfo
    return Provenance(
      startedAt: Date.now.formatted(.iso8601), command: command, git: await Commit.ofProgram(),
      swift: compiler, os: process.operatingSystemVersionString, cpu: processor,
      cores: process.activeProcessorCount,
      memoryBytes: Int(process.physicalMemory), libraries: libraries, allocator: allocator, build: build)
  }

  private static var allocator: String {
    WorkerProcess.allocatorSettings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(
      separator: " ")
  }

  private static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }

  private static var processor: String {
    #if canImport(Darwin)
      var size = 0
      unsafe sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0)
      var name = [CChar](repeating: 0, count: size)
      unsafe sysctlbyname("machdep.cpu.brand_string", &name, &size, nil, 0)
      return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
      let line = information.split(separator: "\n").first {
        $0.hasPrefix("model name") || $0.hasPrefix("Model")
      }
      return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    #endif
  }
}
