internal import GalleryKit

/// Paints pictures that cost a decoder as much as photographs: smooth light, things with edges, texture whose contrast
/// varies over the picture, and the sensor's noise.
struct PhotoPainter {
  private let composition: PhotoComposition
  private let texture: NoiseTexture
  private let seed: UInt64

  private var size: PixelSize { composition.size }

  init(_ composition: PhotoComposition, seed: UInt64, texture: NoiseTexture) {
    (self.composition, self.seed, self.texture) = (composition, seed, texture)
  }

  /// Paints the picture, or that many rows from its middle.
  func paint(rows: Int = .max, ledger: MemoryLedger) throws(OutOfMemory) -> PixelBuffer {
    let rows = min(rows, size.height)
    let buffer = try PixelBuffer(size: PixelSize(width: size.width, height: rows), ledger: ledger)
    let first = (size.height - rows) / 2
    unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe paint(first..<first + rows, into: bytes)
    }
    return buffer
  }

  private func paint(_ rows: Range<Int>, into bytes: UnsafeMutableRawBufferPointer) {
    guard let pixels = bytes.baseAddress else { return }
    var layers = [UInt8](repeating: 0, count: size.width)
    var generator = SeededGenerator(seed: seed, stream: 1)
    var noise = generator.next()
    let mask = NoiseTexture.side - 1
    let shift = NoiseTexture.side.trailingZeroBitCount
    unsafe texture.samples.withUnsafeBufferPointer { samples in
      for row in rows {
        stack(row, into: &layers)
        let light = composition.light(inRow: row)
        let line = unsafe pixels + (row - rows.lowerBound) * size.width * 4
        var column = 0
        while column < size.width {
          // One run of one thing at a time, so that values common to all of it are looked up once.
          let layer = layers[column]
          let thing = composition.things[Int(layer)]
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

  /// Finds the uppermost thing at each column of a row.
  private func stack(_ row: Int, into layers: inout [UInt8]) {
    for index in layers.indices { layers[index] = 0 }
    for (number, thing) in composition.things.enumerated().dropFirst() {
      let down = (Float(row) - thing.centre.y) / thing.radii.y
      guard abs(down) < 1 else { continue }
      let half = thing.radii.x * (1 - down * down).squareRoot()
      let first = max(0, Int(thing.centre.x - half))
      let end = min(size.width, Int(max(0, thing.centre.x + half)))
      for column in first..<max(first, end) { layers[column] = UInt8(number) }
    }
  }
}
