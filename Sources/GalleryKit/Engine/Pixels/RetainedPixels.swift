extension PixelBuffer {
  /// The order and the meaning of a pixel's bytes in memory.
  public enum Format: Hashable, Sendable {
    /// The format of buffers: red, green, blue and straight alpha; `GDK_MEMORY_R8G8B8A8`, `SDL_PIXELFORMAT_RGBA32`.
    case rgba
    /// Blue, green, red and alpha, premultiplied; `GDK_MEMORY_B8G8R8A8_PREMULTIPLIED`, and on little-endian machines
    /// `CAIRO_FORMAT_ARGB32`.
    case premultipliedBGRA
  }

  /// Pixels in the hands of a C toolkit, which can keep them for any length of time.
  ///
  /// They stay valid until ``release`` is called with ``owner``, once, from any thread; the image counts as in use until
  /// then. Only read them: a stored thumbnail's pixels are the pages of its file, and a write ends the process.
  @unsafe public struct Retained {
    /// The first pixel of the first row; not `const`, as Cairo and SDL require.
    public let address: UnsafeMutableRawPointer
    /// The picture's size.
    public let size: PixelSize
    /// Bytes from the start of one row to the start of the next.
    public let bytesPerRow: Int
    /// Bytes of all rows.
    public let byteCount: Int
    /// The order and the meaning of a pixel's bytes.
    public let format: Format
    /// The holder of the pixels, to be passed to ``release``, as the last argument of `g_bytes_new_with_free_func` is.
    public let owner: UnsafeMutableRawPointer

    /// Releases the pixels of an ``owner``: a `GDestroyNotify`, a `cairo_destroy_func_t`.
    public static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { owner in
      guard let owner = unsafe owner else { return }
      unsafe Unmanaged<PixelBuffer>.fromOpaque(owner).release()
    }
  }

  /// Hands the pixels to a C toolkit.
  ///
  /// - Parameter format: the toolkit's format; ``Format/rgba``, the default, copies nothing. A copy in another format counts
  ///   as separate memory until it is released.
  /// - Returns: `nil` if there is no memory for a copy, or, in model mode, no pixels.
  /// - Complexity: O(1), or O(pixels) if they are copied.
  public func retained(as format: Format = .rgba) -> Retained? {
    guard hasPixels else { return nil }
    let buffer: PixelBuffer? =
      switch format {
      case .rgba: self
      case .premultipliedBGRA: try? mapped(Self.premultipliedBGRA)
      }
    guard let buffer, let address = unsafe buffer.base else { return nil }
    return unsafe Retained(
      address: address, size: size, bytesPerRow: bytesPerRow, byteCount: byteCount, format: format,
      owner: Unmanaged.passRetained(buffer).toOpaque())
  }

  private static func premultipliedBGRA(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> {
    let alpha = UInt16(pixel.w)
    let product = SIMD4<UInt16>(truncatingIfNeeded: pixel) &* alpha &+ 127
    let scaled = SIMD4<UInt8>(truncatingIfNeeded: product / 255)
    return SIMD4(scaled.z, scaled.y, scaled.x, pixel.w)
  }

  /// Whether every pixel is opaque; true if the buffer only accounts for pixels.
  package var isOpaque: Bool {
    unsafe withUnsafeBytes { bytes in
      for pixel in stride(from: 3, to: bytes.count, by: 4) where unsafe bytes[pixel] != 255 { return false }
      return true
    }
  }

  /// A copy with `transform` applied to each pixel.
  package func mapped(_ transform: (SIMD4<UInt8>) -> SIMD4<UInt8>) throws(OutOfMemory) -> PixelBuffer {
    let copy = try PixelBuffer(size: size, ledger: ledger)
    unsafe withUnsafeBytes { bytes in
      unsafe copy.withUnsafeMutableBytes { target in
        for pixel in stride(from: 0, to: bytes.count, by: 4) {
          let made = unsafe transform(bytes.load(fromByteOffset: pixel, as: SIMD4<UInt8>.self))
          unsafe target.storeBytes(of: made, toByteOffset: pixel, as: SIMD4<UInt8>.self)
        }
      }
    }
    return copy
  }
}
