internal import CImageIO

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// An open original: a regular file, or bytes in memory, that starts as a JPEG or a PNG does.
@safe struct EncodedFile: ~Copyable {
  enum Kind { case jpeg, png }

  let path: String
  let kind: Kind
  let byteCount: Int
  /// Of the file, or -1 where there is only memory.
  private let descriptor: Int32
  /// A copy that is the original's own, or empty where there is a file.
  private let memory: UnsafeMutableBufferPointer<UInt8>

  /// Opens a file and looks at its first bytes.
  init(path: String) throws(CodecError) {
    // Without O_NONBLOCK, opening a pipe that somebody left in the folder would wait for ever.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CodecError(file: path, code: .unreadable, message: unsafe String(cString: strerror(errno)))
    }
    let found: (byteCount: Int, kind: Kind)
    do throws(CodecError) {
      found = (
        try Self.byteCount(of: descriptor, path: path),
        try Self.kind(of: try Self.head(of: descriptor, path: path), path: path)
      )
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
    byteCount = found.byteCount
    kind = found.kind
  }

  /// Copies bytes, and looks at the first of them.
  init(bytes: [UInt8], named name: String) throws(CodecError) {
    kind = try Self.kind(of: bytes.prefix(8), path: name)
    path = name
    descriptor = -1
    byteCount = bytes.count
    unsafe memory = .allocate(capacity: bytes.count)
    _ = unsafe memory.initialize(fromContentsOf: bytes)
  }

  deinit {
    unsafe memory.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// The file as the shim takes it; valid for as long as `self` lives.
  var input: cis_input {
    unsafe cis_input(fd: descriptor, bytes: memory.baseAddress, count: memory.count)
  }

  /// Up to `count` bytes from `offset` on; fewer where the file ends.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard descriptor >= 0 else {
      guard offset >= 0, offset < byteCount else { return [] }
      return unsafe Array(memory[offset..<offset + min(count, byteCount - offset)])
    }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }

  private static func byteCount(of descriptor: Int32, path: String) throws(CodecError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw CodecError(file: path, code: .unreadable, message: unsafe String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CodecError(file: path, code: .unreadable, message: "expected a file, found something else")
    }
    return Int(status.st_size)
  }

  private static func head(of descriptor: Int32, path: String) throws(CodecError) -> ArraySlice<UInt8> {
    var head: [UInt8] = Array(repeating: 0, count: 8)
    let count = unsafe pread(descriptor, &head, head.count, 0)
    guard count >= 0 else {
      throw CodecError(file: path, code: .unreadable, message: unsafe String(cString: strerror(errno)))
    }
    return head.prefix(count)
  }

  private static func kind(of head: ArraySlice<UInt8>, path: String) throws(CodecError) -> Kind {
    if head.count >= 3, head.starts(with: [0xFF, 0xD8]) { return .jpeg }
    if head.count == 8, head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    let found = head.map(hexadecimal).joined(separator: " ")
    throw CodecError(
      file: path, code: .unsupported,
      message: "expected a JPEG (FF D8) or a PNG (89 50 4E 47), found "
        + (found.isEmpty ? "an empty file" : "a file that starts with \(found)"))
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}
