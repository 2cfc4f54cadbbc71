import GalleryKit

/// What must hold of a file, whatever its bytes are.
enum DecodeCheck {
  /// What a larger picture costs is bounded by its header (`DecodeLimits`), and would only slow the search down.
  private static let mostPixels = 1_000_000
  /// Of that many pixels: the picture, its coefficients or its plane, and a row.
  private static let mostBytes = 20_000_000

  /// Probes the file, decodes it as its last byte says, and asks for its embedded thumbnail.
  static func run(_ file: borrowing MemoryFile, choice: UInt8) {
    let probe = Result { () throws(CodecError) in try ImageProbe.probe(path: file.path) }
    if case .success(let info) = probe {
      precondition(!info.storedSize.isEmpty, "a picture without pixels")
      guard info.storedSize.width * info.storedSize.height <= mostPixels else { return }
    }
    let ledger = MemoryLedger()
    let specification = specification(choice)
    do throws(CodecError) {
      let image = try ImageDecoder.decode(path: file.path, as: specification, ledger: ledger)
      guard case .success(let info) = probe else { preconditionFailure("decoded what probing refuses") }
      let size = ImageDecoder.outputSize(
        storedSize: info.storedSize, orientation: info.orientation, format: info.format, as: specification)
      precondition(image.pixels.size == size, "\(image.pixels.size) pixels instead of \(size)")
    } catch {
      precondition(!error.reason.isEmpty, "an error without a reason")
    }
    if let thumbnail = try? ImageDecoder.embeddedThumbnail(
      path: file.path, as: specification, ledger: ledger)
    {
      precondition(!thumbnail.pixels.size.isEmpty, "a thumbnail without pixels")
    }
    let memory = ledger.snapshot
    precondition(memory.total == 0 && memory.liveBuffers == 0, "\(memory.total) bytes are never given back")
    precondition(memory.peak < mostBytes, "\(memory.peak) bytes at once")
  }

  /// One of 24 ways to decode.
  private static func specification(_ choice: UInt8) -> ImageSpecification {
    let sizes = [
      PixelSize(width: 16, height: 16), PixelSize(width: 40, height: 9), PixelSize(width: 3, height: 64),
    ]
    let modes = ResizeMode.allCases
    return ImageSpecification(
      targetSize: sizes[Int(choice) % 3], contentMode: choice & 0x40 == 0 ? .aspectFill : .aspectFit,
      resizeMode: modes[Int(choice) / 3 % modes.count])
  }
}
