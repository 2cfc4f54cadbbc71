internal import Foundation
internal import Support

/// A folder of files that is filled beside its place and moved there when it is whole, so that an interrupted
/// attempt leaves nothing that could be mistaken for it.
struct WholeFolder {
  /// The folder's place, without a slash at its end.
  let path: String
  /// What is in it, for an error: "this synthetic library".
  let contents: String
  /// The file that says what is in it, and its text.
  let marker: (name: String, text: String)

  private var markerPath: String { "\(path)/\(marker.name)" }

  init(path: String, contents: String, marker: (name: String, text: String)) {
    var place = path
    // A shell completes a folder's name with a slash, and files that belong beside the folder would be in it.
    while place.count > 1, place.hasSuffix("/") { place.removeLast() }
    self.path = place
    (self.contents, self.marker) = (contents, marker)
  }

  /// Whether the folder is at its place; throws ``TakenFolder`` if something else is.
  func isThere() throws -> Bool {
    let files = FileManager.default
    if files.fileExists(atPath: markerPath) {
      let found = try String(contentsOfFile: markerPath, encoding: .utf8)
      guard found == marker.text else { throw taken(by: "another library") }
      return true
    }
    guard try !files.fileExists(atPath: path) || files.contentsOfDirectory(atPath: path).isEmpty else {
      throw taken(by: "other files")
    }
    return false
  }

  func taken(by found: String) -> TakenFolder { TakenFolder(folder: path, expected: contents, found: found) }

  /// Makes the folder from the marker and all files that `fill` puts into another folder, of which nothing is
  /// left if it fails.
  func make(_ fill: (_ workshop: String) throws -> Void) throws {
    let files = FileManager.default
    removeLeftovers()
    // Before any file is made, since `.`, a link and a disk cannot make way. Removes only an empty folder:
    // another process may have made the same one meanwhile, and use it.
    if files.fileExists(atPath: path), unsafe rmdir(path) != 0, !files.fileExists(atPath: markerPath) {
      throw taken(by: "a folder that cannot be replaced")
    }
    let workshop = "\(path).\(ProcessInfo.processInfo.processIdentifier).part"
    defer { try? files.removeItem(atPath: workshop) }
    try files.createDirectory(atPath: workshop, withIntermediateDirectories: true)
    try fill(workshop)
    try OutputFile("\(workshop)/\(marker.name)").write([UInt8](marker.text.utf8))
    do {
      try files.moveItem(atPath: workshop, toPath: path)
    } catch  where files.fileExists(atPath: markerPath) {
      // Another process made the same folder meanwhile.
    }
  }

  /// Removes the leftovers of interrupted attempts: workshops whose process no longer exists, or was this one.
  private func removeLeftovers() {
    let place = URL(fileURLWithPath: path)
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: place.deletingLastPathComponent().path)) ?? []
    for name in names where name.hasPrefix("\(place.lastPathComponent).") && name.hasSuffix(".part") {
      let maker = Int32(name.dropFirst(place.lastPathComponent.count + 1).dropLast(".part".count))
      guard let maker, maker == getpid() || kill(maker, 0) != 0 && errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: place.deletingLastPathComponent().appending(path: name))
    }
  }
}

/// The place of a folder that is to be made holds something else.
package struct TakenFolder: Error, CustomStringConvertible {
  let folder: String
  let expected: String
  let found: String

  package var description: String {
    "\(folder): expected \(expected) or nothing, found \(found); name another folder, or move it away"
  }
}
