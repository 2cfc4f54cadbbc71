import Foundation
import GalleryKit
import PlainDecoders
import TestSupport
import Testing

/// JPEGs that libjpeg-turbo writes by itself.
enum PlainJPEG {
  /// A layout: by default progressive YCbCr, with a chroma sample for each 2×2 of luma.
  static func layout(
    isGrey: Bool = false, isRGB: Bool = false, lumaColumns: Int = 2,
    lumaRows: Int = 2, restartInterval: Int = 0, hasMeansApart: Bool = false, quality: Int = 80
  ) -> plain_layout {
    plain_layout(
      is_grey: isGrey, is_rgb: isRGB, luma_columns: Int32(lumaColumns),
      luma_rows: Int32(lumaRows), restart_interval: UInt32(restartInterval), has_means_apart: hasMeansApart,
      quality: Int32(quality))
  }

  /// Encodes a picture.
  static func encode(_ picture: PixelBuffer, _ layout: plain_layout) throws -> [UInt8] {
    var bytes = TestImage.bytes(picture)
    let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe plain_jpeg_write(
        plain_picture(
          width: UInt32(picture.size.width), height: UInt32(picture.size.height), rgba: buffer.baseAddress),
        layout)
    }
    defer { unsafe free(written.bytes) }
    try #require(unsafe written.bytes != nil)
    return unsafe Array(UnsafeBufferPointer(start: written.bytes, count: Int(written.count)))
  }
}
