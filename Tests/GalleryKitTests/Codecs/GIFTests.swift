import GalleryKit
import TestSupport
import Testing

@Suite struct `GIF` {
  private func indices(_ count: Int) -> [UInt8] {
    var shuffler = Shuffler(seed: 7)
    // Runs and noise, so that strings grow and the table fills more than once.
    return (0..<count).map { place -> UInt8 in
      if place % 200 < 120 { return UInt8(place / 40 % 200) }
      return UInt8(shuffler.next(200))
    }
  }

  private func pixels(_ gif: GIFBytes) throws -> [UInt8] {
    let image = try ImageDecoder.decode(
      bytes: gif.bytes, as: FormatChecks.whole, strict: true, ledger: MemoryLedger())
    return TestImage.bytes(image.pixels)
  }

  @Test(arguments: [false, true])
  func `a frame of any content is decoded, in whichever order its rows come`(isInterlaced: Bool) throws {
    for (width, height) in [(1, 1), (7, 3), (150, 121)] {
      var gif = GIFBytes(width: width, height: height, indices: indices(width * height))
      gif.isInterlaced = isInterlaced
      #expect(try pixels(gif) == gif.indices.flatMap { [$0, $0, $0, 255] })
    }
  }

  @Test func `a frame lies on its screen, and what it leaves of it is transparent`() throws {
    var gif = GIFBytes(width: 3, height: 2, indices: [1, 2, 3, 4, 5, 255])
    gif.screen = (5, 4)
    gif.frame.left = 1
    gif.frame.top = 2
    gif.transparentIndex = 2
    var expected = [UInt8](repeating: 0, count: 5 * 4 * 4)
    for (place, pixel) in [
      (11, [1, 1, 1, 255]), (13, [3, 3, 3, 255]), (16, [4, 4, 4, 255]), (17, [5, 5, 5, 255]),
      (18, [255, 0, 0, 255]),
    ] as [(Int, [UInt8])] {
      expected.replaceSubrange(place * 4..<place * 4 + 4, with: pixel)
    }
    #expect(try pixels(gif) == expected)
    #expect(try ImageProbe.probe(bytes: gif.bytes).format == .gif)
  }

  @Test func `every mode delivers the size that is foretold`() throws {
    let gradient = TestImage.bytes(try TestImage.gradient(64, 48))
    let reds = stride(from: 0, to: gradient.count, by: 4).map { min(gradient[$0], 254) }
    try FormatChecks.everyMode(of: GIFBytes(width: 64, height: 48, indices: reds).bytes)
  }

  @Test func `a frame that breaks off is a damaged picture, one without a pixel an error`() throws {
    let bytes = GIFBytes(width: 60, height: 60, indices: indices(3_600)).bytes
    let half = try ImageDecoder.decode(
      bytes: Array(bytes.prefix(bytes.count - 1_000)), as: FormatChecks.whole, ledger: MemoryLedger())
    #expect(half.damage?.contains("of 3600 pixels") == true)
    let header = Array(bytes.prefix(13 + 768 + 9 + 10 + 1))
    #expect(throws: CodecError.self) {
      try ImageDecoder.decode(bytes: header, as: FormatChecks.whole, ledger: MemoryLedger())
    }
  }

  @Test func `a header that claims too much is refused`() throws {
    var gif = GIFBytes(width: 2, height: 2, indices: [1, 2, 3, 4])
    gif.screen = (65_535, 65_535)
    let error = #expect(throws: CodecError.self) { try ImageProbe.probe(bytes: gif.bytes) }
    #expect(error?.code == .tooCostly)
  }

  @Test func `no damage crashes the decoder or keeps memory`() {
    var gif = GIFBytes(width: 40, height: 30, indices: indices(1_200))
    FormatChecks.damage(to: gif.bytes, seed: 1)
    gif.isInterlaced = true
    FormatChecks.damage(to: gif.bytes, seed: 2)
  }
}
