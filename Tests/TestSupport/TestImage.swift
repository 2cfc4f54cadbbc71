package import Foundation
package import GalleryKit

/// Pictures for tests, and measurements of pictures.
package enum TestImage {
  /// A picture that is nowhere symmetric: red grows to the right, green downwards, blue in a corner.
  package static func gradient(
    _ width: Int, _ height: Int, alpha: Bool = false, ledger: MemoryLedger = MemoryLedger()
  ) throws -> PixelBuffer {
    let buffer = try PixelBuffer(size: PixelSize(width: width, height: height), ledger: ledger)
    unsafe buffer.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let pixel = (y * width + x) * 4
          unsafe bytes[pixel] = UInt8(x * 255 / max(1, width - 1))
          unsafe bytes[pixel + 1] = UInt8(y * 255 / max(1, height - 1))
          unsafe bytes[pixel + 2] = x * 3 < width && y * 3 < height ? 220 : 40
          unsafe bytes[pixel + 3] = alpha ? UInt8((x + 2 * y) % 256) : 255
        }
      }
    }
    return buffer
  }

  /// A picture of random numbers, which no encoder makes small.
  package static func noise(
    _ width: Int, _ height: Int, seed: UInt64 = 3, ledger: MemoryLedger = MemoryLedger()
  ) throws -> PixelBuffer {
    let buffer = try PixelBuffer(size: PixelSize(width: width, height: height), ledger: ledger)
    var shuffler = Shuffler(seed: seed)
    unsafe buffer.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { unsafe bytes[index] = index % 4 == 3 ? 255 : UInt8(shuffler.next(256)) }
    }
    return buffer
  }

  package static func plain(
    _ width: Int, _ height: Int, rgba: [UInt8], ledger: MemoryLedger = MemoryLedger()
  ) throws -> PixelBuffer {
    let pixels = [SIMD4<UInt8>](repeating: SIMD4(rgba), count: width * height)
    return try PixelBuffer(size: PixelSize(width: width, height: height), pixels: pixels, ledger: ledger)
  }

  /// A JPEG of one colour, with `side` pixels a side.
  package static func plainJPEG(side: Int, rgba: [UInt8]) throws -> [UInt8] {
    try PictureWriter.jpeg(quality: 100, subsampling: .none).encode(try plain(side, side, rgba: rgba))
  }

  /// A picture of two white squares and two black ones.
  package static func squares(_ side: Int) throws -> PixelBuffer {
    let pixels = (0..<side * side).map { index in
      let isWhite = (index % side < side / 2) == (index / side < side / 2)
      return isWhite ? SIMD4<UInt8>(255, 255, 255, 255) : SIMD4<UInt8>(0, 0, 0, 255)
    }
    return try PixelBuffer(size: PixelSize(width: side, height: side), pixels: pixels, ledger: MemoryLedger())
  }

  /// The stored place of a pixel of an upright picture, by EXIF's own table.
  package static func stored(
    _ orientation: ImageOrientation, x: Int, y: Int, in upright: PixelSize
  ) -> (column: Int, row: Int) {
    let (right, bottom) = (upright.width - 1 - x, upright.height - 1 - y)
    return switch orientation {
    case .up: (x, y)
    case .upMirrored: (right, y)
    case .down: (right, bottom)
    case .downMirrored: (x, bottom)
    case .leftMirrored: (y, x)
    case .right: (y, right)
    case .rightMirrored: (bottom, right)
    case .left: (bottom, x)
    }
  }

  /// A picture as it is stored, which is upright if the orientation is followed.
  package static func stored(_ upright: PixelBuffer, _ orientation: ImageOrientation) throws -> PixelBuffer {
    let (size, pixels) = (upright.size.turned(orientation), upright.pixels)
    var stored = pixels
    for y in 0..<upright.size.height {
      for x in 0..<upright.size.width {
        let (column, row) = self.stored(orientation, x: x, y: y, in: upright.size)
        stored[row * size.width + column] = pixels[y * upright.size.width + x]
      }
    }
    return try PixelBuffer(size: size, pixels: stored, ledger: MemoryLedger())
  }

  package static func bytes(_ image: PixelBuffer) -> [UInt8] {
    unsafe image.withUnsafeBytes { bytes in unsafe Array(bytes) }
  }

  /// The mean difference of two pictures' bytes, or `nil` if they differ in size.
  package static func meanDifference(_ one: PixelBuffer, _ other: PixelBuffer) -> Double? {
    guard one.size == other.size else { return nil }
    let sum = zip(bytes(one), bytes(other)).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(one.byteCount)
  }
}

/// A temporary folder for one test.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Makes a new, empty folder inside of another, the system's for temporary files by default.
  package init(in parent: String? = nil) {
    path = (parent ?? FileManager.default.temporaryDirectory.path) + "/scrollsim-\(UUID().uuidString)"
    // If this fails, so does what is written there.
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The partial record of a name, as of `small.replay`, that a program has left in a folder inside; `nil` if there is none.
  package func partial(of name: String, in part: String = ".") -> String? {
    let names = try? FileManager.default.contentsOfDirectory(atPath: file(part))
    return names?.first { $0.hasPrefix("\(name).") && $0.hasSuffix(".partial.json") }.map {
      part == "." ? file($0) : file("\(part)/\($0)")
    }
  }

  /// Writes a file, and the folders that its name has, and returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], as name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return file(name)
  }

  /// Writes a text as a file, and returns its path.
  @discardableResult
  package func write(_ text: String, as name: String) throws -> String {
    try write(Array(text.utf8), as: name)
  }

  /// Writes a script that can be run, and returns its path.
  @discardableResult
  package func writeProgram(_ script: String, as name: String) throws -> String {
    let path = try write(script, as: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  /// Makes a folder inside, and returns its path.
  @discardableResult
  package func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
    return file(name)
  }

  package func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(name))) }

  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  package func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// The bytes of all files in the folder, or in one inside, by name.
  package func contents(of part: String = ".") throws -> [String: Data] {
    try Dictionary(uniqueKeysWithValues: names(in: part).map { ($0, try data("\(part)/\($0)")) })
  }

  /// The sorted names in the folder, or in one inside.
  package func names(in part: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(part)).sorted()
  }
}
