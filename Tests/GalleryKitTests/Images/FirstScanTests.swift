import Foundation
import GalleryKit
import PlainDecoders
import TestSupport
import Testing

/// A progressive JPEG's first scans, compared with the pixels that libjpeg-turbo alone makes of them.
@Suite struct `First scans` {
  private let ledger = MemoryLedger()

  private func degraded(_ bytes: [UInt8]) throws -> DecodedImage {
    try #require(try ImageDecoder.degradedImage(bytes: bytes, as: .asTagged, ledger: ledger))
  }

  private static let sizes = [(1, 1), (8, 8), (9, 7), (16, 17), (33, 130), (400, 65)]
  private static let samplings = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (4, 2)]

  /// The largest difference of two samples, or `nil` where the pictures are of different sizes.
  private func difference(_ image: PixelBuffer, from jpeg: [UInt8]) -> Int? {
    let plain = unsafe plain_jpeg_means(jpeg, jpeg.count)
    defer { unsafe plain_free(plain) }
    guard unsafe plain.rgba != nil else { return nil }
    guard unsafe image.size == PixelSize(width: Int(plain.width), height: Int(plain.height)) else {
      return nil
    }
    let own = TestImage.bytes(image)
    return own.indices.map { unsafe abs(Int(own[$0]) - Int(plain.rgba[$0])) }.max()
  }

  @Test func `each block's mean is libjpeg-turbo's, however the file is laid out`() throws {
    for (width, height) in Self.sizes {
      let pictures = [try TestImage.gradient(width, height), try TestImage.noise(width, height)]
      for (columns, rows) in Self.samplings {
        for interval in [0, 1, 7] {
          for (index, picture) in pictures.enumerated() {
            for kind in ["colour", "grey", "rgb"] {
              let bytes = try PlainJPEG.encode(
                picture, isGrey: kind == "grey", isRGB: kind == "rgb", lumaColumns: columns, lumaRows: rows,
                restartInterval: interval, quality: index == 0 ? 90 : 30)
              let image = try degraded(bytes)
              #expect(image.damage == nil)
              let found = try #require(difference(image.pixels, from: bytes))
              #expect(found == 0, "\(kind) \(width)×\(height) \(columns)×\(rows) restarts \(interval)")
            }
          }
        }
      }
    }
    #expect(ledger.snapshot.total == 0)
  }

  @Test func `a file whose means come in several scans is read to the last of them`() throws {
    let bytes = try PlainJPEG.encode(TestImage.gradient(200, 90), hasMeansApart: true)
    let image = try degraded(bytes)
    #expect(difference(image.pixels, from: bytes) == 0)
  }

  @Test func `what is missing of a first scan is grey, and the degraded image is damaged`() throws {
    let picture = try TestImage.plain(640, 480, rgba: [220, 20, 20, 255])
    for interval in [0, 9] {
      let bytes = try PlainJPEG.encode(picture, restartInterval: interval)
      let start = try #require(bytes.places(of: 0xDA).first) + 14
      let image = try degraded(Array(bytes[..<(start + 100)]))
      #expect(image.damage != nil)
      let pixels = image.pixels.pixels
      #expect(try #require(pixels.first).x > 200)
      #expect(try #require(pixels.last) == [128, 128, 128, 255])
    }
  }

  @Test func `a restart that is not where it belongs is damage, and what came before it stays`() throws {
    var bytes = try PlainJPEG.encode(TestImage.gradient(640, 480), restartInterval: 40)
    let second = try #require(bytes.places(of: 0xD1).first)
    bytes[second + 1] = 0xD5
    let image = try degraded(bytes)
    #expect(image.damage != nil)
    #expect(image.pixels.pixels.first != [128, 128, 128, 255])
    #expect(difference(image.pixels, from: bytes) == 0)
  }

  /// Found by fuzzing: a component may name a table that no file can have.
  @Test func `no number in the headers of frame and scan crashes the decoder`() throws {
    let sound = try PlainJPEG.encode(TestImage.gradient(40, 30))
    for marker in [0xC2, 0xDA] as [UInt8] {
      let start = try #require(sound.places(of: marker).first) + 4
      for offset in start..<start + Int(sound[start - 1]) - 2 {
        for value in [0, 1, 2, 3, 4, 15, 0x10, 0x3D, 0x40, 0xF1, 0xFF] as [UInt8] {
          var bytes = sound
          bytes[offset] = value
          _ = try? ImageDecoder.degradedImage(bytes: bytes, as: .asTagged, ledger: ledger)
        }
      }
    }
    #expect(ledger.snapshot.total == 0)
  }

  @Test(arguments: [(true, 1), (false, 1), (false, 2)], [0, 1, 2])
  func `no damaged scan crashes the decoder`(layout: (isGrey: Bool, lumaColumns: Int), interval: Int) throws {
    let bytes = try PlainJPEG.encode(
      TestImage.noise(64, 40), isGrey: layout.isGrey, lumaColumns: layout.lumaColumns, lumaRows: 1,
      restartInterval: interval, quality: 60)
    FormatChecks.damage(to: bytes, seed: 12)
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `those of real photos are libjpeg-turbo's`() throws {
    var compared = 0
    for (name, path, notes) in try SharedData.files(of: "photos") where notes.contains("progressive") {
      let info = try ImageProbe.probe(path: path)
      guard info.format == .jpegProgressive, !info.hasEmbeddedThumbnail, info.orientation == .up,
        !notes.contains("4-channel"),
        info.storedSize.width * info.storedSize.height / 32 <= SharedData.mostPixels,
        let bytes = FileManager.default.contents(atPath: path),
        let image = try ImageDecoder.degradedImage(path: path, as: .asTagged, ledger: ledger)
      else { continue }
      let found = try #require(difference(image.pixels, from: Array(bytes)), "\(name)")
      #expect(found == 0, "\(name): \(found)")
      compared += 1
    }
    #expect(compared >= (SharedData.mostPixels < .max ? 5 : 8))
  }
}
