internal import Foundation
internal import GalleryEngine
internal import GalleryImages
internal import Support

/// Originals for a block of changes: whole copies in a hidden folder of the library, each safe on the disk.
struct StagedOriginals {
  struct Original: Sendable {
    /// The path relative to the library's folder.
    let path: RelativePath
    /// The wanted name.
    let name: String
    let record: FileRecord
    /// The removal of the file that it was copied from, as that was before the copy; `nil` if it stays.
    let removal: FileStep?
  }

  /// Names that begin with a dot are not indexed.
  static let folderName = ".incoming"
  /// Longer than any commit of staged originals takes.
  private static let longestAge: TimeInterval = 86_400

  let files: LibraryFiles
  let zones: PhotoTimeZones
  private(set) var originals: [String: Original] = [:]

  /// Copies an original, and reads its header.
  ///
  /// - Throws: an error if it cannot be copied, or is not a picture that can be decoded.
  mutating func add(_ original: NewOriginal, for identifier: String) throws {
    let place = "\(files.folder)/\(Self.folderName)"
    try ChangeFailure.explaining("cannot make \(place)", try FileNames.makeFolder(place, permissions: 0o755))
    let path = "\(place)/\(identifier).jpg"
    let relative = RelativePath(bytes: Array("\(Self.folderName)/\(identifier).jpg".utf8))
    let removal = original.removedSource.flatMap { source in
      files.file(at: source).map { FileStep(path: source, signature: $0.signature) }
    }
    do {
      switch original {
      case .file(let source, _): try files.disk.copy(source, to: path)
      case .bytes(let data, _): try files.disk.write(data, to: path)
      }
      guard let file = files.file(at: relative) else {
        throw ChangeFailure(description: "its copy has vanished from \(path)")
      }
      let probed = try PhotoLibrary.readHeader(path, file.identity)
      originals[identifier] = Original(
        path: relative, name: original.name(of: probed.format, identifier),
        record: FileRecord(file, probed, in: files.folder, identifier: identifier, zones), removal: removal)
    } catch {
      files.forget(relative)
      throw error
    }
  }

  /// Removes the copies, none of which became part of the library.
  func discard() {
    for original in originals.values { files.forget(original.path) }
  }

  /// Removes old copies that killed processes left behind, and nothing else that lies there or that a link leads to.
  static func sweep(_ folder: String, now: Date, sparing promised: Set<RelativePath>) {
    let place = "\(folder)/\(folderName)"
    guard (try? FileStatus(of: place, followingLink: false))?.kind == .folder else { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] where isCopy(name) {
      let path = RelativePath(bytes: Array("\(folderName)/\(name)".utf8))
      // Its last change has the date of its source.
      let made = (try? FileStatus(of: "\(place)/\(name)", followingLink: false))?.changed.seconds
      guard !promised.contains(path), let made, now.timeIntervalSince1970 - made > longestAge else {
        continue
      }
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

extension NewOriginal {
  fileprivate var removedSource: RelativePath? {
    if case .file(let path, isRemoved: true) = self {
      RelativePath(bytes: Array(URL(fileURLWithPath: path).path.utf8))
    } else {
      nil
    }
  }

  /// A file name without folders, with the extension by which the format is known.
  fileprivate func name(of format: ImageFormat, _ identifier: String) -> String {
    let wanted: String? =
      switch self {
      case .file(let path, _): path
      case .bytes(_, let name): name
      }
    return FileName.with(
      extensionOf: format, wanted.map { FileName.visible($0, else: identifier) } ?? identifier)
  }
}
