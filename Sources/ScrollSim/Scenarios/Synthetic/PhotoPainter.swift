internal import GalleryKit

/// Paints pictures that cost a decoder what photographs cost: smooth light, things with edges, texture whose contrast
/// varies over the picture, and the sensor's noise.
struct PhotoPainter {
  /// A thing in the picture: an ellipse with a colour and a texture of its own.
  private struct Thing {
    var centre: SIMD2<Float>
    var radii: SIMD2<Float>
    var colour: SIMD4<Float>
    var contrast: Float
    var textureOffset: Int
  }

  private static let things = 14

  private let texture: NoiseTexture
  private let size: PixelSize
  private let seed: UInt64
  private let things: [Thing]
  private let sky: SIMD4<Float>
  private let ground: SIMD4<Float>

  /// Decides what is in the picture.
  ///
  /// - Parameters:
  ///   - seed: decides everything.
  ///   - detail: contrast of the texture; 1 is a street or a meadow, 0.2 a beach under the sky.
  init(size: PixelSize, seed: UInt64, detail: Float, texture: NoiseTexture) {
    self.size = size
    self.seed = seed
    self.texture = texture
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
    things = (0...Self.things).map { number in
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

  /// Paints the whole picture.
  func paint(ledger: MemoryLedger) throws(OutOfMemory) -> PixelBuffer {
    let buffer = try PixelBuffer(size: size, ledger: ledger)
    unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe paint(rows: 0..<size.height, into: bytes)
    }
    return buffer
  }

  /// Paints rows from the middle of the picture, as a sample of it.
  func paintSample(rows: Int, ledger: MemoryLedger) throws(OutOfMemory) -> PixelBuffer {
    let rows = min(rows, size.height)
    let buffer = try PixelBuffer(size: PixelSize(width: size.width, height: rows), ledger: ledger)
    let first = (size.height - rows) / 2
    unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe paint(rows: first..<first + rows, into: bytes)
    }
    return buffer
  }

  private func paint(rows: Range<Int>, into bytes: UnsafeMutableRawBufferPointer) {
    guard let pixels = bytes.baseAddress else { return }
    var layers = [UInt8](repeating: 0, count: size.width)
    var generator = SeededGenerator(seed: seed, stream: 1)
    var noise = generator.next()
    let mask = NoiseTexture.side - 1
    let shift = NoiseTexture.side.trailingZeroBitCount
    unsafe texture.samples.withUnsafeBufferPointer { samples in
      for row in rows {
        stack(row, into: &layers)
        let light = sky + (ground - sky) * (Float(row) / Float(size.height))
        let line = unsafe pixels + (row - rows.lowerBound) * size.width * 4
        var column = 0
        while column < size.width {
          // One run of one thing at a time, so that what is the same for all of it is looked up once.
          let layer = layers[column]
          let thing = things[Int(layer)]
          let offset = thing.textureOffset
          let colour = light + thing.colour
          let fine = (row + offset >> shift) & mask
          let tint = (row + offset >> 3) & mask
          while column < size.width, layers[column] == layer {
            noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let grain = Float(Int32(truncatingIfNeeded: noise >> 33) >> 23) * 0.011
            let texel = unsafe samples[fine << shift | (column + offset) & mask]
            let hue = unsafe samples[tint << shift | (column >> 1 + offset) & mask]
            let value =
              colour + SIMD4(repeating: (texel + grain) * thing.contrast)
              + SIMD4(4, 0, -4, 0) * hue
            let kept = value.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
            let pixel = SIMD4(UInt8(kept.x), UInt8(kept.y), UInt8(kept.z), 255)
            unsafe line.storeBytes(of: pixel, toByteOffset: column * 4, as: SIMD4<UInt8>.self)
            column += 1
          }
        }
      }
    }
  }

  /// Says for each column of a row which thing lies uppermost there.
  private func stack(_ row: Int, into layers: inout [UInt8]) {
    for index in layers.indices { layers[index] = 0 }
    for (number, thing) in things.enumerated().dropFirst() {
      let down = (Float(row) - thing.centre.y) / thing.radii.y
      guard abs(down) < 1 else { continue }
      let half = thing.radii.x * (1 - down * down).squareRoot()
      let first = max(0, Int(thing.centre.x - half))
      let end = min(size.width, Int(max(0, thing.centre.x + half)))
      for column in first..<max(first, end) { layers[column] = UInt8(number) }
    }
  }
}
