internal import GalleryKit

/// The content of a synthetic picture, before any texture: light from the sky down to the ground, and things in front of it.
struct PhotoComposition {
  /// A thing in the picture: an ellipse with its own colour and texture.
  struct Thing {
    var centre: SIMD2<Float>
    var radii: SIMD2<Float>
    var colour: SIMD4<Float>
    var contrast: Float
    var textureOffset: Int
  }

  private static let count = 14
  private static let meanSamples = 8

  let size: PixelSize
  /// The background and then the things, the uppermost last.
  let things: [Thing]
  private let sky: SIMD4<Float>
  private let ground: SIMD4<Float>

  /// - Parameter detail: contrast of the texture; 1 is a street or a meadow, 0.2 a beach under the sky.
  init(size: PixelSize, seed: UInt64, detail: Float) {
    self.size = size
    var generator = SeededGenerator(seed: seed)
    func colour(_ range: ClosedRange<Float>) -> SIMD4<Float> {
      let light = generator.within(range)
      return SIMD4(
        light + generator.within(-25...25), light + generator.within(-15...15),
        light + generator.within(-30...30), 0)
    }
    sky = colour(150...220)
    ground = colour(50...140)
    let width = Float(size.width)
    let height = Float(size.height)
    things = (0...Self.count).map { number in
      let isBackground = number == 0
      return Thing(
        centre: SIMD2(generator.unit() * width, height * (0.35 + 0.65 * generator.unit())),
        radii: isBackground
          ? SIMD2(repeating: 4 * max(width, height))
          : SIMD2(width * generator.within(0.03...0.28), height * generator.within(0.03...0.3)),
        colour: isBackground ? .zero : colour(-70...70),
        contrast: detail * (isBackground ? 14 : generator.within(4...34)),
        textureOffset: Int(generator.next() % UInt64(NoiseTexture.side * NoiseTexture.side)))
    }
  }

  func light(inRow row: Int) -> SIMD4<Float> { sky + (ground - sky) * (Float(row) / Float(size.height)) }

  /// The mean of the square that a grid's cell shows, without any texture; computed, so that a model needs no photo.
  var meanColour: CellColour {
    let sum = square(side: Self.meanSamples).reduce(SIMD4<Float>.zero) { $0 + $1 }
    let mean = sum / Float(Self.meanSamples * Self.meanSamples)
    return CellColour(red: UInt8(mean.x), green: UInt8(mean.y), blue: UInt8(mean.z))
  }

  /// Samples of the square that a grid's cell shows, as it is stored, row by row and without any texture.
  func square(side: Int) -> [SIMD4<Float>] {
    let shorter = min(size.width, size.height)
    func place(_ number: Int, of length: Int) -> Int {
      (length - shorter) / 2 + (2 * number + 1) * shorter / (2 * side)
    }
    return (0..<side * side).map { number in
      let (x, y) = (place(number % side, of: size.width), place(number / side, of: size.height))
      let value = light(inRow: y) + uppermost(atX: Float(x), y: Float(y)).colour
      return value.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    }
  }

  private func uppermost(atX x: Float, y: Float) -> Thing {
    things.last { thing in
      let place = (SIMD2(x, y) - thing.centre) / thing.radii
      return (place * place).sum() < 1
    } ?? things[0]
  }
}
