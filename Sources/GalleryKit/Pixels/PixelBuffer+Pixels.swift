extension PixelBuffer {
  /// Makes a picture of pixels in rows: red, green, blue, alpha.
  ///
  /// - Throws: ``OutOfMemory`` if the system refuses.
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
  ///
  /// - Complexity: O(*n*).
  package var pixels: [SIMD4<UInt8>] {
    guard hasPixels else { return [] }
    let count = size.width * size.height
    return unsafe withUnsafeBytes { bytes in
      unsafe [SIMD4<UInt8>](unsafeUninitializedCapacity: count) { target, initialized in
        unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: bytes)
        initialized = count
      }
    }
  }
}
