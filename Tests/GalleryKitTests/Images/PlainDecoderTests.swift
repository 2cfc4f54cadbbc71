import Foundation
import GalleryKit
import PlainDecoders
import TestSupport
import Testing

@Suite struct `Beside the plain decoders` {
  /// Whether the picture is the plain one, rotated upright, to the last bit.
  private func isSame(
    _ image: PixelBuffer, as plain: plain_picture, turned orientation: ImageOrientation
  ) throws -> Bool {
    let stored = orientation == .up ? image : try TestImage.stored(image, orientation)
    guard unsafe plain.width == stored.size.width, unsafe plain.height == stored.size.height else {
      return false
    }
    return unsafe stored.withUnsafeBytes { bytes in
      unsafe memcmp(bytes.baseAddress.unsafelyUnwrapped, plain.rgba, bytes.count) == 0
    }
  }

  /// The bytes of a gray PNG without its gamma: with it, gray becomes sRGB even as tagged, but not by the
  /// plain decoder.
  private func withoutGamma(_ path: String) throws -> [UInt8] {
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    // The chunk after the header: its length, its name, a number and a checksum.
    if bytes[37..<41].elementsEqual("gAMA".utf8) { bytes.removeSubrange(33..<49) }
    return bytes
  }

  @Test(
    .enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"),
    arguments: ["photos", "png", "orientation"])
  func `a whole picture, as tagged, is theirs to the last bit`(part: String) throws {
    var compared = 0
    for (name, path, notes) in try SharedData.files(of: part) where !notes.contains("4-channel") {
      let info = try ImageProbe.probe(path: path)
      let pixels = info.storedSize.width * info.storedSize.height
      // One that need not be rotated is compared as a whole, which is fast.
      if pixels / (info.orientation == .up ? 8 : 1) > SharedData.mostPixels { continue }
      let isPNG = info.format.typeIdentifier == "public.png"
      let plain = unsafe isPNG ? plain_png(path) : plain_jpeg(path)
      defer { unsafe plain_free(plain) }
      try #require(unsafe plain.rgba != nil, "\(name)")
      let image =
        isPNG && notes.contains("gray")
        ? try ImageDecoder.decode(withoutGamma(path), as: .asTagged)
        : try ImageDecoder.decode(path: path, as: .asTagged, ledger: MemoryLedger())
      let isSame = unsafe try isSame(image.pixels, as: plain, turned: info.orientation)
      #expect(isSame, "\(name)")
      compared += 1
    }
    #expect(compared > 10)
  }
}

/// JPEGs that libjpeg-turbo writes by itself.
enum PlainJPEG {
  /// Encodes a picture, by default as progressive YCbCr with a chroma sample for each 2×2 of luma.
  static func encode(
    _ picture: PixelBuffer, isGrey: Bool = false, isRGB: Bool = false, lumaColumns: Int = 2,
    lumaRows: Int = 2, restartInterval: Int = 0, hasMeansApart: Bool = false, quality: Int = 80
  ) throws -> [UInt8] {
    let layout = plain_layout(
      is_grey: isGrey, is_rgb: isRGB, luma_columns: Int32(lumaColumns), luma_rows: Int32(lumaRows),
      restart_interval: UInt32(restartInterval), has_means_apart: hasMeansApart, quality: Int32(quality))
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
