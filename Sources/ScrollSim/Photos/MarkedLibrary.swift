internal import Foundation
package import GalleryKit
internal import Support

/// Makes a folder of photos, each of which says in every frame which one it is, and how sharp; the same
/// source makes the same photos.
package struct MarkedLibrary: Sendable {
  package struct Forecast: Sendable {
    /// Seconds on all cores.
    package let seconds: Double
    package let byteCount: Int
  }

  package static let manifestName = "marked.tsv"

  package let source: MarkedSource
  private let photos: [MarkedPhoto]

  package init(_ source: MarkedSource) {
    self.source = source
    photos = MarkedPhoto.all(of: source)
  }

  /// The photos, one a line: file, number, the thumbnail's number, stored width and height, EXIF orientation, date in UTC.
  private var manifest: String {
    let lines = photos.map { photo in
      let size = photo.form.storedSize
      return [
        name(of: photo), "\(photo.number)", "\(photo.thumbnailNumber)", "\(size.width)", "\(size.height)",
        "\(photo.form.orientation.rawValue)", photo.date.formatted(.iso8601),
      ].joined(separator: "\t")
    }
    let head = "file\tnumber\tthumbnail\twidth\theight\torientation\tdate"
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  private func name(of photo: MarkedPhoto) -> String {
    String(format: "%05d", photo.number) + "." + (source.format == .jpeg ? "jpg" : source.format.rawValue)
  }

  /// Makes the folder, unless it is there already.
  ///
  /// - Parameters:
  ///   - isWanted: asked before each photo; after the first `false` nothing is left.
  ///   - forecast: called once, before all photos but the first are made.
  ///   - progress: receives the number of files made and of all files, from any thread.
  /// - Throws: ``TakenFolder``, ``NoRoom``, or `CancellationError` if the photos are no longer wanted.
  package func make(
    in folder: String, while isWanted: @Sendable () -> Bool = { true },
    forecast: (Forecast) -> Void = { _ in },
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws {
    let place = WholeFolder(
      path: folder, contents: "these marked photos", marker: (Self.manifestName, manifest))
    if try place.isThere() { return try check(place) }
    try place.make { workshop in
      let press = try MarkedPress(photos, source)
      let start = SystemClock.monotonicSeconds
      let first = try press.file(of: photos[0])
      let seconds = SystemClock.monotonicSeconds - start
      let expected = Forecast(
        seconds: seconds * Double(photos.count) / Double(ProcessInfo.processInfo.activeProcessorCount),
        byteCount: first.count * photos.count)
      try Self.checkRoom(for: expected.byteCount, in: workshop)
      forecast(expected)
      let made = try photos.concurrentMap(while: isWanted, progress: progress) { photo in
        try write(photo == photos[0] ? first : press.file(of: photo), of: photo, to: workshop)
      }.count
      guard made == photos.count else { throw CancellationError() }
    }
  }

  private func write(_ bytes: [UInt8], of photo: MarkedPhoto, to folder: String) throws {
    let path = "\(folder)/\(name(of: photo))"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.modificationDate: photo.date], ofItemAtPath: path)
  }

  static func checkRoom(for byteCount: Int, in folder: String) throws {
    let attributes = try FileManager.default.attributesOfFileSystem(forPath: folder)
    guard let free = attributes[.systemFreeSize] as? Int, free < byteCount else { return }
    throw NoRoom(folder: folder, byteCount: byteCount, free: free)
  }

  private func check(_ place: WholeFolder) throws {
    let names = Set(try FileManager.default.contentsOfDirectory(atPath: place.path))
    let found = photos.count { names.contains(name(of: $0)) }
    guard found == photos.count else { throw place.taken(by: "\(found) of its \(photos.count) photos") }
  }
}

package struct NoRoom: Error, CustomStringConvertible {
  let folder: String
  let byteCount: Int
  let free: Int

  package var description: String {
    "\(folder): expected \(byteCount / 1_000_000) MB of free disk for the photos, found \(free / 1_000_000) MB; make fewer or "
      + "smaller ones, or name a folder on another disk"
  }
}

/// The properties of a library of marked photos.
package struct MarkedSource: Hashable, Sendable {
  /// At most ``MarkedPattern/mostPhotos``.
  package var photos: Int
  /// About how many millions of pixels a photo has, within ``megapixelRange``.
  package var megapixels: Double
  package var format: DecodedImage.FileFormat
  /// Whether all photos are landscapes that are stored upright.
  package var isLandscape: Bool
  package var seed: UInt64

  /// From the smallest picture whose modules are whole blocks of a JPEG to what the largest sensors make.
  package static let megapixelRange = 0.05...200.0

  package init(
    photos: Int, megapixels: Double = 12, format: DecodedImage.FileFormat = .jpeg, isLandscape: Bool = false,
    seed: UInt64 = 1
  ) {
    (self.photos, self.megapixels, self.format) = (photos, megapixels, format)
    (self.isLandscape, self.seed) = (isLandscape, seed)
  }

  /// Whether files are stored rotated: programs differ in how they treat the orientation of other formats
  /// than JPEG.
  var storesTurned: Bool { format == .jpeg && !isLandscape }

  /// Bits a pixel of a JPEG: the medians of the project's test photos, of those that cameras made with about 12 megapixels
  /// (0.183 bytes a pixel), and of those of less than 1.5 megapixels.
  static func bitsPerPixel(of size: PixelSize) -> Float { size.megapixels < 1.5 ? 2.8 : 1.46 }
}
