import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `The sharpness of images` {
  private let folder = TemporaryFolder()
  private let cell = PixelSize(width: 60, height: 60)

  private func sharpness(_ picture: PixelBuffer, _ mode: ResizeMode) throws -> Double? {
    try PictureWriter.png().write(picture, to: folder.file("photo.png"))
    return ImageSharpness(of: folder.file("photo.png"), in: cell)?.decibels(
      as: ImageSpecification(targetSize: cell, contentMode: .aspectFill, resizeMode: mode))
  }

  @Test func `is near the ideal for exact images, and less for larger ones that a screen draws smaller`()
    throws
  {
    let noise = try TestImage.noise(300, 200)
    let exact = try #require(try sharpness(noise, .exact))
    let whole = try #require(try sharpness(noise, .none))
    #expect(exact > 40)
    #expect(whole < exact - 10)
  }

  @Test func `is all there is for one colour, in any mode`() throws {
    let plain = try TestImage.plain(300, 200, rgba: [90, 120, 30, 255])
    for mode in ResizeMode.allCases { #expect(try #require(try sharpness(plain, mode)) > 48) }
  }

  @Test func `is unknown for photos that are not made smaller, or not there`() throws {
    #expect(try sharpness(try TestImage.noise(100, 100), .exact) == nil)
    #expect(ImageSharpness(of: folder.file("none.png"), in: cell) == nil)
  }

  // In a separate process, in which nothing else takes memory meanwhile.
  @Test func `is found in a few times the memory of the photo's pixels`() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let photo = try PixelBuffer(size: PixelSize(width: 3000, height: 3000), ledger: MemoryLedger())
      try PictureWriter.jpeg().write(photo, to: folder.file("photo.jpg"))
      let usage = try ProcessUsage()
      try #require(usage.resetPeak())
      let before = usage.residentBytes
      let sharpness = ImageSharpness(of: folder.file("photo.jpg"), in: PixelSize(width: 60, height: 60))
      #expect(sharpness != nil)
      // Its pixels take 36 MB, and 288 MB in double precision.
      #expect(usage.peakResidentBytes - before < 150_000_000)
      #expect(folder.has("photo.jpg"))
    }
  }
}
