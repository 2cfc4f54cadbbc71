internal import Foundation
internal import GalleryKit
internal import Subprocess

extension Provenance {
  /// The provenance of a result that this program makes on this machine now; `libraries` are versions by name.
  package static func current(command: [String], libraries: [String: String]) async -> Provenance {
    #if DEBUG
      let build = "debug"
    #else
      let build = "release"
    #endif
    #if compiler(>=6.4)
      let compiler = "6.4 or later"
    #elseif compiler(>=6.3)
      let compiler = "6.3"
    #else
      let compiler = "6.2"
    #endif
    let process = ProcessInfo.processInfo
    return Provenance(
      startedAt: Date.now.formatted(.iso8601), command: command, git: await commit(),
      swift: compiler, os: process.operatingSystemVersionString, cpu: processor,
      cores: process.activeProcessorCount,
      memoryBytes: Int(process.physicalMemory), libraries: libraries, allocator: ImageManager.memorySettings,
      build: build)
  }

  private static var processor: String {
    #if os(macOS)
      var size = 0
      unsafe sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0)
      var name = [CChar](repeating: 0, count: size)
      unsafe sysctlbyname("machdep.cpu.brand_string", &name, &size, nil, 0)
      return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      return processor(in: (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? "")
    #endif
  }

  /// The processor's name in Linux's description of it; ARM's cores have numbers instead.
  static func processor(in information: String) -> String {
    func fields(_ names: [String]) -> [String] {
      let lines = names.compactMap { name in information.split(separator: "\n").first { $0.hasPrefix(name) } }
      return lines.compactMap { $0.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) }
    }
    if let name = fields(["model name", "Model"]).first { return name }
    let numbers = fields(["CPU implementer", "CPU part", "CPU variant", "CPU revision"])
    return numbers.isEmpty ? "unknown" : "ARM \(numbers.joined(separator: " "))"
  }

  /// The commit of the checkout that holds the program, with `-dirty` if the checkout has changes; `nil` where the
  /// program was installed elsewhere, or there is no git.
  private static func commit() async -> String? {
    guard let program = Bundle.main.executablePath else { return nil }
    // Only a build folder belongs to the checkout around it; an installed program does not.
    guard program.contains("/.build/") else { return nil }
    let folder = (program as NSString).deletingLastPathComponent
    guard
      let result = try? await Subprocess.run(
        .name("git"),
        arguments: ["-C", folder, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
        output: .string(limit: 4096)),
      case .exited(0) = result.terminationStatus
    else { return nil }
    return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension MachineFingerprint {
  /// The kind of machine that this program runs on and that `provenance` describes.
  package init(of provenance: Provenance) {
    #if os(macOS)
      let os = "macos"
    #else
      let os = "linux"
    #endif
    #if arch(x86_64)
      let architecture = "x86_64"
    #elseif arch(arm64)
      let architecture = "arm64"
    #else
      let architecture = "other"
    #endif
    self.init(os: os, architecture: architecture, cpu: provenance.cpu, cores: provenance.cores)
  }
}
