internal import Foundation
internal import Support

/// The place of a record in an output folder, where a partial record never replaces a whole one, and no run another's.
///
///     fling.replay.json               the latest whole record, and fling.replay.html, its page
///     fling.replay.4711.partial.json  one that a process is making, or was interrupted in, and its page
///     history/fling.replay.…          whole ones before it, and their pages
package struct OutputPlace<Record: OutputRecord>: Sendable {
  /// A record that was written.
  package struct Written: Sendable {
    package let path: String
    /// Where the record's page belongs.
    package let page: String
    /// The new place of the record that was at `path`; `nil` if there was none, or if it said the same.
    package let earlier: String?
    /// The record as a file, and the history into which another may move it; `nil` for a partial record.
    let whole: (identity: FileIdentity, history: OutputHistory)?
  }

  private let folder: String
  private let name: String
  private let pageKind: String
  private let partial: LivePartial

  /// Names a place, as in `fling.replay`, whose pages have an extension.
  package init(folder: String, name: String, pageKind: String = "html") {
    (self.folder, self.name, self.pageKind) = (folder, name, pageKind)
    partial = LivePartial(folder: folder, name: name)
  }

  /// The latest whole record.
  package var path: String { "\(folder)/\(name).json" }
  /// The page of the latest whole record.
  package var page: String { page(of: path) }
  /// The record that this process is making; `nil` before it is written.
  package var partialPath: String? { partial.path }
  /// The records of runs that were interrupted, the latest first.
  package var interrupted: [String] {
    LivePartial.files(in: folder, of: name).filter { !LivePartial.isLive($0) }
  }

  /// Takes over the latest record of a run that was interrupted, if any, and names the others; what is written next replaces it.
  package func resume() -> (path: String, others: [String])? { partial.adopt() }

  /// Checks that a whole record can be put in its place, before minutes go into making it.
  package func check() throws(ResultFileError) {
    if FileNames.exist(folder), !FileNames.isWritable(folder) {
      throw ResultFileError(
        .system, path: folder,
        "expected a folder to write \(Record.kind.name) to, found one that cannot be written; choose another")
    }
    try checkName()
    guard FileNames.exist(path) else { return }
    if (try? FileStatus(of: path).kind) == .folder {
      throw ResultFileError(
        .system, path: path, "expected to write here, but there is a folder in its place; choose another")
    }
    try history.makeFolder()
  }

  /// Checks that the file system takes the longest name of a partial record, and of one in the history where one will go there.
  private func checkName() throws(ResultFileError) {
    let longest =
      FileNames.exist(path)
      ? "2026-11-22T10-41-07Z.\(String(repeating: "+", count: OutputHistory.mostWords)).json"
      : "\(getpid()).partial.json"
    do throws(SystemError) { _ = try FileStatus(of: "\(folder)/\(name).\(longest)") } catch {
      guard error.code == ENAMETOOLONG else { return }
      throw ResultFileError(
        .system, path: path,
        "expected to write \(Record.kind.name) here, but the name is too long for a file; "
          + "take shorter or fewer names")
    }
  }

  /// Writes a record to ``partialPath`` or, if it is whole, to ``path``, after the record there is kept in the history.
  ///
  /// At every moment, ``path`` is whole, and both the new record and the old one are on disk. Of runs that
  /// end at the same time, each finds the record of the one before. If the record cannot be written, ``path``
  /// is unchanged.
  package func write(_ record: Record) throws -> Written {
    let aside = try writeAside(record)
    guard record.isWhole else { return aside }
    let earlier = try replace(by: aside.path, record)
    let whole = (try? FileStatus(of: path).identity).map { ($0, history) }
    partial.release()
    try? FileManager.default.removeItem(atPath: aside.page)
    return Written(path: path, page: page, earlier: earlier, whole: whole)
  }

  /// Writes a record to ``partialPath`` even if it is whole, because more is to come.
  package func writeAside(_ record: Record) throws -> Written {
    let text = try record.json() + "\n"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let path = try partial.write(text)
      return Written(path: path, page: page(of: path), earlier: nil, whole: nil)
    } catch {
      throw ResultFileError(unwritable: partialPath ?? path, as: Record.kind.name, error)
    }
  }

  private func page(of path: String) -> String { path.dropLast("json".count) + pageKind }

  private var history: OutputHistory { OutputHistory(folder: folder, name: name) }

  /// The lock is on the file that is replaced; a process that waited for it finds another file here, and
  /// starts over.
  private func replace(by draft: String, _ record: Record) throws(ResultFileError) -> String? {
    do {
      while true {
        let place = try OutputFile(path)
        if place.isStream {
          try place.take(draft)
          return nil
        } else if !FileNames.exist(place.path) {
          if try FileNames.moveExclusively(draft, to: place.path) { return nil }
        } else if let earlier = try HeldFile.lock(place.path, waits: true) {
          return try withExtendedLifetime(earlier) {
            let kept = try keepEarlier(than: record)
            try place.take(draft)
            return kept
          }
        }
      }
    } catch let error as ResultFileError {
      throw error
    } catch {
      throw ResultFileError(
        .system, path: path,
        "expected to move \(draft) here, but \(ResultFileError.words(error)); make room for it")
    }
  }

  private func keepEarlier(than record: Record) throws(ResultFileError) -> String? {
    let kept: String
    if let earlier = try? Record.read(path: path) {
      var same = record
      same.provenance = earlier.provenance
      if same == earlier { return nil }
      kept = try history.keep(
        path, madeAt: earlier.provenance.startedAt, differing: record.differences(from: earlier), with: page)
    } else {
      // A record that this version cannot read is kept as well, under the date of its file.
      kept = try history.keep(path, madeAt: nil, differing: ["unreadable"], with: page)
    }
    // The page describes the earlier record, not the one that replaces it.
    try? FileManager.default.removeItem(atPath: page)
    return kept
  }
}

extension OutputPlace.Written {
  /// Writes the record's page: beside the record, which may be in the history by now, as another run has ended.
  package func write(page text: String) throws(ResultFileError) {
    do throws(SystemError) {
      var lock: HeldFile?
      while whole != nil, lock == nil, FileNames.exist(path) { lock = try HeldFile.lock(path, waits: true) }
      defer { withExtendedLifetime(lock) {} }
      var place: String? = page
      if let whole, (try? FileStatus(of: path).identity) != whole.identity {
        place = whole.history.page(of: whole.identity, like: page)
      }
      // Whoever removed the record wants no page of it.
      if let place { try OutputFile(place).write([UInt8](text.utf8)) }
    } catch {
      throw ResultFileError(unwritable: page, as: "a page", error)
    }
  }
}

extension OutputPlace where Record == ResultFile {
  /// The place of a scenario's results of one mode.
  package init(folder: String, scenario: String, mode: ResultFile.Mode) {
    self.init(folder: folder, name: "\(scenario).\(mode.rawValue)")
  }
}
