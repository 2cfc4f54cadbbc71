internal import Foundation
internal import GalleryEngine
internal import GalleryImages
internal import Support

/// Originals for a block of changes: whole copies in a hidden folder of the library, each safe on the disk.
struct StagedOriginals {
  struct Original: Sendable {
    /// The wanted name.
    let name: String
    let record: FileRecord
    /// The removal of the file that was copied, as it was before the copy; `nil` if that file stays.
    let removal: FileStep?
  }

  /// Names that begin with a dot are not indexed.
  static let folderName = ".incoming"
  /// Longer than any commit of staged originals takes.
  private static let longestAge: TimeInterval = 86_400

  let files: LibraryFiles
  let zones: PhotoTimeZones
  private(set) var originals: [String: Original] = [:]

  /// Copies an original, and reads its header; throws if it cannot be copied, or is not a picture that can be decoded.
  mutating func add(_ original: NewOriginal, for identifier: String) throws {
    let place = "\(files.folder)/\(Self.folderName)"
    try ChangeFailure.explaining("cannot make \(place)", try FileNames.makeFolder(place, permissions: 0o755))
    let path = "\(place)/\(identifier).jpg"
    let relative = RelativePath("\(Self.folderName)/\(identifier).jpg")
    do {
      let wanted: String?
      var removal: FileStep?
      switch original {
      case .file(let source, let isRemoved):
        wanted = source
        if isRemoved {
          let removed = RelativePath(URL(fileURLWithPath: source).path)
          removal = files.file(at: removed).map { FileStep(path: removed, signature: $0.signature) }
        }
        try files.disk.copy(source, to: path)
      case .bytes(let data, let name):
        wanted = name
        try files.disk.write(data, to: path)
      }
      guard let file = files.file(at: relative) else {
        throw ChangeFailure(description: "its copy has vanished from \(path)")
      }
      let record = FileRecord(
        file, in: files.folder, with: PhotoLibrary.readHeader, zones, identifier: identifier)
      if let failure = record.failure { throw ChangeFailure(description: failure) }
      // A name without folders, with the extension by which the format is known.
      let name = wanted.map { FileName.visible($0, else: identifier) } ?? identifier
      originals[identifier] = Original(
        name: FileName.with(extensionOf: record.original.format, name), record: record, removal: removal)
    } catch {
      files.forget(relative)
      throw error
    }
  }

  /// Removes the copies, none of which became part of the library.
  func discard() {
    for original in originals.values { files.forget(original.record.file.path) }
  }

  /// Removes old copies that killed processes left behind, and nothing else that lies there or that a link leads to.
  static func sweep(_ folder: String, now: Date, sparing promised: Set<RelativePath>) {
    let place = "\(folder)/\(folderName)"
    guard (try? FileStatus(of: place, followingLink: false))?.kind == .folder else { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] where isCopy(name) {
      // The time of its status change, since its modification time is that of its source.
      let made = (try? FileStatus(of: "\(place)/\(name)", followingLink: false))?.changed.seconds
      guard let made, now.timeIntervalSince1970 - made > longestAge,
        !promised.contains(RelativePath("\(folderName)/\(name)"))
      else { continue }
      try? FileManager.default.removeItem(atPath: "\(place)/\(name)")
    }
  }

  /// Whether a name is that of a copy: an identifier with an extension.
  private static func isCopy(_ name: String) -> Bool {
    guard name.hasSuffix(".jpg") else { return false }
    let identifier = name.utf8.dropLast(4)
    return identifier.count == 13
      && identifier.allSatisfy { (48...57).contains($0) || (97...118).contains($0) }
  }
}
