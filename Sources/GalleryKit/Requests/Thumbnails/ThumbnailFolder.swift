internal import Foundation
internal import GalleryEngine
internal import Support
internal import Synchronization

/// The files of a thumbnail store: one per entry, whose name holds all that an index needs.
///
/// A file is written beside its place and moved there, so that an entry is whole at any moment, or absent. Nothing is
/// flushed to the disk: a file's length and checksums reveal the damage of a power failure. The folder itself is the
/// source of truth; a file `order`, which may be missing, only lists the names in the order of use. One process writes, the
/// holder of a lock that the system releases when its process dies; others read. Files of other names are left alone.
final class ThumbnailFolder: Sendable {
  typealias Entry = ThumbnailIndex.Entry
  typealias Failure = ThumbnailStore.Failure

  let path: String
  /// Held by the process that writes; `nil` in others.
  private let lock: Locked<HeldFile?>
  /// The reason why the folder can only be read; `nil` for the writer.
  let problem: Failure?
  private let writes = Atomic(0)

  private static let partialPrefix = ".partial-"

  /// Whether this object is the writer.
  var isWriter: Bool { problem == nil }

  /// Opens a folder, and makes it if necessary.
  init(path: String) throws(Failure) {
    self.path = path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(
        kind: .folder, path: path,
        reason: "expected a folder for thumbnails, or a place for one, but \(error.localizedDescription)")
    }
    var reason: (kind: Failure.Kind, words: String)?
    var held: HeldFile?
    do throws(SystemError) {
      held = try HeldFile.claim(path + "/lock")
      if held == nil { reason = (.inUse, "another store writes to the folder") }
    } catch {
      reason = (.unwritable, "its lock cannot be taken: " + error.reason)
    }
    lock = Locked(held)
    problem = reason.map {
      Failure(kind: $0.kind, path: path, reason: "thumbnails are only read, none are kept: " + $0.words)
    }
  }

  /// All entries, the least recently used first, those of unknown use, which are newer, last and by name.
  ///
  /// The writer also removes the half-written files of a killed writer. No entry is opened.
  func list() throws(Failure) -> [Entry] {
    var names: [String] = []
    do throws(SystemError) {
      try OpenFile(path, O_DIRECTORY).forEachEntry { name, _ in
        names.append(String(decoding: name, as: UTF8.self))
      }
    } catch {
      throw Failure(kind: .folder, path: path, reason: "the folder cannot be listed: \(error.reason)")
    }
    for name in names where isWriter && name.hasPrefix(Self.partialPrefix) {
      try? FileNames.remove("\(path)/\(name)")
    }
    // Only advice: without it, or if it is damaged, only the choice of which to evict first is lost.
    let order = (try? String(contentsOfFile: orderPath, encoding: .utf8)) ?? ""
    var places: [Substring: Int] = [:]
    for (place, name) in order.split(separator: "\n").enumerated() { places[name] = place }
    return names.map { (place: places[$0[...]] ?? .max, name: $0) }
      .sorted { ($0.place, $0.name) < ($1.place, $1.name) }.compactMap { Entry(fileName: $0.name) }
  }

  func map(_ entry: Entry) throws(SystemError) -> MappedFile { try MappedFile(path: file(of: entry)) }

  /// Writes an entry's file, whole or not at all.
  func write(
    _ header: [UInt8], _ pixels: UnsafeRawBufferPointer, _ profile: [UInt8], as entry: Entry
  ) throws(Failure) {
    try write(to: file(of: entry)) { file throws(SystemError) in
      try file.write(header)
      unsafe try file.write(pixels)
      try file.write(profile)
    }
  }

  /// Removes an entry's file; existing mappings stay valid.
  func remove(_ entry: Entry) { try? FileNames.remove(file(of: entry)) }

  /// Records the order of use, the least recently used first.
  func remember(_ entries: [Entry]) throws(Failure) {
    let names = entries.map(\.fileName).joined(separator: "\n")
    try write(to: orderPath) { file throws(SystemError) in try file.write(Array(names.utf8)) }
  }

  /// Releases the lock, so that another store can write.
  func release() { lock.withLock { $0 = nil } }

  func file(of entry: Entry) -> String { "\(path)/\(entry.fileName)" }

  private var orderPath: String { path + "/order" }

  /// Makes a file of the output of `body`.
  private func write(
    to place: String, _ body: (borrowing OpenFile) throws(SystemError) -> Void
  ) throws(Failure) {
    let number = writes.add(1, ordering: .relaxed).oldValue
    let partial = "\(path)/\(Self.partialPrefix)\(number)"
    do throws(SystemError) {
      let file = try OpenFile(partial, O_WRONLY | O_CREAT | O_TRUNC, permissions: 0o600)
      try body(file)
      try file.close()
      try FileNames.move(partial, to: place)
    } catch {
      try? FileNames.remove(partial)
      throw Failure(kind: .unwritable, path: place, reason: "cannot be written: \(error.reason)")
    }
  }
}

extension ThumbnailStore {
  /// A failure of a thumbnail store, or of one of its entries.
  ///
  /// None of these keeps an image from being delivered: an image that the store lacks is decoded.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// The folder cannot be made, opened or listed.
      case folder
      /// Another process, or another store of this one, writes to the folder; this one only reads.
      case inUse
      /// An entry's bytes differ from the written ones; it was dropped.
      case damaged
      /// An entry cannot be read.
      case unreadable
      /// A thumbnail cannot be written: the disk is full, read only, or gone.
      case unwritable
    }

    /// The kind of failure.
    public let kind: Kind
    /// The file or folder.
    public let path: String
    /// The expectation and the finding, in words.
    public let reason: String

    /// The path and the reason.
    public var description: String { "\(path): \(reason)" }
  }
}
