#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A whole file in memory, read only, until it is let go or handed over to a ``PixelBuffer``.
///
/// Whoever makes the file shorter meanwhile ends the process at its next look, as with every mapped file; replacing or
/// removing it does no harm.
@safe package struct MappedFile: ~Copyable {
  /// The system's error number.
  package struct Failure: Error {
    let number: Int32

    /// Whether there is no such file.
    package var isMissing: Bool { number == ENOENT }

    /// The system's words.
    package var reason: String { unsafe String(cString: strerror(number)) }
  }

  private let start: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Maps a regular file.
  package init(path: String) throws(Failure) {
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw Failure(number: errno) }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw Failure(number: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { throw Failure(number: EINVAL) }
    let size = Int(status.st_size)
    let mapped = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { throw Failure(number: errno) }
    unsafe start = mapped
    byteCount = size
  }

  deinit { unsafe MappedMemory.unmap(start, byteCount: byteCount) }

  /// Reads the bytes.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(start: start, count: byteCount))
  }

  /// Gives up the mapping to a buffer whose pixels are in it from `offset` on.
  package consuming func pixels(from offset: Int, size: PixelSize, ledger: MemoryLedger) -> PixelBuffer {
    precondition(byteCount >= offset + size.decodedByteCount, "the file does not hold \(size) pixels")
    let buffer = unsafe PixelBuffer(
      mapping: start, mappedByteCount: byteCount, offset: offset, size: size, ledger: ledger)
    discard self
    return buffer
  }
}
