internal import GalleryKit

/// Paints marked photos as they are stored: the pattern, colour that varies over the picture, and a sensor's noise.
struct MarkedPainter {
  /// The standard deviation of the noise, in levels of 255.
  private static let noise: Float = 7
  /// Pixels a side of the square of noise that fills the picture.
  private static let grainSide = 256
  /// The standard deviation of the colour, in levels of red.
  private static let tint: Float = 10
  /// The direction of the colour, which leaves the luminance as it is (ITU-R BT.601).
  private static let tintDirection = SIMD4<Float>(1, (0.114 - 0.299) / 0.587, -1, 0)

  private let form: MarkedForm
  private let texture: NoiseTexture
  private let seed: UInt64
  private let grain: [Float]
  /// The stripes at each column as seen, row by row of modules.
  private let stripes: [Float]

  init(_ form: MarkedForm, seed: UInt64, texture: NoiseTexture) {
    (self.form, self.seed, self.texture) = (form, seed, texture)
    grain = Self.grain(seed)
    let (modules, columns) = (form.seenModules, form.seenSize.width)
    stripes = (0..<modules.rows * columns).map { index in
      let place = form.place(
        x: Double(index % columns) + 0.5, y: Double(index / columns * form.moduleSide) + 0.5)
      return Float(MarkedPattern.stripe(x: place.x, y: place.y))
    }
  }

  func paint(_ pattern: MarkedPattern, ledger: MemoryLedger) throws(OutOfMemory) -> PixelBuffer {
    let size = form.storedSize
    let buffer = try PixelBuffer(size: size, ledger: ledger)
    let (seenColumns, modules) = (form.seenSize.width, form.seenModules)
    let levels = (0..<modules.rows * modules.columns).map { index in
      let module = form.module(row: index / modules.columns, column: index % modules.columns)
      return Float(pattern.level(row: module.row, column: module.column))
    }
    unsafe buffer.withUnsafeMutableBytes { bytes in
      let pixels = unsafe bytes.bindMemory(to: SIMD4<UInt8>.self)
      for row in 0..<size.height {
        let grains = row % Self.grainSide * Self.grainSide
        for column in 0..<size.width {
          let seen = form.seen(x: column, y: row)
          let line = seen.y / form.moduleSide
          let luminance =
            levels[line * modules.columns + seen.x / form.moduleSide] + stripes[line * seenColumns + seen.x]
          let hue = Self.tint * texture.sample(row: row / 2, column: column / 2)
          let value =
            SIMD4(repeating: luminance + grain[grains + column % Self.grainSide] + 0.5) + hue
            * Self.tintDirection
          let kept = value.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
          unsafe pixels[row * size.width + column] = SIMD4(UInt8(kept.x), UInt8(kept.y), UInt8(kept.z), 255)
        }
      }
    }
    return buffer
  }

  /// Noise in rows of ``grainSide``, in which neighbours are alike, as in a camera that makes three colours
  /// of each pixel.
  private static func grain(_ seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    let white = (0..<grainSide * grainSide).map { _ in generator.unit() + generator.unit() - 1 }
    let weights: [Float] = [1, 2, 1]
    let smooth = white.indices.map { index in
      let (row, column) = (index / grainSide + grainSide - 1, index % grainSide + grainSide - 1)
      return (0..<9).reduce(Float(0)) { sum, near in
        let place = (row + near / 3) % grainSide * grainSide + (column + near % 3) % grainSide
        return sum + weights[near / 3] * weights[near % 3] * white[place]
      }
    }
    // The squares of the weights add up to 36, and the white noise has a variance of 1/6.
    let deviation = Float(36.0 / 6).squareRoot()
    return smooth.map { $0 / deviation * noise }
  }
}
