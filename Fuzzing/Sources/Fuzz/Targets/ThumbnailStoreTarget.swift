import Foundation

@testable import GalleryEngine
@testable import GalleryRequests

/// A store's folder, as another program may have left it.
///
/// An input is a line with the end of a file's name, then the file. The file is read as it is and with corrected
/// checksums, without which no changed byte would get past the header; its name starts like that of a requested
/// thumbnail, so that the store reads it.
enum ThumbnailStoreTarget: FuzzTarget {
  static let name = "thumbnails"
  static let longestInput = 4096

  private static let asset = Asset(
    localIdentifier: "fuzz", pixelSize: PixelSize(width: 40, height: 30), creationDate: .distantPast,
    modificationDate: .distantPast,
    original: Original(path: "/nowhere.jpg", format: .jpegBaseline, byteCount: 1000))
  private static let original = OriginalState(byteCount: 1000, modified: 1, changed: 2)
  private static let specification = ImageSpecification(targetSize: PixelSize(width: 4, height: 3))
  private static let key = ThumbnailKey(asset: asset, specification: specification)
  /// In memory on Linux, because the disk is slower than the tested code.
  private static let place =
    FileManager.default.fileExists(atPath: "/dev/shm")
    ? "/dev/shm" : FileManager.default.temporaryDirectory.path
  private static let folder = place + "/fuzz-store-\(getpid())"

  static func seeds() throws -> [String: [UInt8]] {
    var seeds = ["order": Array("\n\(otherName)".utf8)]
    for size in [
      PixelSize(width: 4, height: 3), PixelSize(width: 1, height: 1), PixelSize(width: 9, height: 2),
    ] {
      let file = file(of: size)
      seeds["\(size.width)x\(size.height)"] =
        Array("\(size.width)x\(size.height)-\(file.count)\n".utf8) + file
    }
    return seeds
  }

  static func run(_ input: [UInt8]) {
    guard let key, let lineEnd = input.firstIndex(of: UInt8(ascii: "\n")) else { return }
    let bytes = Array(input[(lineEnd + 1)...])
    let stem = ThumbnailIndex.Entry(key, size: PixelSize(width: 1, height: 1)).fileName.prefix(2 * 17)
    let ending = input[..<lineEnd].filter { $0 != 0 && $0 != UInt8(ascii: "/") }.prefix(200)
    for content in [bytes, repaired(bytes)] {
      checkEntry(content)
      checkStore(key, fileName: Array(stem.utf8) + ending, content)
    }
  }

  /// A whole entry is written as it was read.
  private static func checkEntry(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let entry = try? unsafe ThumbnailEntry(parsing: bytes) else { return }
      let pixels = unsafe UnsafeRawBufferPointer(
        rebasing: bytes[ThumbnailEntry.headerByteCount...].prefix(entry.size.decodedByteCount))
      let header = unsafe entry.header(of: pixels)
      let copy = unsafe header + Array(pixels) + (entry.colorProfile?.bytes ?? [])
      let again = unsafe copy.withUnsafeBytes { try? unsafe ThumbnailEntry(parsing: $0) }
      precondition(again == entry, "an entry is written as another than was read")
    }
  }

  /// A store over any such folder opens, answers, and stays within its limit.
  private static func checkStore(_ key: ThumbnailKey, fileName: [UInt8], _ content: [UInt8]) {
    if let entry = ThumbnailIndex.Entry(fileName: String(decoding: fileName, as: UTF8.self)) {
      precondition(Array(entry.fileName.utf8) == fileName, "a name is written as another than was read")
    }
    unsafe mkdir(folder, 0o700)
    let path = Array(folder.utf8) + [UInt8(ascii: "/")] + fileName + [0]
    write(content, to: path)
    write(content, to: Array((folder + "/order").utf8) + [0])
    write(otherFile, to: Array((folder + "/" + otherName).utf8) + [0])
    defer { unsafe unlink(path.map { CChar(bitPattern: $0) }) }
    guard let store = try? ThumbnailStore(.persistent(folder: folder), byteLimit: 1_000_000) else {
      preconditionFailure("a store cannot be opened")
    }
    let ledger = MemoryLedger()
    for image in [
      // The nearest first, while both exist.
      store.nearestImage(to: key, of: original, ledger: ledger),
      store.image(for: key, of: original, ledger: ledger),
    ] {
      precondition(image.map { !$0.pixels.size.isEmpty } ?? true, "a thumbnail without pixels")
    }
    precondition(store.byteCount <= 1_000_000, "\(store.byteCount) bytes are more than the limit")
    store.close()
    precondition(ledger.snapshot.total == 0, "\(ledger.snapshot.total) bytes are never given back")
  }

  private static let otherFile = file(of: PixelSize(width: 5, height: 4))
  /// The file name of the same picture in another size.
  private static let otherName: String = {
    let size = PixelSize(width: 5, height: 4)
    let specification = ImageSpecification(targetSize: size)
    return ThumbnailKey(asset: asset, specification: specification).map {
      ThumbnailIndex.Entry($0, size: size).fileName
    } ?? ""
  }()

  private static func file(of size: PixelSize) -> [UInt8] {
    guard let key else { return [] }
    let pixels = [UInt8](repeating: 7, count: size.decodedByteCount)
    let entry = ThumbnailEntry(size: size, colorProfile: nil, original: original, key: key)
    return unsafe pixels.withUnsafeBytes { unsafe entry.header(of: $0) } + pixels
  }

  /// The bytes with the magic number and the checksums of header, pixels and profile corrected; unchanged if shorter than
  /// a header.
  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    let header = ThumbnailEntry.headerByteCount
    guard bytes.count >= header else { return bytes }
    var bytes = bytes
    func number(at place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    let profile = min(number(at: 40), bytes.count - header)
    bytes.replaceSubrange(0..<8, with: Array("GKTHUMB1".utf8))
    replace(16, by: XXHash64.hash(bytes[header..<bytes.count - profile]), in: &bytes)
    replace(24, by: XXHash64.hash(bytes[(bytes.count - profile)...]), in: &bytes)
    replace(8, by: XXHash64.hash(bytes[16..<header]), in: &bytes)
    return bytes
  }

  private static func replace(_ place: Int, by number: UInt64, in bytes: inout [UInt8]) {
    bytes.replaceSubrange(
      place..<place + 8, with: (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }

  /// Writes a file; its path ends with a zero byte.
  private static func write(_ bytes: [UInt8], to path: [UInt8]) {
    let file = unsafe open(path.map { CChar(bitPattern: $0) }, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { return }
    precondition(
      unsafe Foundation.write(file, bytes, bytes.count) == bytes.count, "the store's folder is full")
    close(file)
  }
}
