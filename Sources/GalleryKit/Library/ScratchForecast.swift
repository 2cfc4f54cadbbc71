internal import Foundation
internal import GRDB
package import GalleryEngine
internal import GalleryImages

extension LibrarySummary {
  /// A photo, and the working memory that decoding it at full size takes beyond a few rows.
  package struct Scratch: Hashable, Sendable {
    /// The photo's file, within the library's folder.
    package let path: String
    /// The file's format.
    package let format: ImageFormat
    /// Bytes of coefficients, of interlaced pixels, or of planes.
    package let byteCount: Int
  }
}

extension PhotoLibrary {
  /// The photo that takes the most working memory to decode at full size; `nil` if none takes more than a few rows.
  ///
  /// Reads the headers of files that are not decoded row by row, the largest pictures first, until no other can take more.
  ///
  /// - Throws: `LibraryError` if the catalogue cannot be read.
  package func greatestScratch() throws(LibraryError) -> LibrarySummary.Scratch? {
    let formats: [ImageFormat] = [.jpegProgressive, .pngInterlaced, .webp, .heic, .avif]
    let files = try database.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT path, format, width * height AS pixels FROM file
          WHERE failure IS NULL AND format IN (\(formats.map { _ in "?" }.joined(separator: ", ")))
          ORDER BY pixels DESC, path
          """, arguments: StatementArguments(formats.map(\.rawValue)))
    }
    var most: LibrarySummary.Scratch?
    for file in files {
      let pixels: Int = file[2]
      guard pixels * Self.mostScratchPerPixel > most?.byteCount ?? 0 else { break }
      // A file that was removed after indexing, or is in the cloud, cannot be read.
      guard let path = RelativePath(file[0] as Data).text,
        let byteCount = try? ImageDecoder.scratchByteCount(path: "\(folder)/\(path)"),
        byteCount > most?.byteCount ?? 0
      else { continue }
      let format = ImageFormat(rawValue: file[1]) ?? .unknown
      most = LibrarySummary.Scratch(path: path, format: format, byteCount: byteCount)
    }
    return most
  }

  /// Ten-bit AVIF takes about twenty bytes; a JPEG takes two for each coefficient of four inks.
  private static let mostScratchPerPixel = 24
}
