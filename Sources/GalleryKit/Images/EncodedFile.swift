internal import CImageIO
public import GalleryEngine
internal import Support

/// An open original: a regular file, or bytes in memory, whose first bytes belong to a known kind of picture.
@safe struct EncodedFile: ~Copyable {
  /// Enough bytes to tell every kind: the brands of a HEIF file take the most.
  private static let headByteCount = 64

  let path: String
  let kind: DecodedImage.FileFormat
  let byteCount: Int
  /// The first bytes of a file, as many as its opener asked for.
  let head: [UInt8]
  /// `nil` for bytes in memory.
  private let file: OpenFile?
  /// A copy of the bytes in memory; empty for a file.
  private let memory: UnsafeMutableBufferPointer<UInt8>
  /// The first error of ``bytes(at:count:)``.
  private let failure: Locked<SystemError?>

  /// Opens a file, refuses it if another one was expected, and reads its first `headByteCount` bytes at once.
  init(
    path: String, expecting identity: FileIdentity? = nil, headByteCount: Int = Self.headByteCount
  ) throws(CodecError) {
    let file = try Self.naming(path, try OpenFile(path))
    let status = try Self.naming(path, try file.status())
    guard status.kind == .file else { throw Self.refusal(path, .noFile) }
    guard identity == nil || identity == status.identity else {
      throw CodecError(
        file: path, code: .unreadable, message: "another file took its place while it was being read")
    }
    let head = try Self.naming(path, try file.bytes(at: 0, count: headByteCount))
    kind = try Self.kind(of: head.prefix(Self.headByteCount), path: path)
    self.path = path
    self.file = consume file
    self.head = head
    byteCount = status.byteCount
    failure = Locked(nil)
    unsafe memory = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  /// Runs an operation on the file; an error of the system becomes one that names the file.
  private static func naming<Value: ~Copyable>(
    _ path: String, _ body: @autoclosure () throws(SystemError) -> Value
  ) throws(CodecError) -> Value {
    do { return try body() } catch { throw Self.refusal(path, error) }
  }

  private static func refusal(_ path: String, _ error: SystemError) -> CodecError {
    CodecError(file: path, code: error.saysGone ? .missing : .unreadable, message: error.reason)
  }

  /// Copies bytes, and tells their kind from the first of them.
  init(bytes: [UInt8], named name: String = "bytes in memory") throws(CodecError) {
    kind = try Self.kind(of: bytes.prefix(Self.headByteCount), path: name)
    path = name
    head = []
    file = nil
    byteCount = bytes.count
    failure = Locked(nil)
    unsafe memory = .allocate(capacity: bytes.count)
    _ = unsafe memory.initialize(fromContentsOf: bytes)
  }

  deinit { unsafe memory.deallocate() }

  /// The file as the shim takes it; valid for as long as `self` lives.
  var input: cis_input {
    let descriptor: Int32 =
      switch file {
      case let file?: file.descriptor
      case nil: -1
      }
    return unsafe cis_input(fd: descriptor, bytes: memory.baseAddress, count: memory.count)
  }

  /// See ``ContentFingerprint``; `nil` for bytes in memory, and for a file that cannot be read to its end.
  var fingerprint: Int64? {
    switch file {
    case let file?: ContentFingerprint.of(file, byteCount: byteCount, head: head)
    case nil: nil
    }
  }

  /// Up to `count` bytes from `offset` on; fewer at the end of the file, and none if it cannot be read: see ``checkReads()``.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    if offset >= 0, offset <= head.count - count { return Array(head[offset..<offset + count]) }
    guard offset >= 0, offset < byteCount else { return [] }
    switch file {
    case let file?:
      do throws(SystemError) { return try file.bytes(at: offset, count: count) } catch {
        failure.withLock { $0 = $0 ?? error }
        return []
      }
    case nil:
      return unsafe Array(memory[offset..<offset + min(count, byteCount - offset)])
    }
  }

  /// Throws the error, if any, that made the file seem to end early.
  func checkReads() throws(CodecError) {
    if let error = failure.withLock({ $0 }) { throw Self.refusal(path, error) }
  }

  private static func kind(of head: ArraySlice<UInt8>, path: String) throws(CodecError)
    -> DecodedImage.FileFormat
  {
    if let kind = DecodedImage.FileFormat(head) { return kind }
    let found = head.prefix(8).map { $0.hexadecimal(uppercase: true) }.joined(separator: " ")
    throw CodecError(
      file: path, code: .unsupported,
      message: "expected a JPEG, PNG, WebP, HEIF or AVIF, found "
        + (found.isEmpty ? "an empty file" : "a file that starts with \(found)"))
  }
}

extension DecodedImage {
  /// A kind of picture file, in which images can be written.
  public enum FileFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG, by libjpeg-turbo: at most 65,500 pixels a side.
    case jpeg
    /// PNG, by libpng: at most a million pixels a side.
    case png
    /// WebP, by libwebp, which the package trait `WebP` brings: at most 16,383 pixels a side.
    case webp
    /// HEIC, by libheif, which the package trait `HEIF` brings, with an encoder of HEVC: at most 65,536 pixels a side.
    case heic
    /// AVIF, by libheif, which the package trait `HEIF` brings, with an encoder of AV1: at most 65,536 pixels a side.
    case avif

    /// The encoding of such a file, in several passes or in one.
    func encoding(inPasses: Bool) -> ImageFormat {
      switch self {
      case .jpeg: inPasses ? .jpegProgressive : .jpegBaseline
      case .png: inPasses ? .pngInterlaced : .png
      case .webp: .webp
      case .heic: .heic
      case .avif: .avif
      }
    }

    /// The format in the shim's words, and what its library takes: the usual quality, the most pixels a side, and the numbers of
    /// an encoder's efforts.
    var library:
      (code: cis_format, usualQuality: Int, longestSide: Int, efforts: (fast: Int, usual: Int, small: Int))
    {
      switch self {
      case .jpeg: (CIS_JPEG, 85, 65_500, (1, 6, 9))
      case .png: (CIS_PNG, 85, 1_000_000, (1, 6, 9))
      case .webp: (CIS_WEBP, 80, 16_383, (1, 4, 6))
      case .heic: (CIS_HEIC, 60, 65_536, (9, 6, 3))
      case .avif: (CIS_AVIF, 60, 65_536, (9, 6, 3))
      }
    }

    /// The type of the files, such as `public.jpeg`.
    public var uniformTypeIdentifier: String { encoding(inPasses: false).typeIdentifier }
  }
}

extension DecodedImage.FileFormat {
  /// Tells the kind of a picture file from its first bytes; fails if they belong to no known kind.
  init?(_ head: ArraySlice<UInt8>) {
    func holds(_ text: String, at offset: Int) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
    if head.count >= 3, head.starts(with: [0xFF, 0xD8]) {
      self = .jpeg
    } else if head.count >= 8, head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if holds("RIFF", at: 0), holds("WEBP", at: 8) {
      self = .webp
    } else if holds("ftyp", at: 4), let kind = Self.kind(ofBrandsIn: head) {
      self = kind
    } else {
      return nil
    }
  }

  private static let stillBrands: Set = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1",
  ]

  /// The kind of a file whose `ftyp` box names brands of pictures (ISO/IEC 23008-12, 10); films name others.
  private static func kind(ofBrandsIn head: ArraySlice<UInt8>) -> Self? {
    let length = head.prefix(4).number
    let box = Array(head.prefix(max(12, length)))
    // The four bytes after the first brand are its version.
    let places = [8] + Array(stride(from: 16, to: box.count - 3, by: 4))
    let brands = places.filter { $0 + 4 <= box.count }.map {
      String(decoding: box[$0..<$0 + 4], as: UTF8.self)
    }
    guard let first = brands.first, stillBrands.contains(first) || first.hasPrefix("avi") else { return nil }
    return brands.contains("avif") || brands.contains("avis") ? .avif : .heic
  }
}

extension ImageFormat {
  /// Whether this build decodes such files: the package's traits can leave out a library and its formats.
  package var isReadable: Bool {
    DecodedImage.FileFormat.allCases.contains { kind in
      [false, true].contains { kind.encoding(inPasses: $0) == self } && cis_can_read(kind.library.code)
    }
  }

  /// The uniform type identifiers of the pictures that this build decodes.
  package static let readableTypes = Set(allCases.filter(\.isReadable).map(\.typeIdentifier))
}
