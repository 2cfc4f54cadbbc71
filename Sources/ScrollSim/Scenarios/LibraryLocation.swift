internal import Foundation
package import GalleryKit

/// Where a photo library and its catalogue are, for this or another process to open.
package struct LibraryLocation: Codable, Hashable, Sendable {
  /// The folder of photos.
  package let folder: String
  /// The catalogue's file.
  package var catalogue: String
  /// How many photos there are to be at least: those of the folder are repeated; `nil` for as many as there are.
  package var leastPhotos: Int?

  /// The library in a folder: of a synthetic one, the catalogue lies among its files; of any other, which may be
  /// read only, in the cache.
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

  /// Whether the library was made, so that its folder need not be looked through.
  package var isSynthetic: Bool { catalogue.hasPrefix(folder + "/") }

  /// Removes the catalogue's files.
  func removeCatalogue() {
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: catalogue + ending) }
  }

  /// Opens the library as it was indexed last.
  package func open() throws -> PhotoLibrary {
    try PhotoLibrary(folder: folder, catalogue: catalogue)
  }
}

extension PhotoLibrary {
  /// What must not go unnoticed of a library that was opened, in a sentence for people; `nil` if all is well.
  package var warning: String? {
    guard catalogueWasEmptied else { return nil }
    return
      "\(catalogue): the catalogue held nothing and was made anew; what was made of the photos before is lost, unless "
      + "you restore the file from a copy"
  }
}
