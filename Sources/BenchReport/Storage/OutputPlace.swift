#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The place of a record in an output folder, where a partial record never replaces a whole one and no whole one is lost.
///
///     fling.replay.json            the latest whole record, and fling.replay.html, its page
///     fling.replay.partial.json    one that is being made or was interrupted, and its page
///     history/fling.replay.…       whole ones before it, and their pages
public struct OutputPlace<Record: OutputRecord>: Sendable {
  /// A record that was written.
  public struct Written: Sendable {
    /// The record's file.
    public let path: String
    /// Where the record's page belongs.
    public let page: String
    /// The new place of the record that was at `path`; `nil` if there was none, or if it said the same.
    public let earlier: String?
  }

  private let folder: String
  private let name: String
  private let pageKind: String

  /// Names a place.
  ///
  /// - Parameters:
  ///   - name: the name without an extension, as in `fling.replay`.
  ///   - pageKind: the extension of a record's page.
  public init(folder: String, name: String, pageKind: String = "html") {
    self.folder = folder
    self.name = name
    self.pageKind = pageKind
  }

  /// The latest whole record.
  public var path: String { "\(folder)/\(name).json" }
  /// The page of the latest whole record.
  public var page: String { page(of: path) }
  /// The record that is being made or was interrupted.
  public var partialPath: String { "\(folder)/\(name).partial.json" }

  /// Checks that a whole record can be put in its place, before minutes go into making it.
  ///
  /// - Throws: ``ResultFileError`` that names the obstacle.
  public func check() throws(ResultFileError) {
    var isFolder = false
    #if canImport(FoundationEssentials)
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    #else
      var answer: ObjCBool = false
      let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &answer)
      isFolder = answer.boolValue
    #endif
    if isFolder {
      throw ResultFileError(
        path: path, "expected to write here, but a folder stands in the place; choose another")
    }
    if exists { try OutputHistory(folder: folder, name: name).makeFolder() }
  }

  /// Writes a record to ``partialPath`` or, if it is whole, to ``path``, after the record there is kept in the history.
  ///
  /// At every moment, ``path`` is whole, and both the new record and the old one are on disk.
  ///
  /// - Throws: ``ResultFileError`` if the record holds a number that is not finite, or cannot be written. ``path`` is then
  ///   unchanged.
  public func write(_ record: Record) throws -> Written {
    let aside = try writeAside(record)
    guard record.isWhole else { return aside }
    let earlier = try keepEarlier(than: record)
    try AtomicFile.move(partialPath, over: path)
    try? FileManager.default.removeItem(atPath: page(of: partialPath))
    return Written(path: path, page: page, earlier: earlier)
  }

  /// Writes a record to ``partialPath`` even if it is whole, because more is to come.
  ///
  /// - Throws: as ``write(_:)`` does.
  public func writeAside(_ record: Record) throws -> Written {
    try record.write(to: partialPath)
    return Written(path: partialPath, page: page(of: partialPath), earlier: nil)
  }

  private func page(of path: String) -> String { path.dropLast("json".count) + pageKind }

  private func keepEarlier(than record: Record) throws -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let history = OutputHistory(folder: folder, name: name)
    let kept: String
    if let earlier = try? Record.read(path: path) {
      if record.saysTheSame(as: earlier) { return nil }
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

extension OutputPlace where Record == ResultFile {
  /// The place of a scenario's results of one mode.
  public init(folder: String, scenario: String, mode: ResultFile.Mode) {
    self.init(folder: folder, name: "\(scenario).\(mode.rawValue)")
  }
}
