import Foundation
import GalleryEngine
import GalleryRequests
import Testing

/// A codec of one colour, which stands in for a system's decoders.
private struct OneColor: ImageCodec {
  let color: SIMD4<UInt8>

  private func image(_ size: PixelSize, _ ledger: MemoryLedger) throws(CodecError) -> DecodedImage {
    do {
      let pixels = [SIMD4<UInt8>](repeating: color, count: size.width * size.height)
      return DecodedImage(pixels: try PixelBuffer(size: size, pixels: pixels, ledger: ledger))
    } catch {
      throw CodecError(file: "one colour", code: .outOfMemory, message: error.description)
    }
  }

  func decode(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    guard path != "nowhere" else {
      throw CodecError(file: path, code: .missing, message: "there is no such file")
    }
    return try image(PixelSize(width: 4, height: 3), ledger)
  }

  func degradedImage(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    try image(PixelSize(width: 1, height: 1), ledger)
  }

  func file(of image: DecodedImage, isLossless: Bool, captureDate: Date) throws(CodecError) -> Data {
    Data("\(image.pixels.size), \(isLossless)".utf8)
  }
}

/// This file imports neither the C libraries' decoders nor the library: an app on iOS has no more.
@Suite struct `An image manager without C libraries` {
  private let manager = ImageManager(
    configuration: .init(), codec: OneColor(color: SIMD4(1, 2, 3, 255)), thumbnailStore: nil, originals: nil)
  private let size = PixelSize(width: 4, height: 3)

  private func photo(
    at path: String = "photo.jpg", format: ImageFormat = .jpegBaseline, adjustments: Adjustments? = nil,
    hasThumbnail: Bool = false
  ) -> Asset {
    Asset(
      localIdentifier: path, pixelSize: PixelSize(width: 400, height: 300), creationDate: .distantPast,
      modificationDate: .distantPast, adjustments: adjustments,
      original: Original(path: path, format: format, byteCount: 1, hasEmbeddedThumbnail: hasThumbnail))
  }

  @Test func `gives what its codec decodes, and first a degraded image`() async throws {
    var sizes: [PixelSize] = []
    for try await response in manager.images(for: photo(hasThumbnail: true), targetSize: size) {
      let pixels = try #require(response.image?.pixels)
      sizes.append(pixels.size)
      #expect(pixels.pixels.first == SIMD4(1, 2, 3, 255))
      #expect(response.isDegraded == !response.isFinal)
    }
    #expect(sizes.last == size && sizes.count <= 2)
  }

  @Test func `says of a file that is missing that it is`() async throws {
    let error = await #expect(throws: ImageError.self) {
      try await manager.image(for: photo(at: "nowhere"), targetSize: size)
    }
    #expect(error?.kind == .missing)
    #expect(error?.reason == "nowhere: there is no such file")
  }

  @Test(arguments: [(ImageFormat.png, "public.png"), (.jpegBaseline, "public.jpeg")])
  func `has its codec make files of edited photos`(format: ImageFormat, type: String) async throws {
    let edited = photo(format: format, adjustments: Adjustments(quarterTurns: 1))
    let data = try await manager.imageData(for: edited)
    #expect(String(decoding: data.bytes, as: UTF8.self) == "4×3, \(format == .png)")
    #expect(data.uniformTypeIdentifier == type)
  }
}

@Suite struct `A thumbnail stands in for a picture` {
  @Test(arguments: [
    (120, 160, true), (160, 120, false),
    // With bars to make it square, it may be of either.
    (160, 160, true), (1500, 2001, false), (0, 0, false),
  ])
  func `that lies as it does, and is small, and not empty`(width: Int, height: Int, isServed: Bool) {
    let upright = DecodePlan.Degraded(pictureSize: PixelSize(width: 3000, height: 4000))
    #expect(upright.isServed(by: PixelSize(width: width, height: height)) == isServed)
  }

  @Test func `whose size is not known, however it lies`() {
    #expect(DecodePlan.Degraded(pictureSize: nil).isServed(by: PixelSize(width: 160, height: 120)))
  }
}
