@testable import GalleryEngine
@testable import GalleryImages

/// The checks that every file must pass, whatever its bytes are.
enum DecodeCheck {
  /// The most pixels to decode: `DecodeLimits` bounds the cost of larger pictures by the header, and they would only slow
  /// the search down.
  private static let mostPixels = 1_000_000
  /// The most bytes for that many pixels: the picture, its coefficients or its plane, and some rows.
  private static let mostBytes = 30_000_000

  /// Probes the file, decodes it as `choice` says, and requests its degraded image.
  static func run(_ bytes: [UInt8], choice: UInt8) {
    let probe = Result { () throws(CodecError) in try ImageProbe.probe(bytes: bytes) }
    if case .success(let info) = probe {
      precondition(!info.storedSize.isEmpty, "a picture without pixels")
      guard info.storedSize.width * info.storedSize.height <= mostPixels else { return }
    }
    let ledger = MemoryLedger()
    decode(bytes, probe, as: specification(choice), isStrict: choice >= 0x80, ledger: ledger)
    if let degraded = try? ImageDecoder.degradedImage(bytes: bytes, as: specification(choice), ledger: ledger)
    {
      precondition(!degraded.pixels.size.isEmpty, "a degraded image without pixels")
    }
    let memory = ledger.snapshot
    precondition(memory.total == 0 && memory.liveBuffers == 0, "\(memory.total) bytes are never given back")
    // A HEIF may code much more than it shows.
    let isHEIF = (try? probe.get()).map { [ImageFormat.heic, .avif].contains($0.format) } ?? false
    let most = mostBytes + (isHEIF ? DecodeLimits.workingBytes(of: .heic) : 0)
    precondition(memory.peak < most, "\(memory.peak) bytes at once")
  }

  private static func decode(
    _ bytes: [UInt8], _ probe: Result<ImageInfo, CodecError>, as specification: ImageSpecification,
    isStrict: Bool, ledger: MemoryLedger
  ) {
    do throws(CodecError) {
      let image = try ImageDecoder.decode(bytes: bytes, as: specification, strict: isStrict, ledger: ledger)
      guard case .success(let info) = probe else { preconditionFailure("decoded what probing refuses") }
      let size = DecodePlan.outputSize(
        storedSize: info.storedSize, orientation: info.orientation, format: info.format, as: specification)
      precondition(image.pixels.size == size, "\(image.pixels.size) pixels instead of \(size)")
      precondition(!isStrict || image.damage == nil, "a damaged picture passes as sound")
    } catch {
      precondition(!error.reason.isEmpty, "an error without a reason")
    }
  }

  /// One of the ways to decode; the top bit of `choice` also selects strictness.
  private static func specification(_ choice: UInt8) -> ImageSpecification {
    let sizes = [
      PixelSize(width: 16, height: 16), PixelSize(width: 40, height: 9), PixelSize(width: 3, height: 64),
    ]
    let modes = ResizeMode.allCases
    let part = try? NormalizedRect(x: 0.25, y: 0.1, width: 0.5, height: 0.3)
    return ImageSpecification(
      targetSize: sizes[Int(choice) % 3], contentMode: choice & 0x40 == 0 ? .aspectFill : .aspectFit,
      resizeMode: modes[Int(choice) / 3 % modes.count],
      cropRect: choice & 0x10 == 0 ? .whole : part ?? .whole,
      colorMode: choice & 0x20 == 0 ? .sRGB : .asTagged)
  }
}
