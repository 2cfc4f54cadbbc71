/// A square of noise that continues at its edges, with the spectrum of photographs: detail of half the size has
/// about half the contrast.
///
/// The source for such spectra of natural images: Field, Relations between the statistics of natural images and the
/// response properties of cortical cells, JOSA A 4(12), 1987.
struct NoiseTexture {
  /// Samples a side; a power of two.
  static let side = 1024
  private static let coarsest = 4

  /// Row after row, with mean 0 and a standard deviation of 1.
  let samples: [Float]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var side = Self.coarsest
    var samples = (0..<side * side).map { _ in generator.unit() - 0.5 }
    while side < Self.side {
      samples = Self.enlarged(samples, side: side)
      side *= 2
      let amplitude = Float(Self.coarsest) / Float(side)
      for index in samples.indices { samples[index] += (generator.unit() - 0.5) * amplitude }
    }
    let count = Float(samples.count)
    let mean = samples.reduce(0, +) / count
    let variance = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    self.samples = samples.map { ($0 - mean) / variance.squareRoot() }
  }

  /// The sample at a place, which may lie beyond the edges.
  func sample(row: Int, column: Int) -> Float {
    samples[(row & (Self.side - 1)) * Self.side + (column & (Self.side - 1))]
  }

  /// Twice as many samples a side, interpolated between the given ones.
  private static func enlarged(_ samples: [Float], side: Int) -> [Float] {
    var result = [Float](repeating: 0, count: 4 * side * side)
    for row in 0..<side {
      let below = (row + 1) % side
      for column in 0..<side {
        let right = (column + 1) % side
        let here = samples[row * side + column]
        let beside = samples[row * side + right]
        let under = samples[below * side + column]
        let across = samples[below * side + right]
        let place = 4 * row * side + 2 * column
        result[place] = here
        result[place + 1] = (here + beside) / 2
        result[place + 2 * side] = (here + under) / 2
        result[place + 2 * side + 1] = (here + beside + under + across) / 4
      }
    }
    return result
  }
}
