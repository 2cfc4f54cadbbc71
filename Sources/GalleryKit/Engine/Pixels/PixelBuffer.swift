package import Support
internal import Synchronization

package struct OutOfMemory: Error, Hashable, CustomStringConvertible {
  package let byteCount: Int

  package var description: String { "the system refused \(byteCount) bytes for pixels" }
}

/// An image in memory: rows of RGBA, 8 bits a channel, straight alpha, in memory mapped for it alone.
///
/// The memory comes from `mmap`, anonymous or of a stored thumbnail's file, not from `malloc`, so it leaves the process when
/// the buffer is freed (by another thread, a moment later) and resident memory tells the truth. The buffer enters its
/// `MemoryLedger` when it is made and leaves it when it is freed. Fill it before sharing it; afterwards it is read only.
///
/// `@unchecked Sendable`: `base` is written only by the maker of the buffer, before it is shared; `owner` is
/// atomic.
@safe public final class PixelBuffer: @unchecked Sendable {
  /// The picture's size.
  public let size: PixelSize
  /// Bytes from the start of one row to the start of the next: four a pixel, no padding.
  public var bytesPerRow: Int { size.width * 4 }
  /// All of the picture's bytes.
  public var byteCount: Int { size.decodedByteCount }

  /// The first pixel; `nil` if the buffer only accounts for pixels.
  let base: UnsafeMutableRawPointer?
  /// The number of mapped bytes, and the offset of `base` among them.
  private let mapped: (byteCount: Int, offset: Int)
  let ledger: MemoryLedger
  private let owner = Atomic<Int>(MemoryOwner.inFlight.rawValue)

  /// Maps zeroed memory for `size` pixels, at least one, booked as ``MemoryOwner/inFlight`` at first.
  package convenience init(size: PixelSize, ledger: MemoryLedger) throws(OutOfMemory) {
    precondition(!size.isEmpty, "a pixel buffer needs at least one pixel, not \(size)")
    let pixels = unsafe MappedMemory.map(byteCount: size.decodedByteCount)
    guard let pixels = unsafe pixels else { throw OutOfMemory(byteCount: size.decodedByteCount) }
    unsafe self.init(size, base: pixels, mapped: (size.decodedByteCount, 0), ledger)
  }

  /// Accounts for `size` pixels without allocating any; model mode passes such buffers around in place of images.
  package convenience init(accounting size: PixelSize, ledger: MemoryLedger) {
    unsafe self.init(size, base: nil, mapped: (0, 0), ledger)
  }

  fileprivate init(
    _ size: PixelSize, base: UnsafeMutableRawPointer?, mapped: (byteCount: Int, offset: Int),
    _ ledger: MemoryLedger
  ) {
    self.size = size
    self.ledger = ledger
    unsafe self.base = base
    self.mapped = mapped
    ledger.add(size.decodedByteCount, to: .inFlight)
  }

  deinit {
    ledger.remove(byteCount, from: MemoryOwner(rawValue: owner.load(ordering: .acquiring)) ?? .inFlight)
    if let base = unsafe base {
      unsafe MappedMemory.unmap(base - mapped.offset, byteCount: mapped.byteCount)
    }
  }

  package var hasPixels: Bool { unsafe base != nil }

  package func move(to new: MemoryOwner) {
    let old = MemoryOwner(rawValue: owner.exchange(new.rawValue, ordering: .acquiringAndReleasing)) ?? new
    ledger.move(byteCount, from: old, to: new)
  }

  /// Reads the bytes, row after row.
  public func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : byteCount))
  }

  /// Writes the bytes; only for the maker of the buffer, before it is shared.
  package func withUnsafeMutableBytes<Result, Failure>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeMutableRawBufferPointer(start: base, count: base == nil ? 0 : byteCount))
  }

  /// Makes a picture of pixels in rows: red, green, blue, alpha.
  package convenience init(
    size: PixelSize, pixels: [SIMD4<UInt8>], ledger: MemoryLedger
  ) throws(OutOfMemory) {
    precondition(pixels.count == size.width * size.height, "there must be as many pixels as the size says")
    try self.init(size: size, ledger: ledger)
    unsafe withUnsafeMutableBytes { bytes in
      unsafe pixels.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
    }
  }

  /// All pixels in rows: red, green, blue, alpha; none if the buffer only accounts for them.
  package var pixels: [SIMD4<UInt8>] {
    unsafe withUnsafeBytes { unsafe Array($0.bindMemory(to: SIMD4<UInt8>.self)) }
  }

  private static let meanSamples = 6

  /// The approximate mean of red, green and blue, from a grid of 36 pixels, in which transparent pixels count as black; `nil`
  /// if the buffer only accounts for pixels.
  package var meanColour: SIMD3<UInt8>? {
    guard hasPixels else { return nil }
    let samples = Self.meanSamples
    var sum = SIMD3<Int>(repeating: 0)
    unsafe withUnsafeBytes { bytes in
      for row in 0..<samples {
        for column in 0..<samples {
          let y = (2 * row + 1) * size.height / (2 * samples)
          let x = (2 * column + 1) * size.width / (2 * samples)
          let pixel = y * bytesPerRow + x * 4
          let alpha = unsafe Int(bytes[pixel + 3])
          for channel in 0..<3 { sum[channel] += unsafe Int(bytes[pixel + channel]) * alpha / 255 }
        }
      }
    }
    let mean = sum / SIMD3(repeating: samples * samples)
    return SIMD3(truncatingIfNeeded: mean)
  }
}

/// Pixels as numbers that may be added up: colours weighted by alpha, if the picture has it.
enum RGBA {
  @inline(__always)
  static func weighted(_ pixel: UnsafePointer<UInt8>, hasAlpha: Bool) -> SIMD4<Float> {
    let bytes = unsafe UnsafeRawPointer(pixel).loadUnaligned(as: SIMD4<UInt8>.self)
    var values = SIMD4<Float>(bytes)
    if hasAlpha {
      let alpha = values.w
      values *= alpha * (1 / 255)
      values.w = alpha
    }
    return values
  }

  @inline(__always)
  static func store(_ value: SIMD4<Float>, in pixel: UnsafeMutablePointer<UInt8>, hasAlpha: Bool) {
    var value = value
    if hasAlpha {
      let alpha = min(max(value.w, 0), 255)
      value *= alpha > 0 ? 255 / alpha : 0
      value.w = alpha
    }
    var rounded = value + 0.5
    rounded.replace(with: 0, where: rounded .< 0)
    rounded.replace(with: 255, where: rounded .> 255)
    let bytes = SIMD4(UInt8(rounded.x), UInt8(rounded.y), UInt8(rounded.z), UInt8(rounded.w))
    unsafe UnsafeMutableRawPointer(pixel).storeBytes(of: bytes, as: SIMD4<UInt8>.self)
  }
}

/// Maps memory from the system, and returns it.
///
/// Mapping happens at once, on the caller's thread. A separate thread unmaps, a moment later: the system needs a
/// millisecond to take back a screenful of pixels, and the thread that frees an image, often the main thread, cannot
/// spare it.
enum MappedMemory {
  /// Maps zeroed memory, or returns `nil` if the system refuses.
  static func map(byteCount: Int) -> UnsafeMutableRawPointer? {
    let mapped = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    return unsafe mapped == MAP_FAILED ? nil : mapped
  }

  /// Returns memory; pointers into it become invalid.
  static func unmap(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    let region = unsafe Region(start: start, byteCount: byteCount)
    thread.post { unsafe munmap(region.start, region.byteCount) }
  }

  private static let thread = BackgroundThreads(1, named: "unmap", stackSize: 1 << 17)

  /// `@unchecked Sendable`: the memory has no other owner.
  @safe private struct Region: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let byteCount: Int
  }
}

/// A whole file in memory, read only, until it is released or handed over to a ``PixelBuffer``.
///
/// If the file is truncated meanwhile, the next read ends the process, as with every mapped file; replacing or removing
/// the file is harmless.
@safe package struct MappedFile: ~Copyable {
  private let start: UnsafeMutableRawPointer
  private let byteCount: Int

  package init(path: String) throws(SystemError) {
    let file = try OpenFile(path)
    let status = try file.status()
    guard status.kind == .file, status.byteCount > 0 else { throw SystemError(EINVAL) }
    let mapped = unsafe mmap(nil, status.byteCount, PROT_READ, MAP_PRIVATE, file.descriptor, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { throw SystemError() }
    unsafe start = mapped
    byteCount = status.byteCount
  }

  deinit { unsafe MappedMemory.unmap(start, byteCount: byteCount) }

  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(start: start, count: byteCount))
  }

  /// Hands the mapping over to a buffer whose pixels begin at `offset`.
  package consuming func pixels(from offset: Int, size: PixelSize, ledger: MemoryLedger) -> PixelBuffer {
    precondition(byteCount >= offset + size.decodedByteCount, "the file does not hold \(size) pixels")
    let buffer = unsafe PixelBuffer(size, base: start + offset, mapped: (byteCount, offset), ledger)
    discard self
    return buffer
  }
}
