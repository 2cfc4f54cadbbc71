internal import CImageIO
internal import GalleryEngine

/// Takes pixels from the colours of a profile to sRGB: Little CMS, perceptual intent.
///
/// `@unchecked Sendable`: the shim's transform is never written after it was made.
@safe final class ColorTransform: @unchecked Sendable {
  let profile: ColorProfile
  /// Whether the profile means sRGB, within a level of 255.
  let isIdentity: Bool
  private let handle: OpaquePointer

  /// Makes a transform of pixels that are `colors`.
  init(_ profile: ColorProfile, of colors: cis_colors) throws(CodecError) {
    let opened = try unsafe CodecStatus.check("its colour profile") { status in
      unsafe profile.bytes.withUnsafeBufferPointer { bytes in
        unsafe cis_color_open(bytes.baseAddress, bytes.count, colors, status)
      }
    }
    guard let opened = unsafe opened else {
      throw CodecError(file: "its colour profile", code: .malformed, message: "it cannot be followed")
    }
    self.profile = profile
    unsafe handle = opened
    isIdentity = unsafe cis_color_is_identity(opened)
  }

  deinit { unsafe cis_color_close(handle) }

  /// Converts a row of four bytes a pixel into another.
  @unsafe func convert(
    _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    unsafe cis_color_convert(handle, source, target, UInt32(count))
  }
}

/// Converts the colours of rows on their way.
@safe final class ColorConverter: RowSink {
  private let transform: ColorTransform
  private let width: Int
  private let row: ScratchBuffer<UInt8>
  private var next: any RowSink

  /// Makes a converter of rows of `width` pixels.
  init(_ transform: ColorTransform, width: Int, ledger: MemoryLedger, next: any RowSink) {
    self.transform = transform
    self.width = width
    self.next = next
    row = ScratchBuffer(count: width * 4, ledger: ledger)
  }

  func append(_ source: UnsafePointer<UInt8>) {
    unsafe transform.convert(source, into: row.start, count: width)
    unsafe next.append(row.start)
  }
}
