import GalleryKit
import TestSupport
import Testing

@Suite struct `Image specifications` {
  private let size = PixelSize(width: 300, height: 200)
  private let middle: NormalizedRect

  init() throws { middle = try NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) }

  @Test func `a crop implies exact, as in PhotoKit, unless it leaves all of the picture`() throws {
    let whole = try NormalizedRect(x: 0, y: 0, width: 1, height: 1)
    for mode in ResizeMode.allCases {
      let part = ImageSpecification(targetSize: size, resizeMode: mode, cropRect: middle)
      #expect(part.resizeMode == .exact && part.cropRect == middle)
      let all = ImageSpecification(targetSize: size, resizeMode: mode, cropRect: whole)
      #expect(all == ImageSpecification(targetSize: size, resizeMode: mode))
    }
  }

  @Test(arguments: [PixelSize.maximum, PixelSize(width: .max, height: .max)])
  func `the maximum size, or a larger one, is one specification, whatever the modes`(target: PixelSize) {
    var specifications: Set = [ImageSpecification(targetSize: .maximum)]
    for contentMode in ContentMode.allCases {
      for resizeMode in ResizeMode.allCases {
        specifications.insert(
          ImageSpecification(targetSize: target, contentMode: contentMode, resizeMode: resizeMode))
        specifications.insert(
          ImageSpecification(
            targetSize: target, contentMode: contentMode, resizeMode: resizeMode, cropRect: middle))
      }
    }
    #expect(specifications.count == 2)
    #expect(Set(specifications.map(\.resizeMode)) == [.none, .exact])
    #expect(Set(specifications.map(\.contentMode)) == [.default] && ContentMode.default == .aspectFit)
  }

  @Test func `a target without a pixel, such as a view's that is not laid out yet, is one pixel`() {
    let specification = ImageSpecification(targetSize: PixelSize(width: 0, height: -4))
    #expect(specification.targetSize == PixelSize(width: 1, height: 1))
  }

  @Test func `the bytes of a size are at most those that an Int holds, and of a job, those that are decoded`()
  {
    #expect(PixelSize(width: .max, height: 2).decodedByteCount == .max)
    #expect(PixelSize(width: 1 << 31, height: 1 << 31).decodedByteCount == .max)
    let target = PixelSize(width: 1 << 30, height: (1 << 30) - 1)
    let job = DecodeJob(
      id: 0, asset: .sample("a"),
      specification: ImageSpecification(targetSize: target, contentMode: .aspectFill, resizeMode: .exact),
      kind: .image)
    #expect(job.byteCount == DecodeLimits.pixels * 4)
  }

  @Test func `keys are in one total order, by whatever they differ in`() throws {
    let crops = [.whole, middle, try NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.25)]
    var keys: [ImageKey] = []
    for asset in ["a", "b"] {
      for crop in crops {
        for color in ColorMode.allCases {
          for content in ContentMode.allCases {
            for target in [size, .maximum] {
              keys.append(
                ImageKey(
                  asset: asset,
                  specification: ImageSpecification(
                    targetSize: target, contentMode: content, cropRect: crop, colorMode: color)))
            }
          }
        }
      }
    }
    let different = Set(keys)
    #expect(different.count == 2 * 3 * 2 * 3)
    let sorted = different.sorted()
    for (index, key) in sorted.enumerated() {
      for (other, otherKey) in sorted.enumerated() { #expect((key < otherKey) == (index < other)) }
    }
    var shuffler = Shuffler(seed: 2)
    #expect(keys.shuffled(using: &shuffler).sorted() == keys.sorted())
  }
}

struct LocationTests {
  @Test func `a location lies on the earth, its edges included`() {
    #expect(throws: Never.self) { try Location(latitude: -90, longitude: 180) }
    for (latitude, longitude) in [
      (90.1, 0.0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
    ] {
      #expect(throws: ValueError.self) { try Location(latitude: latitude, longitude: longitude) }
    }
  }

  @Test func `what is wrong with a location is reported with its name`() {
    let error = #expect(throws: ValueError.self) { try Location(latitude: 138, longitude: 9) }
    #expect(error?.description == "latitude: expected -90 to 90 degrees, found 138.0")
    #expect(throws: ValueError.self) { try Location(latitude: 1, longitude: 2, altitude: .nan) }
    #expect(throws: ValueError.self) { try Location(latitude: 1, longitude: 2, altitude: .infinity) }
  }
}
