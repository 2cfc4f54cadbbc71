internal import Foundation
internal import Support

/// The updates of a baseline, in a file beside it with a line each: if two branches update it, each adds a
/// line, and Git keeps both if `.gitattributes` says `merge=union`.
extension BaselineFile {
  /// `fling.model.history.jsonl` for `fling.model.baseline.json`.
  static func historyPath(of path: String) -> String {
    (path.hasSuffix(".baseline.json") ? String(path.dropLast(".baseline.json".count)) : path)
      + ".history.jsonl"
  }

  /// Reads a baseline and its history; `nil` if there is no such file.
  package static func readIfPresent(path: String) throws -> BaselineFile? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    var baseline = try read(path: path)
    let place = historyPath(of: path)
    baseline.history = try lines(of: place).enumerated().map { number, line in
      do {
        return try JSONDecoder().decode(Update.self, from: Data(line.utf8))
      } catch {
        throw ResultFileError(
          path: place, "line \(number + 1): expected an update of a baseline, found something else; \(repair)"
        )
      }
    }.sorted { $0.date < $1.date }
    baseline.forgetOldValues()
    return baseline
  }

  /// Writes the baseline, and adds its last update to the history.
  package func keep(at path: String) throws {
    try write(to: path)
    guard let last = history.last else { return }
    let place = Self.historyPath(of: path)
    let line = try last.stableJSON(isIndented: false)
    do {
      let text = (try Self.lines(of: place) + [line]).joined(separator: "\n") + "\n"
      try OutputFile(place).write([UInt8](text.utf8))
    } catch {
      throw ResultFileError(unwritable: place, as: "a baseline's history", error)
    }
  }

  private static func lines(of path: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    guard let data = FileManager.default.contents(atPath: path), data.count <= 100_000_000 else {
      throw ResultFileError(.system, path: path, "expected a history that can be read; \(repair)")
    }
    // Not by characters: a reason may contain other line separators than a file's.
    return data.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
