internal import Foundation

/// The results in an output folder, by name: `fling.replay` is the file `fling.replay.json`.
public struct ResultFolder: Sendable {
  /// A result, and the results that it replaced.
  package struct Entry: Sendable {
    /// As in `fling.replay`, or `fling.replay.4711.partial` if it was interrupted.
    package let name: String
    package let path: String
    /// The files of the results before it, the latest first.
    package let history: [String]
  }

  package let path: String

  /// Names a folder, which need not exist.
  package init(_ path: String) { self.path = path }

  /// The results in the folder, by name; each whole one comes before its interrupted one.
  package var entries: [Entry] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
      .filter(isName).sorted().map { name in
        Entry(
          name: name, path: "\(path)/\(name).json",
          history: OutputHistory(folder: path, name: name).files.reversed())
      }
  }

  /// The file for a word on a command line: a result's name, which needs no mode if there is only one, a name in the history, or
  /// else a path; an error lists the results here.
  package func file(for word: String) throws(ResultFileError) -> String {
    let dated = "\(path)/\(word.hasPrefix("history/") ? "" : "history/")\(word).json"
    if FileManager.default.fileExists(atPath: dated) { return dated }
    do { return try entry(for: word)?.path ?? word } catch {
      let type = try? FileManager.default.attributesOfItem(atPath: word)[.type] as? FileAttributeType
      guard let type, type != .typeDirectory else { throw error }
      return word
    }
  }

  private func entry(for word: String) throws(ResultFileError) -> Entry? {
    let entries = entries
    if let entry = entries.first(where: { $0.name == word }) { return entry }
    guard !word.contains("/"), !word.hasSuffix(".json") else { return nil }
    let whole = entries.filter { entry in Self.modes.contains { entry.name == "\(word)\($0)" } }
    guard whole.count != 1 else { return whole[0] }
    let names = (whole.isEmpty ? entries : whole).map(\.name).joined(separator: ", ")
    throw ResultFileError(
      path: path,
      whole.isEmpty
        ? "expected a result, found none that is called '\(word)'; there are: \(names.isEmpty ? "none" : names)"
        : "expected one result, found \(names); name one of them")
  }

  private static let modes = ResultFile.Mode.allCases.map { ".\($0.rawValue)" }

  /// Whether a name is a result's; a partial one is not while its run goes on.
  private func isName(_ name: String) -> Bool {
    guard let whole = LivePartial.whole(name) else { return Self.modes.contains(where: name.hasSuffix) }
    return Self.modes.contains(where: whole.hasSuffix) && !LivePartial.isLive("\(path)/\(name).json")
  }
}
