import GalleryKit
import TestSupport
import Testing

@testable import GalleryEngine

@Suite struct `Decode plans` {
  private func plan(
    _ width: Int, _ height: Int, to target: (Int, Int), _ mode: ResizeMode,
    _ content: ContentMode = .aspectFill, isJPEG: Bool = true, orientation: ImageOrientation = .up
  ) -> DecodePlan {
    DecodePlan(
      storedSize: PixelSize(width: width, height: height), orientation: orientation, isJPEG: isJPEG,
      specification: ImageSpecification(
        targetSize: PixelSize(width: target.0, height: target.1), contentMode: content, resizeMode: mode))
  }

  @Test func `a 12-megapixel photo needs two eighths of itself for a cell of 390 pixels`() {
    let plan = plan(4032, 3024, to: (390, 390), .fast)
    #expect(plan.reduction == .eighths(2))
    #expect(plan.scaledSize == PixelSize(width: 1008, height: 756))
    #expect(plan.columns == 126..<882)
    #expect(plan.rows == 0..<756)
    #expect(plan.outputSize == PixelSize(width: 756, height: 756))
  }

  @Test func `exact delivers the target, from a decode that is a little larger`() {
    let plan = plan(4032, 3024, to: (390, 390), .exact)
    #expect(plan.outputSize == PixelSize(width: 390, height: 390))
    #expect(plan.reduction == .eighths(2))
    // 1512 points of 3024 in the middle, with three lobes of 756/390 pixels either side.
    #expect(plan.columns == 120..<888)
  }

  @Test func `a fitted photo keeps its shape inside the target`() {
    #expect(
      plan(4000, 3000, to: (400, 400), .exact, .aspectFit).outputSize == PixelSize(width: 400, height: 300))
    #expect(
      plan(3000, 4000, to: (400, 400), .exact, .aspectFit).outputSize == PixelSize(width: 300, height: 400))
    #expect(plan(9000, 10, to: (100, 100), .exact, .aspectFit).outputSize == PixelSize(width: 100, height: 1))
  }

  @Test func `a fitted photo is complete, even if its shape does not come out in whole pixels`() {
    for (isJPEG, width) in [(true, 1_125), (false, 900)] {
      let plan = plan(9_000, 10, to: (100, 100), .exact, .aspectFit, isJPEG: isJPEG)
      #expect(plan.scaledSize.width == width && plan.columns == 0..<width)
    }
    let page = plan(1_080, 32_000, to: (100, 100), .exact, .aspectFit)
    #expect(page.outputSize == PixelSize(width: 3, height: 100))
    #expect(page.columns == 0..<135 && page.rows == 0..<4_000)
    #expect(page.resampling?.width == 135 && page.resampling?.height == 4_000)
  }

  @Test func `a photo smaller than its target is delivered as it is by fast, enlarged by exact`() {
    #expect(plan(200, 100, to: (400, 400), .fast).outputSize == PixelSize(width: 100, height: 100))
    #expect(plan(200, 100, to: (400, 400), .exact).outputSize == PixelSize(width: 400, height: 400))
  }

  @Test func `none delivers all of the photo as it stands upright, whatever the target`() {
    for (isJPEG, content) in [(true, ContentMode.aspectFill), (false, .aspectFit)] {
      let plan = plan(200, 100, to: (1, 1), .none, content, isJPEG: isJPEG, orientation: .right)
      #expect(plan.outputSize == PixelSize(width: 100, height: 200))
    }
  }

  @Test func `a PNG shrinks by whole boxes`() {
    let plan = plan(5472, 3648, to: (390, 390), .fast, isJPEG: false)
    #expect(plan.reduction == .box(9))
    #expect(plan.outputSize == PixelSize(width: 406, height: 406))
  }

  @Test(arguments: ImageOrientation.allCases, ContentMode.allCases)
  func `fast is never smaller than a target that the photo covers, and never cropped beyond its shape`(
    orientation: ImageOrientation, content: ContentMode
  ) {
    var shuffler = Shuffler(seed: 11)
    for _ in 0..<400 {
      let stored = PixelSize(width: 1 + shuffler.next(6_000), height: 1 + shuffler.next(6_000))
      // Of a cell, or as large as the photo itself.
      let most = shuffler.next(2) == 0 ? 900 : 6_000
      let (upright, target) = (stored.turned(orientation), (1 + shuffler.next(most), 1 + shuffler.next(most)))
      let plan = plan(
        stored.width, stored.height, to: target, .fast, content, isJPEG: shuffler.next(2) == 0,
        orientation: orientation)
      if upright.width >= target.0, upright.height >= target.1 {
        let isWide = plan.outputSize.width >= target.0
        let isHigh = plan.outputSize.height >= target.1
        #expect(content == .aspectFill ? isWide && isHigh : isWide || isHigh)
      }
      let part = PixelSize(width: plan.columns.count, height: plan.rows.count)
      #expect(plan.outputSize == part.turned(orientation))
      #expect(part.width == plan.scaledSize.width || part.height == plan.scaledSize.height)
      #expect(plan.columns.upperBound <= plan.scaledSize.width)
      #expect(plan.rows.upperBound <= plan.scaledSize.height)
    }
  }

  @Test func `the predicted size is the delivered size`() throws {
    let folder = TemporaryFolder()
    let ledger = MemoryLedger()
    var shuffler = Shuffler(seed: 5)
    for number in 0..<60 {
      let size = PixelSize(width: 1 + shuffler.next(150), height: 1 + shuffler.next(150))
      let orientation = try #require(ImageOrientation(rawValue: UInt8(1 + shuffler.next(8))))
      let picture = try TestImage.gradient(size.width, size.height)
      let exif = EXIFWriter(orientation: orientation)
      let path = folder.file("\(number)")
      let writer = number % 2 == 0 ? PictureWriter.jpeg(exif: exif) : .png(exif: exif)
      try writer.write(picture, to: path)
      let info = try ImageProbe.probe(path: path)
      #expect(info.storedSize == size)
      #expect(info.orientation == orientation)
      for resizeMode in ResizeMode.allCases {
        for contentMode in ContentMode.allCases {
          let specification = ImageSpecification(
            targetSize: PixelSize(width: 1 + shuffler.next(90), height: 1 + shuffler.next(90)),
            contentMode: contentMode, resizeMode: resizeMode)
          let image = try ImageDecoder.decode(path: path, as: specification, ledger: ledger)
          #expect(image.pixels.size == info.foretold(specification))
        }
      }
    }
  }
}
