internal import CImageIO

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// An open original: a regular file that starts as a JPEG or a PNG does.
struct EncodedFile: ~Copyable {
  enum Kind { case jpeg, png }

  let path: String
  let kind: Kind
  let byteCount: Int
  private let descriptor: Int32

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
        try Self.byteCount(of: descriptor, path: path), try Self.kind(of: descriptor, path: path)
      )
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    byteCount = found.byteCount
    kind = found.kind
  }

  deinit { close(descriptor) }

  /// The file as the shim takes it; valid for as long as `self` lives.
  var input: cis_input { unsafe cis_input(fd: descriptor, bytes: nil, count: 0) }

  /// Up to `count` bytes from `offset` on; fewer where the file ends.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
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

  private static func kind(of descriptor: Int32, path: String) throws(CodecError) -> Kind {
    var head: [UInt8] = Array(repeating: 0, count: 8)
    let count = unsafe pread(descriptor, &head, head.count, 0)
    guard count >= 0 else {
      throw CodecError(file: path, code: .unreadable, message: unsafe String(cString: strerror(errno)))
    }
    if count >= 3, head.starts(with: [0xFF, 0xD8]) { return .jpeg }
    if count == 8, head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    let found = head.prefix(count).map(hexadecimal).joined(separator: " ")
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
