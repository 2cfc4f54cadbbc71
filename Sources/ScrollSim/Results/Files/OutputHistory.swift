internal import Foundation
internal import Support

/// The whole records that later ones replaced: `history/fling.replay.2026-11-22T10-41-07Z.library+costs.json`, with the date of the
/// record and the differences of the next one besides figures; nothing deletes files here.
package struct OutputHistory: Sendable {
  /// The characters of all words for differences between two records.
  static let mostWords = 80

  let folder: String
  /// The prefix of its files' names.
  let name: String

  private var place: String { "\(folder)/history" }

  /// The result before the one in a file: the whole one beside an interrupted one, or the last one that a whole one replaced.
  ///
  /// None is dated later than its file: a clock that was wrong may have dated one in the future.
  package static func result(before path: String) -> String? {
    let file = URL(filePath: path)
    let folder = file.deletingLastPathComponent().relativePath
    let name = file.deletingPathExtension().lastPathComponent
    guard let whole = LivePartial.whole(name) else {
      let history = OutputHistory(folder: folder, name: name)
      let (date, start) = (dateOfFile(path), "\(history.place)/\(name).".count)
      return history.files.last { String($0.dropFirst(start).prefix(date.count)) <= date }
    }
    let path = "\(folder)/\(whole).json"
    return FileNames.exist(path) ? path : nil
  }

  /// The page of the kept record that is this file; `nil` if none is.
  func page(of identity: FileIdentity, like page: String) -> String? {
    let kept = files.last { (try? FileStatus(of: $0).identity) == identity }
    return kept.map { "\($0.dropLast("json".count))\(URL(filePath: page).pathExtension)" }
  }

  /// The records' files, the oldest first.
  var files: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.filter {
      // Another history's name may begin with this one's.
      $0.hasSuffix(".json") && $0.hasPrefix(name)
        && $0.dropFirst(name.count).prefixMatch(of: /\.\d{4}-\d\d-\d\dT/) != nil
    }
    .sorted().map { "\(place)/\($0)" }
  }

  func makeFolder() throws(ResultFileError) {
    do {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    } catch {
      throw ResultFileError(
        .system, path: place,
        "expected to keep the previous result here, but \(ResultFileError.words(error)); choose another folder"
      )
    }
  }

  /// Keeps a file before it is replaced, and its page if there is one, and returns where.
  ///
  /// - Parameter date: the time it was made, ISO 8601 in UTC; if `nil` or malformed, the file's date applies.
  package func keep(
    _ path: String, madeAt date: String?, differing words: [String], with page: String? = nil
  ) throws(ResultFileError) -> String {
    try makeFolder()
    let date = Self.date(date) ?? Self.dateOfFile(path)
    let ending = words.isEmpty ? "" : ".\(words.joined(separator: "+"))"
    do {
      for number in 1... {
        // Two records of the same second; the underscore sorts after the dot.
        let stem = "\(name).\(date)\(number == 1 ? "" : "_\(number)")"
        let taken = try FileManager.default.contentsOfDirectory(atPath: place)
        let kept = "\(place)/\(stem)\(ending)"
        guard !taken.contains(where: { $0.hasPrefix("\(stem).") }),
          try Self.keep(path, as: "\(kept).json")
        else { continue }
        if let page, FileManager.default.fileExists(atPath: page) {
          _ = try Self.keep(page, as: "\(kept).\(URL(filePath: page).pathExtension)")
        }
        return "\(kept).json"
      }
    } catch {
      throw ResultFileError(
        .system, path: place,
        "expected to keep \(path) here, which is to be replaced, but \(ResultFileError.words(error)); make room for it"
      )
    }
    preconditionFailure("numbers do not end")
  }

  /// Gives a file a second name, or makes a copy where there are no hard links; `false` if the name is taken.
  private static func keep(_ path: String, as second: String) throws(SystemError) -> Bool {
    let file = try OutputFile(path).path
    do throws(SystemError) { try FileNames.add(second, to: file) } catch {
      if error.code == EEXIST { return false }
      let original = try OpenFile(file)
      try OutputFile(second).write(original.bytes(at: 0, count: original.status().byteCount))
    }
    return true
  }

  /// The date in the form for a file's name; `nil` for any other text, which comes from a file.
  private static func date(_ text: String?) -> String? {
    guard let text, text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil else { return nil }
    return text.replacing(":", with: "-")
  }

  private static func dateOfFile(_ path: String) -> String {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let modified = attributes?[.modificationDate] as? Date
    return date((modified ?? .distantPast).formatted(.iso8601)) ?? "0001-01-01T00-00-00Z"
  }
}
