internal import Foundation
internal import GRDB
package import GalleryEngine
internal import GalleryImages

extension LibrarySummary {
  /// A photo, and the working memory that decoding it takes beyond a few rows.
  package struct Scratch: Hashable, Sendable {
    /// The photo's file, within the library's folder.
    package let path: String
    /// How it is encoded.
    package let format: ImageFormat
    /// Bytes of coefficients, or of interlaced pixels.
    package let byteCount: Int
  }
}

extension PhotoLibrary {
  /// The photo that takes the most working memory to decode; `nil` if none takes more than a few rows.
  ///
  /// Reads headers of progressive JPEGs and interlaced PNGs, the largest pictures first, until no other can take more.
  ///
  /// - Throws: `LibraryError` if the catalogue cannot be read.
  package func greatestScratch() throws(LibraryError) -> LibrarySummary.Scratch? {
    let files = try database.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT path, format, width * height AS pixels FROM file
          WHERE failure IS NULL AND format IN (?, ?) ORDER BY pixels DESC, path
          """, arguments: [ImageFormat.jpegProgressive.rawValue, ImageFormat.pngInterlaced.rawValue])
    }
    var most: LibrarySummary.Scratch?
    for file in files {
      let pixels: Int = file[2]
      guard pixels * Self.mostScratchPerPixel > most?.byteCount ?? 0 else { break }
      // What has gone since the folder was indexed, or is in the cloud, cannot be looked at.
      guard let path = RelativePath(file[0] as Data).text,
        let byteCount = try? ImageDecoder.scratchByteCount(path: "\(folder)/\(path)"),
        byteCount > most?.byteCount ?? 0
      else { continue }
      let format = ImageFormat(rawValue: file[1]) ?? .unknown
      most = LibrarySummary.Scratch(path: path, format: format, byteCount: byteCount)
    }
    return most
  }

  /// Two bytes for each coefficient of four inks; blocks that a picture's edge cuts make little of a large one.
  private static let mostScratchPerPixel = 9
}
