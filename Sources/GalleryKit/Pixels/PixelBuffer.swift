internal import Synchronization

/// The system refused memory for pixels.
public struct OutOfMemory: Error, Hashable, CustomStringConvertible {
  /// How many bytes were asked for.
  public let byteCount: Int

  /// What happened, in words.
  public var description: String { "the system refused \(byteCount) bytes for pixels" }
}

/// An image in memory: rows of RGBA, 8 bits a channel, straight alpha, in memory mapped for it alone.
///
/// The memory comes from `mmap`, of nothing or of a stored thumbnail's file, not from `malloc`, so it leaves the process when the buffer is freed (by another
/// thread, a moment later) and resident memory tells the truth. The buffer enters its ``MemoryLedger`` when it is
/// made and leaves it when it is freed. Fill it before sharing it; afterwards it is read only.
///
/// `@unchecked Sendable`: `base` is written only by whoever made the buffer, before it is shared; `owner` is
/// atomic.
@safe public final class PixelBuffer: @unchecked Sendable {
  /// The picture's size.
  public let size: PixelSize
  /// Bytes from the start of one row to the start of the next: four a pixel, no padding.
  public var bytesPerRow: Int { size.width * 4 }
  /// All of the picture's bytes.
  public var byteCount: Int { size.decodedByteCount }

  private let base: UnsafeMutableRawPointer?
  /// Bytes that are mapped, and where among them `base` is.
  private let mapped: (byteCount: Int, offset: Int)
  private let ledger: MemoryLedger
  /// The raw value of who answers for the buffer.
  private let owner: Atomic<Int>

  /// Maps zeroed memory for `size` pixels and enters it in `ledger`.
  ///
  /// - Parameters:
  ///   - size: at least 1×1.
  ///   - ledger: counts the buffer for as long as it lives.
  ///   - owner: who answers for it at first.
  /// - Throws: ``OutOfMemory`` if the system refuses.
  public init(size: PixelSize, ledger: MemoryLedger, owner: MemoryOwner = .inFlight) throws(OutOfMemory) {
    precondition(!size.isEmpty, "a pixel buffer needs at least one pixel, not \(size)")
    let pixels = unsafe MappedMemory.map(byteCount: size.decodedByteCount)
    guard let pixels = unsafe pixels else { throw OutOfMemory(byteCount: size.decodedByteCount) }
    self.size = size
    self.ledger = ledger
    self.owner = Atomic(owner.rawValue)
    unsafe base = pixels
    mapped = (size.decodedByteCount, 0)
    ledger.add(size.decodedByteCount, to: owner)
  }

  /// Accounts for `size` pixels without allocating any: what model mode passes around in place of an image.
  package init(accounting size: PixelSize, ledger: MemoryLedger, owner: MemoryOwner = .inFlight) {
    self.size = size
    self.ledger = ledger
    self.owner = Atomic(owner.rawValue)
    unsafe base = nil
    mapped = (0, 0)
    ledger.add(size.decodedByteCount, to: owner)
  }

  /// Takes over a mapping, read only, with pixels in it from `offset` on.
  init(
    mapping start: UnsafeMutableRawPointer, mappedByteCount: Int, offset: Int, size: PixelSize,
    ledger: MemoryLedger
  ) {
    self.size = size
    self.ledger = ledger
    self.owner = Atomic(MemoryOwner.inFlight.rawValue)
    unsafe base = start + offset
    mapped = (mappedByteCount, offset)
    ledger.add(size.decodedByteCount, to: .inFlight)
  }

  deinit {
    ledger.remove(byteCount, from: MemoryOwner(rawValue: owner.load(ordering: .acquiring)) ?? .inFlight)
    if let base = unsafe base {
      unsafe MappedMemory.unmap(base - mapped.offset, byteCount: mapped.byteCount)
    }
  }

  /// Whether there are pixels, or only the account of them.
  package var hasPixels: Bool { unsafe base != nil }

  /// Books the buffer under another owner.
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

  /// Writes the bytes; only for whoever made the buffer, before it is shared.
  package func withUnsafeMutableBytes<Result, Failure>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeMutableRawBufferPointer(start: base, count: base == nil ? 0 : byteCount))
  }
}
