extension PixelBuffer {
  /// Samples a side of the grid that ``meanColour`` looks at.
  private static let meanSamples = 6

  /// About the mean of red, green and blue: of a grid of 36 pixels, those that are transparent counting as black; `nil`
  /// if the buffer only accounts for pixels.
  ///
  /// - Complexity: O(1).
  package var meanColour: SIMD3<UInt8>? {
    guard hasPixels else { return nil }
    let samples = Self.meanSamples
    var sum = SIMD3<Int>(repeating: 0)
    unsafe withUnsafeBytes { bytes in
      for row in 0..<samples {
        for column in 0..<samples {
          let y = (2 * row + 1) * size.height / (2 * samples)
          let x = (2 * column + 1) * size.width / (2 * samples)
          let pixel = y * bytesPerRow + x * 4
          let alpha = unsafe Int(bytes[pixel + 3])
          for channel in 0..<3 { sum[channel] += unsafe Int(bytes[pixel + channel]) * alpha / 255 }
        }
      }
    }
    let mean = sum / SIMD3(repeating: samples * samples)
    return SIMD3(truncatingIfNeeded: mean)
  }
}
