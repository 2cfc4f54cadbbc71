internal import Foundation
internal import Support

/// The partial record of one run, `fling.replay.4711.partial.json`, under the number of the process that began it and locks it while
/// it lives, so that no other run replaces or resumes it.
final class LivePartial: Sendable {
  private let folder: String
  private let name: String
  private let held = Locked<Held?>(nil)

  private struct Held {
    var path: String
    var file: HeldFile
  }

  init(folder: String, name: String) { (self.folder, self.name) = (folder, name) }

  var path: String? { held.withLock { $0?.path } }

  /// Writes the record, whole or not at all, to the path that it returns and that no other run has.
  func write(_ text: String) throws(SystemError) -> String {
    let draft = try HeldFile(besides: "\(folder)/\(name)")
    do throws(SystemError) {
      try draft.file.write([UInt8](text.utf8))
      try draft.file.sync()
      // A file system without locks cannot say that this run lives; its record is still safe.
      _ = try? draft.file.lock()
      return try held.withLock { (held: inout sending Held?) throws(SystemError) -> String in
        let path: String
        if let own = held?.path {
          path = own
          try FileNames.move(draft.path, to: path)
        } else {
          path = try claim(draft.path)
        }
        held = Held(path: path, file: draft)
        return path
      }
    } catch {
      try? FileNames.remove(draft.path)
      throw error
    }
  }

  /// Gives a file a name that no other has, such as a run of another container with the same number.
  private func claim(_ draft: String) throws(SystemError) -> String {
    var number = 1
    while true {
      let path = "\(folder)/\(name).\(getpid())\(number == 1 ? "" : "-\(number)").partial.json"
      number += 1
      if try FileNames.moveExclusively(draft, to: path) { return path }
    }
  }

  /// Ends the claim on the file, once it has taken its place.
  func release() { held.withLock { $0 = nil } }

  /// Takes over the latest record of a run that was interrupted, if there is any, and names the others.
  func adopt() -> (path: String, others: [String])? {
    let all = Self.files(in: folder, of: name)
    for path in all {
      guard let file = try? HeldFile.lock(path) else { continue }
      held.withLock { $0 = Held(path: path, file: file) }
      return (path, all.filter { $0 != path && !Self.isLive($0) })
    }
    return nil
  }

  /// The partial records of a name, the latest first.
  static func files(in folder: String, of name: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { file in
      file.hasSuffix(".json") && whole(String(file.dropLast(".json".count))) == name
    }
    .map { "\(folder)/\($0)" }
    .map { path in (path, (try? FileStatus(of: path))?.modified.nanoseconds ?? 0) }
    .sorted { ($0.1, $0.0) > ($1.1, $1.0) }.map(\.0)
  }

  /// The name of the whole record for a partial one's, as `fling.replay` for `fling.replay.4711.partial`; `nil` for others.
  static func whole(_ name: String) -> String? {
    name.wholeMatch(of: /(.+)\.\d+(-\d+)?\.partial/).map { String($0.1) }
  }

  static func isLive(_ path: String) -> Bool {
    guard FileNames.exist(path), let file = try? HeldFile.lock(path) else { return FileNames.exist(path) }
    withExtendedLifetime(file) {}
    return false
  }
}
