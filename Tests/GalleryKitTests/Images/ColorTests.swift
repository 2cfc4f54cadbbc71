import CImageIO
import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite struct `Colours` {
  /// The largest and the mean difference of red, green and blue.
  private func difference(_ image: PixelBuffer, _ expected: [SIMD4<UInt8>]) -> (worst: Int, mean: Double) {
    var (worst, sum) = (0, 0)
    for (one, other) in zip(image.pixels, expected) {
      for channel in 0..<3 {
        let difference = abs(Int(one[channel]) - Int(other[channel]))
        worst = max(worst, difference)
        sum += difference
      }
    }
    return (worst, Double(sum) / Double(expected.count * 3))
  }

  /// The sRGB value of a wide-gamut colour, in closed form: to light, through the matrix, and back.
  ///
  /// - Parameter matrix: from the light of the one space to that of the other, both under D65.
  private func converted(
    _ pixel: SIMD4<UInt8>, by matrix: [[Double]], toLight: (Double) -> Double
  ) -> SIMD4<UInt8> {
    let light = (0..<3).map { toLight(Double(pixel[$0]) / 255) }
    var result = pixel
    for row in 0..<3 {
      let sum = (0..<3).reduce(0) { $0 + matrix[row][$1] * light[$1] }
      let value = min(max(sum, 0), 1)
      let number = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
      result[row] = UInt8((number * 255).rounded())
    }
    return result
  }

  private func srgbToLight(_ number: Double) -> Double {
    number <= 0.04045 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4)
  }

  private let identity = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]
  // From the primaries and D65 alone, as CSS Color 4 gives them.
  private let fromP3 = [
    [1.2249401763, -0.2249401763, 0], [-0.0420569547, 1.0420569547, 0],
    [-0.0196375546, -0.0786360456, 1.0982736001],
  ]
  private let fromAdobe = [[1.3983557440, -0.3983557440, 0], [0, 1, 0], [0, -0.0429289893, 1.0429289893]]

  @Test func `Display P3 and Adobe RGB come out in sRGB, of a JPEG too`() throws {
    let picture = try TestImage.gradient(120, 90)
    let ofP3 = picture.pixels.map { converted($0, by: fromP3, toLight: srgbToLight) }
    let ofAdobe = picture.pixels.map { converted($0, by: fromAdobe) { pow($0, 2.199_218_75) } }
    for (bytes, expected) in [(TestProfile.displayP3, ofP3), (TestProfile.adobeRGB, ofAdobe)] {
      let profile = ColorProfile(bytes: bytes)
      let png = try ImageDecoder.decode(PictureWriter.png(colorProfile: profile).encode(picture))
      let (worst, mean) = difference(png.pixels, expected)
      #expect(worst <= 2 && mean < 0.3, "\(worst), \(mean)")
      #expect(png.colorProfile == nil && png.warnings.isEmpty && png.damage == nil)
      for isProgressive in [false, true] {
        let writer = PictureWriter.jpeg(
          quality: 98, subsampling: .none, isProgressive: isProgressive, colorProfile: profile)
        #expect(try difference(ImageDecoder.decode(writer.encode(picture)).pixels, expected).mean < 2)
      }
    }
  }

  @Test func `as tagged, numbers are left as they are and the profile is beside them`() throws {
    let picture = try TestImage.gradient(60, 40)
    for bytes in [TestProfile.displayP3, TestProfile.sRGB] {
      let profile = ColorProfile(bytes: bytes)
      let png = try PictureWriter.png(colorProfile: profile).encode(picture)
      let image = try ImageDecoder.decode(png, as: .asTagged)
      #expect(image.pixels.pixels == picture.pixels && image.colorProfile == profile)
      let jpeg = try PictureWriter.jpeg(quality: 90, colorProfile: profile).encode(picture)
      let tagged = try ImageDecoder.decode(jpeg, as: .asTagged)
      let plain = try ImageDecoder.decode(PictureWriter.jpeg(quality: 90).encode(picture))
      #expect(tagged.pixels.pixels == plain.pixels.pixels && tagged.colorProfile == profile)
    }
  }

  @Test func `sRGB by another name is left as it is`() throws {
    let picture = try TestImage.gradient(60, 40)
    let profile = ColorProfile(bytes: TestProfile.sRGB)
    let image = try ImageDecoder.decode(PictureWriter.png(colorProfile: profile).encode(picture))
    #expect(image.pixels.pixels == picture.pixels)
    #expect(image.colorProfile == nil)
  }

  @Test func `resized pictures are converted as whole ones are, and alpha is kept`() throws {
    let picture = try TestImage.plain(64, 64, rgba: [200, 60, 30, 99])
    let profile = ColorProfile(bytes: TestProfile.displayP3)
    let png = try PictureWriter.png(keepsAlpha: true, colorProfile: profile).encode(picture)
    let expected = converted([200, 60, 30, 99], by: fromP3, toLight: srgbToLight)
    for resizeMode in ResizeMode.allCases {
      let image = try ImageDecoder.decode(png, as: .fill(20, 20, resizeMode))
      for pixel in image.pixels.pixels {
        #expect(pixel.w == 99)
        for channel in 0..<3 { #expect(abs(Int(pixel[channel]) - Int(expected[channel])) <= 2) }
      }
    }
  }

  @Test func `an invalid profile, or one of other colours, is a warning and no damage`() throws {
    let picture = try TestImage.gradient(60, 40)
    let plain = try ImageDecoder.decode(PictureWriter.jpeg(quality: 90).encode(picture))
    var cut = TestProfile.displayP3
    cut.removeLast(200)
    let kinds: [[UInt8]] = [Array("no profile".utf8), cut, TestProfile.blackInk, TestProfile.linearGray]
    for bytes in kinds {
      let file = try PictureWriter.jpeg(quality: 90, colorProfile: ColorProfile(bytes: bytes)).encode(picture)
      for specification in [ImageSpecification.whole, .asTagged] {
        let image = try ImageDecoder.decode(file, as: specification, strict: true)
        #expect(image.pixels.pixels == plain.pixels.pixels)
        #expect(image.damage == nil && image.colorProfile == nil)
        #expect(image.warnings.count == 1)
        #expect(image.warnings.first?.hasPrefix("its colours are treated as sRGB: ") == true)
      }
    }
  }

  @Test func `a profile for which memory was short is followed as soon as there is some`() throws {
    let transforms = ColorTransforms()
    let tag: ColorTag = .profile(TestProfile.displayP3)
    func fail() throws(CodecError) -> ColorTransform {
      throw CodecError(file: "a profile", code: .outOfMemory, message: "there is no memory")
    }
    #expect(throws: CodecError.self) { try transforms.transform(of: tag, CIS_RGB, or: try fail()) }
    let made = try transforms.transform(of: tag, CIS_RGB, or: try ColorTransform(tag, of: CIS_RGB))
    let known = try transforms.transform(of: tag, CIS_RGB, or: try fail())
    #expect(made === known && !made.isIdentity)
  }

  @Test func `no profile's flipped bytes crash the decoder`() throws {
    let picture = try TestImage.gradient(8, 8)
    var shuffler = Shuffler(seed: 14)
    for sound in [TestProfile.displayP3, TestProfile.adobeRGB, TestProfile.linearGray] {
      for _ in 0..<100 {
        var bytes = sound
        for _ in 0...shuffler.next(4) { bytes[shuffler.next(bytes.count)] = UInt8(shuffler.next(256)) }
        let file = try PictureWriter.jpeg(colorProfile: ColorProfile(bytes: bytes)).encode(picture)
        #expect(try ImageDecoder.decode(file).damage == nil)
      }
    }
  }

  @Test func `a PNG's gamma and primaries are followed`() throws {
    let picture = try TestImage.gradient(60, 40)
    let plain = try PictureWriter.png().encode(picture)
    // Numbers that are proportional to light.
    let linear = try ImageDecoder.decode(PNGBytes.inserting("gAMA", big(100_000, 4), into: plain))
    let expected = picture.pixels.map { converted($0, by: identity) { $0 } }
    #expect(difference(linear.pixels, expected).worst <= 2)
    // Old programs write sRGB as a gamma of 1/2.2.
    let usual = try ImageDecoder.decode(PNGBytes.inserting("gAMA", big(45_455, 4), into: plain))
    #expect(usual.pixels.pixels == picture.pixels)
    // The primaries of P3, with the curve of sRGB.
    let corners = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]
    let ofWide = PNGBytes.inserting("cHRM", corners.flatMap { big($0, 4) }, into: plain)
    let wide = try ImageDecoder.decode(ofWide)
    let ofP3 = picture.pixels.map { converted($0, by: fromP3, toLight: srgbToLight) }
    #expect(difference(wide.pixels, ofP3).worst <= 2)
    let tagged = try ImageDecoder.decode(ofWide, as: .asTagged)
    #expect(tagged.pixels.pixels == picture.pixels)
    #expect(try #require(tagged.colorProfile).bytes.count > 128)
  }

  @Test func `a PNG's coded colours are followed; of high range they are a warning, or a profile is`() throws
  {
    let picture = try TestImage.gradient(60, 40)
    let plain = try PictureWriter.png().encode(picture)
    let wide = try ImageDecoder.decode(PNGBytes.inserting("cICP", [12, 13, 0, 1], into: plain))
    let ofP3 = picture.pixels.map { converted($0, by: fromP3, toLight: srgbToLight) }
    #expect(difference(wide.pixels, ofP3).worst <= 2)
    let high = try ImageDecoder.decode(PNGBytes.inserting("cICP", [9, 16, 0, 1], into: plain))
    #expect(high.pixels.pixels == picture.pixels)
    #expect(high.warnings.count == 1 && high.damage == nil)
    let profile = ColorProfile(bytes: TestProfile.displayP3)
    let tagged = try PictureWriter.png(colorProfile: profile).encode(picture)
    let image = try ImageDecoder.decode(PNGBytes.inserting("cICP", [9, 16, 0, 1], into: tagged))
    #expect(difference(image.pixels, ofP3).worst <= 2 && image.warnings.isEmpty)
  }

  /// A PNG of one gray pixel, 100 of 255, whose numbers are proportional to light.
  private var linearGray: [UInt8] {
    // PNGs of gray are not written here: this one is a gray pixel of 8 bits, stored without compression.
    let gray: [UInt8] = [120, 1, 1, 2, 0, 253, 255, 0, 100, 0, 102, 0, 101]
    return PNGBytes.signature
      + PNGBytes.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
      + PNGBytes.chunk("gAMA", big(100_000, 4)) + PNGBytes.chunk("IDAT", gray)
      + PNGBytes.chunk("IEND", [])
  }

  @Test func `a gray picture follows a profile of gray`() throws {
    let image = try ImageDecoder.decode(linearGray)
    #expect(image.damage == nil)
    let pixel = try #require(image.pixels.pixels.first)
    // 100 of 255 is light of 0.392, which sRGB numbers 168.
    #expect(abs(Int(pixel.x) - 168) <= 1 && pixel.x == pixel.y && pixel.y == pixel.z && pixel.w == 255)
  }

  @Test func `as tagged, gray with a profile of gray is sRGB, and so are the files made of it`() throws {
    let image = try ImageDecoder.decode(linearGray, as: .asTagged)
    #expect(image.colorProfile == nil && image.warnings.isEmpty)
    for format in [DecodedImage.FileFormat.png, .jpeg] {
      let back = try ImageDecoder.decode(Array(image.encoded(as: format)))
      #expect(back.warnings.isEmpty && back.damage == nil, "\(format)")
      let pixel = try #require(back.pixels.pixels.first)
      #expect((0..<3).allSatisfy { abs(Int(pixel[$0]) - 168) <= 2 }, "\(format): \(pixel)")
    }
  }

  /// A gray AVIF with a profile in place of its code points: the boxes around it grow, and the pixels move.
  private func grayAVIF(_ profile: [UInt8]) throws -> [UInt8] {
    var bytes = TinyPictures.grayAVIF
    func place(of name: String) throws -> Int {
      try #require(bytes.indices.first { bytes[$0...].starts(with: name.utf8) })
    }
    var numbers = try ["meta", "iprp", "ipco", "colr"].map { try place(of: $0) - 4 }
    numbers.append(try place(of: "iloc") + 18)
    let coding = try place(of: "nclx")
    let added = profile.count - 7
    for start in numbers {
      let number: Int = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      bytes.replaceSubrange(start..<start + 4, with: big(number + added, 4))
    }
    bytes.replaceSubrange(coding..<coding + 11, with: Array("prof".utf8) + profile)
    return bytes
  }

  @Test(.enabled(if: ImageFormat.avif.isReadable, "this build reads no AVIF"))
  func `a gray AVIF follows a profile of gray, too, in any mode`() throws {
    let plain = try ImageDecoder.decode(TinyPictures.grayAVIF)
    let expected = plain.pixels.pixels.map { converted($0, by: identity) { $0 } }
    let bytes = try grayAVIF(TestProfile.linearGray)
    for specification in [ImageSpecification.whole, .asTagged] {
      let image = try ImageDecoder.decode(bytes, as: specification)
      #expect(image.warnings.isEmpty && image.colorProfile == nil)
      #expect(difference(image.pixels, expected).worst <= 2)
    }
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `PngSuite's pictures look alike whatever their gamma, and do not where it is not followed`() throws {
    let folder = try #require(SharedData.corpus("png"))
    for kind in ["n0g16", "n2c08", "n3p04"] {
      func pictures(_ specification: ImageSpecification) throws -> [[SIMD4<UInt8>]] {
        try ["g03", "g04", "g05", "g07", "g10"].map { gamma in
          let path = "\(folder)/image-png__\(gamma)\(kind).png"
          return try ImageDecoder.decode(path: path, as: specification, ledger: MemoryLedger()).pixels.pixels
        }
      }
      func spread(_ pictures: [[SIMD4<UInt8>]]) -> Double {
        let sum = zip(pictures[0], pictures[4]).reduce(0) { $0 + abs(Int($1.0.x) - Int($1.1.x)) }
        return Double(sum) / Double(pictures[0].count)
      }
      let (followed, tagged) = (spread(try pictures(.whole)), spread(try pictures(.asTagged)))
      // As tagged, it is not followed, but by gray pictures, which are sRGB in any mode.
      let isExpected = kind == "n0g16" ? tagged == followed : tagged > 4 * followed
      #expect(followed < 8 && isExpected, "\(kind): \(followed), \(tagged)")
    }
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `inks follow their profile, and become sRGB in any mode`() throws {
    let folder = try #require(SharedData.corpus("photos"))
    for name in ["testdata__flower_small.cmyk.jpg", "Pillow__pil_sample_cmyk.jpg"] {
      var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
      let plain = try ImageDecoder.decode(bytes)
      let profile = TestProfile.blackInk
      let marker = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
      bytes = MultiPictureBytes.inserting(0xE2, marker, into: bytes)
      let image = try ImageDecoder.decode(bytes)
      #expect(image.warnings.isEmpty && image.damage == nil)
      #expect(image.pixels.size == plain.pixels.size)
      // Only the black ink of this profile shows, so that everything is gray, and nothing darker than by the rule.
      var darker = 0
      for (pixel, simple) in zip(image.pixels.pixels, plain.pixels.pixels) {
        #expect(abs(Int(pixel.x) - Int(pixel.y)) <= 2 && abs(Int(pixel.y) - Int(pixel.z)) <= 2)
        #expect(pixel.w == 255)
        if Int(pixel.y) + 14 < Int(simple.y) { darker += 1 }
      }
      #expect(darker < image.pixels.pixels.count / 50)
      let tagged = try ImageDecoder.decode(bytes, as: .asTagged)
      #expect(tagged.pixels.pixels == image.pixels.pixels && tagged.colorProfile == nil)
    }
  }
}
