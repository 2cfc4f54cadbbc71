/// A square of noise that continues at its edges, with the spectrum of photographs: detail of half the size has
/// about half the contrast.
///
/// That natural images have such spectra: Field, Relations between the statistics of natural images and the
/// response properties of cortical cells, JOSA A 4(12), 1987.
struct NoiseTexture {
  /// Samples a side; a power of two.
  static let side = 512
  private static let coarsest = 128

  /// Row after row, with mean 0 and a standard deviation of 1.
  let samples: [Float]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var samples = [Float](repeating: 0, count: Self.side * Self.side)
    var wavelength = Self.coarsest
    while wavelength >= 1 {
      let cells = Self.side / wavelength
      let lattice = (0..<cells * cells).map { _ in generator.unit() - 0.5 }
      Self.add(lattice, cells: cells, amplitude: Float(wavelength), to: &samples)
      wavelength /= 2
    }
    let mean = samples.reduce(0, +) / Float(samples.count)
    let variance = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(samples.count)
    self.samples = samples.map { ($0 - mean) / variance.squareRoot() }
  }

  /// Adds a lattice of numbers, interpolated bilinearly between its points.
  private static func add(_ lattice: [Float], cells: Int, amplitude: Float, to samples: inout [Float]) {
    let wavelength = side / cells
    for row in 0..<side {
      let top = row / wavelength * cells
      let bottom = (row / wavelength + 1) % cells * cells
      let down = Float(row % wavelength) / Float(wavelength)
      for cell in 0..<cells {
        let next = (cell + 1) % cells
        let left = lattice[top + cell] + (lattice[bottom + cell] - lattice[top + cell]) * down
        let right = lattice[top + next] + (lattice[bottom + next] - lattice[top + next]) * down
        for step in 0..<wavelength {
          let across = Float(step) / Float(wavelength)
          samples[row * side + cell * wavelength + step] += (left + (right - left) * across) * amplitude
        }
      }
    }
  }
}
