import Foundation

/// The system's processes.
enum ProcessTable {
  /// The processes that a process has started and that have not ended.
  static func children(of parent: pid_t) -> [pid_t] {
    entries.filter { $0.parent == parent && $0.isRunning }.map(\.process)
  }

  /// Whether a process has not ended; a zombie has.
  static func isRunning(_ process: pid_t) -> Bool {
    entries.contains { $0.process == process && $0.isRunning }
  }

  private typealias Entry = (process: pid_t, parent: pid_t, isRunning: Bool)

  #if os(Linux)
    /// Read from `/proc`, because a container may have no `ps`.
    private static var entries: [Entry] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.compactMap(pid_t.init).compactMap { process in
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
          return nil
        }
        // "1234 (name) S 1000 …"; the name may hold anything, brackets too.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 1, let parent = pid_t(fields[1]) else { return nil }
        return (process, parent, !["Z", "X"].contains(fields[0]))
      }
    }
  #else
    private static var entries: [Entry] {
      let listing = Process()
      let output = Pipe()
      listing.executableURL = URL(filePath: "/bin/ps")
      listing.arguments = ["-A", "-o", "pid=,ppid=,state="]
      listing.standardOutput = output
      guard (try? listing.run()) != nil else { return [] }
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      return text.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ")
        guard fields.count == 3, let process = pid_t(fields[0]), let parent = pid_t(fields[1]) else {
          return nil
        }
        return (process, parent, !fields[2].hasPrefix("Z"))
      }
    }
  #endif
}
