import GalleryKit
import TestSupport
import Testing

@testable import GalleryEngine

@Suite struct `Resampling` {
  /// Writes the picture, and reads it in this size to the pixel.
  private func resampled(
    _ picture: PixelBuffer, to width: Int, _ height: Int, keepsAlpha: Bool = false
  ) throws -> [SIMD4<UInt8>] {
    let png = try PictureWriter.png(keepsAlpha: keepsAlpha).encode(picture)
    return try ImageDecoder.decode(png, as: .fill(width, height, .exact)).pixels.pixels
  }

  @Test(arguments: [(10, 3), (3, 10), (2, 90), (100, 100), (97, 31), (1, 7), (4000, 1), (2040, 390)])
  func `the weights of every sample sum to one and stay within the line, and those of 16 bits exactly`(
    count: Int, outputs: Int
  ) {
    let exact = LanczosWeights(from: 0, length: Double(count), of: count, onto: outputs)
    let weights = FixedWeights(exact)
    let one = 1 << weights.fractionBits
    #expect(exact.starts.count == outputs)
    for output in 0..<outputs {
      #expect(exact.starts[output] >= 0 && exact.starts[output] + exact.taps <= count)
      let asked = exact.weights[output * exact.taps..<(output + 1) * exact.taps]
      #expect(abs(asked.reduce(0, +) - 1) < 1e-4)
      let rounded = (0..<weights.pairs * 2).map { Int(weights.weight($0, of: output)) }
      #expect(rounded.reduce(0, +) == one)
      for (weight, wanted) in zip(rounded, asked) {
        #expect(abs(Double(weight) / Double(one) - Double(wanted)) < 2.1 / Double(one))
      }
    }
  }

  /// Overshoot beside a hard edge is cut off, and does not wrap around to the other end.
  @Test(arguments: [(64, 23), (23, 64), (64, 64), (300, 130), (2, 9)])
  func `black and white squares keep their colours`(side: Int, target: Int) throws {
    let pixels = try resampled(TestImage.squares(side), to: target, target)
    let (near, far) = (target / 8, target - 1 - target / 8)
    func level(_ column: Int, _ row: Int) -> UInt8 { pixels[row * target + column].x }
    #expect(level(near, near) >= 250 && level(far, far) >= 250)
    #expect(level(near, far) <= 5 && level(far, near) <= 5)
    #expect(pixels.allSatisfy { $0.x == $0.y && $0.x == $0.z && $0.w == 255 }, "grey, and opaque")
  }

  @Test func `a line onto itself is itself`() {
    let weights = LanczosWeights(from: 0, length: 20, of: 20, onto: 20)
    for output in 0..<20 {
      for tap in 0..<weights.taps {
        let expected: Float = weights.starts[output] + tap == output ? 1 : 0
        #expect(abs(weights.weights[output * weights.taps + tap] - expected) < 1e-6)
      }
    }
  }

  @Test func `the reach holds every sample that has weight`() {
    for (start, length, outputs) in [(10.5, 40.0, 7), (0.0, 100.0, 30), (33.3, 5.0, 50)] {
      let reach = LanczosWeights.reach(from: start, length: length, onto: outputs, within: 100)
      let weights = LanczosWeights(from: start, length: length, of: 100, onto: outputs)
      for (index, weight) in weights.weights.enumerated() where abs(weight) > 1e-6 {
        #expect(reach.contains(weights.starts[index / weights.taps] + index % weights.taps))
      }
    }
  }

  @Test(arguments: [(64, 48, 20, 20), (20, 20, 64, 48), (301, 7, 3, 40)])
  func `a plain picture stays plain`(width: Int, height: Int, toWidth: Int, toHeight: Int) throws {
    let pixels = try resampled(
      TestImage.plain(width, height, rgba: [200, 100, 50, 128]), to: toWidth, toHeight, keepsAlpha: true)
    #expect(pixels.count == toWidth * toHeight)
    let expected = [200, 100, 50, 128]
    #expect(pixels.allSatisfy { pixel in (0..<4).allSatisfy { abs(Int(pixel[$0]) - expected[$0]) <= 1 } })
  }

  @Test func `a ramp stays a ramp`() throws {
    // Red grows by one a column; a quarter of the columns grows by four.
    let pixels = try resampled(TestImage.gradient(256, 64), to: 64, 16)
    for column in 4..<60 { #expect(abs(Int(pixels[column].x) - (4 * column + 1)) <= 2) }
  }
}
