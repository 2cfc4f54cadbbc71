package import Support

/// Maps memory from the system, and returns it.
///
/// Mapping happens at once, on the caller's thread. A thread of its own unmaps, a moment later: returning a screenful of
/// pixels takes the system a millisecond, which the thread that frees an image, often the main thread, does not have.
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

  /// Lives as long as the process.
  private static let thread = BackgroundThreads(1, named: "unmap", stackSize: 1 << 17)

  /// `@unchecked Sendable`: the memory has no other owner.
  @safe private struct Region: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let byteCount: Int
  }
}

/// A whole file in memory, read only, until it is released or handed over to a ``PixelBuffer``.
///
/// Truncating the file meanwhile ends the process at its next read, as with every mapped file; replacing or removing it is
/// harmless.
@safe package struct MappedFile: ~Copyable {
  private let start: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Maps a regular file.
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

  /// Reads the bytes.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(start: start, count: byteCount))
  }

  /// Hands the mapping over to a buffer whose pixels begin at `offset`.
  package consuming func pixels(from offset: Int, size: PixelSize, ledger: MemoryLedger) -> PixelBuffer {
    precondition(byteCount >= offset + size.decodedByteCount, "the file does not hold \(size) pixels")
    let buffer = unsafe PixelBuffer(
      mapping: start, mappedByteCount: byteCount, offset: offset, size: size, ledger: ledger)
    discard self
    return buffer
  }
}
