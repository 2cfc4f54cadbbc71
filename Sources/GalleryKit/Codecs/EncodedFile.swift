internal import CImageIO
internal import GalleryEngine

#if canImport(Darwin)
  package import Darwin
#else
  package import Glibc
#endif

/// An open original: a regular file, or bytes in memory, that starts as a JPEG or a PNG does.
@safe struct EncodedFile: ~Copyable {
  enum Kind { case jpeg, png }

  let path: String
  let kind: Kind
  let byteCount: Int
  /// The first bytes of a file, as many as were asked for when it was opened.
  let head: [UInt8]
  /// Of the file, or -1 where there is only memory.
  private let descriptor: Int32
  /// A copy that is the original's own, or empty where there is a file.
  private let memory: UnsafeMutableBufferPointer<UInt8>

  /// Opens a file and looks at its first bytes.
  ///
  /// - Parameters:
  ///   - identity: which file is expected there; another that has taken its place is an error.
  ///   - headByteCount: how many bytes are read at once, for those who will look at them.
  init(
    path: String, expecting identity: FileIdentity? = nil, headByteCount: Int = 8
  ) throws(CodecError) {
    // Without O_NONBLOCK, opening a pipe in the folder would wait for ever.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = SystemError()
      throw CodecError(file: path, code: error.saysGone ? .missing : .unreadable, message: error.reason)
    }
    let found: (byteCount: Int, head: [UInt8], kind: Kind)
    do throws(CodecError) {
      let byteCount = try Self.byteCount(of: descriptor, path: path, expecting: identity)
      let head = try Self.head(of: descriptor, path: path, count: headByteCount)
      found = (byteCount, head, try Self.kind(of: head.prefix(8), path: path))
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
    byteCount = found.byteCount
    head = found.head
    kind = found.kind
  }

  /// Copies bytes, and looks at the first of them.
  init(bytes: [UInt8], named name: String) throws(CodecError) {
    kind = try Self.kind(of: bytes.prefix(8), path: name)
    path = name
    head = []
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
    if offset >= 0, offset <= head.count - count { return Array(head[offset..<offset + count]) }
    // Swift's one empty array is shared by all threads, and is written to where it is made with a capacity of none.
    guard count > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }

  private static func byteCount(
    of descriptor: Int32, path: String, expecting identity: FileIdentity?
  ) throws(CodecError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw CodecError(file: path, code: .unreadable, message: unsafe String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CodecError(file: path, code: .unreadable, message: "expected a file, found something else")
    }
    guard identity == nil || identity == FileIdentity(status) else {
      throw CodecError(
        file: path, code: .unreadable, message: "another file took its place while it was being read")
    }
    return Int(status.st_size)
  }

  private static func head(of descriptor: Int32, path: String, count: Int) throws(CodecError) -> [UInt8] {
    var failure: Int32?
    let head = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let found = unsafe pread(descriptor, buffer.baseAddress, count, 0)
      if found < 0 { failure = errno }
      filled = max(0, found)
    }
    guard let failure else { return head }
    throw CodecError(file: path, code: .unreadable, message: unsafe String(cString: strerror(failure)))
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

/// Which file it is, whatever it is called: two names of one file have the same, and a file that takes another's name
/// does not.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  /// The inode, which is the file's own on its device, and outlives names and mounts.
  package let number: UInt64

  package init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
