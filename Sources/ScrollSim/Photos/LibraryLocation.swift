internal import Foundation
package import GalleryKit

/// The location of a photo library and its catalogue, for this or another process to open.
package struct LibraryLocation: Codable, Hashable, Sendable {
  package let folder: String
  package var catalogue: String
  /// The least number of photos, reached by repeating those of the folder; `nil` for as many as there are.
  package var leastPhotos: Int?

  /// The library in a folder: a synthetic one has its catalogue among its files; any other, which may be read only, in the cache.
  package init(folder path: String) {
    folder = URL(fileURLWithPath: HomeFolder.expandingTilde(in: path)).standardizedFileURL.path
    let own = "\(folder)/\(SyntheticLibrary.catalogueName)"
    if FileManager.default.fileExists(atPath: own) {
      catalogue = own
    } else {
      let name = SHA256.hex(of: Array(folder.utf8)).prefix(16)
      catalogue = "\(CacheFolder.path)/catalogues/\(name).sqlite"
    }
  }

  /// Whether the library is synthetic, so that its folder need not be searched.
  package var isSynthetic: Bool { catalogue == "\(folder)/\(SyntheticLibrary.catalogueName)" }

  func removeCatalogue() {
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: catalogue + ending) }
  }

  package func open() throws -> PhotoLibrary { try PhotoLibrary(folder: folder, catalogue: catalogue) }
}

extension PhotoLibrary {
  /// A warning about a library that was opened, in a sentence for people.
  package var warning: String? {
    guard catalogueWasEmptied else { return nil }
    return
      "\(catalogue): the catalogue held nothing and was rebuilt; favourites, albums and edits are lost, unless "
      + "you restore the file from a copy"
  }
}
