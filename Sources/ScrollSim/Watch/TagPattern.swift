/// What a photo's tag looks like, however small the picture was that is shown enlarged.
///
/// A view is the mean luminance of each of the tag's modules, row by row, as −1…1.
package struct TagPattern: Sendable {
  package static let side = MarkedPattern.tagModules
  /// The pixels across the square of the pictures that are told apart; a larger picture looks as the sharp one does.
  package static let coarseSides: [UInt8] = [8, 9, 10, 11, 12, 13, 14, 16, 18, 20]
  /// The modules that carry bits; the two rings between them are the same in every tag.
  package static let carriesBits: [Bool] = (0..<side * side).map {
    let ring = min($0 / side, $0 % side, side - 1 - $0 / side, side - 1 - $0 % side)
    return ring == 0 || ring >= 3
  }

  package let number: Int
  /// The view of the sharp picture, and then those of `coarseSides`.
  package let views: [[Float]]

  /// - Parameter turns: quarter turns clockwise by which it is shown.
  package init(number: Int, modules: [Bool], turns: Int = 0) {
    let pattern = MarkedPattern(number: number, modules: Self.turned(modules, turns))
    self.number = number
    let sharp = pattern.modules.map { $0 ? Float(1) : -1 }
    views = [sharp] + Self.coarseSides.map { Self.view(of: pattern, pixels: Int($0)) }
  }

  private static func turned(_ modules: [Bool], _ turns: Int) -> [Bool] {
    var modules = modules
    for _ in 0..<turns {
      modules = (0..<side * side).map { modules[(side - 1 - $0 % side) * side + $0 / side] }
    }
    return modules
  }

  /// The modules of a picture of that many pixels across, each the mean of its area, that is enlarged by
  /// linear interpolation.
  private static func view(of pattern: MarkedPattern, pixels: Int) -> [Float] {
    let square = MarkedPattern.squareModules
    let quiet = MarkedPattern.quietModules
    // What each pixel has of each module, and each module of each pixel: the same along both axes.
    let step = Double(square) / Double(pixels)
    var averaging = [[Double]](repeating: Array(repeating: 0, count: square), count: pixels)
    for pixel in 0..<pixels {
      let (from, to) = (Double(pixel) * step, Double(pixel + 1) * step)
      for module in 0..<square {
        averaging[pixel][module] = max(0, min(to, Double(module + 1)) - max(from, Double(module))) / step
      }
    }
    let samples = 6
    var enlarging = [[Double]](repeating: Array(repeating: 0, count: pixels), count: square)
    for module in 0..<square {
      for sample in 0..<samples {
        let position = (Double(module) + (Double(sample) + 0.5) / Double(samples)) / step - 0.5
        let held = min(max(position, 0), Double(pixels - 1))
        let low = Int(held)
        let share = held - Double(low)
        enlarging[module][low] += (1 - share) / Double(samples)
        if share > 0 { enlarging[module][low + 1] += share / Double(samples) }
      }
    }
    // Both steps in one: what each module as it is seen has of each module as it is.
    func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
      var result = [[Double]](repeating: Array(repeating: 0, count: b[0].count), count: a.count)
      for row in a.indices {
        for inner in b.indices where a[row][inner] != 0 {
          for column in b[0].indices { result[row][column] += a[row][inner] * b[inner][column] }
        }
      }
      return result
    }
    let mixing = product(enlarging, averaging)
    let half = (MarkedPattern.light - MarkedPattern.dark) / 2
    // Transposed, so that the second product mixes columns.
    let levels = (0..<square).map { column in
      (0..<square).map { row in (pattern.level(row: row, column: column) - MarkedPattern.ground) / half }
    }
    let columns = product(mixing, levels)
    let transposed = (0..<square).map { row in (0..<square).map { columns[$0][row] } }
    let seen = product(mixing, transposed)
    let tag = quiet..<square - quiet
    return tag.flatMap { row in tag.map { Float(seen[row][$0]) } }
  }
}

/// The patterns that were asked for before.
package struct TagPatterns: Sendable {
  private let modules: @Sendable (Int) -> [Bool]?
  private var known: [Int: TagPattern] = [:]
  /// As many as photos have with their thumbnails: a fine screen asks for all in each frame.
  private static let mostKnown = 2 * MarkedPattern.mostPhotos

  package init(_ modules: @escaping @Sendable (Int) -> [Bool]?) { self.modules = modules }

  /// The pattern of a number; `nil` if the family has no such tag.
  package mutating func pattern(_ number: Int, turns: Int) -> TagPattern? {
    let key = number * 4 + turns
    if let pattern = known[key] { return pattern }
    guard let modules = modules(number) else { return nil }
    let pattern = TagPattern(number: number, modules: modules, turns: turns)
    if known.count > Self.mostKnown { known = [:] }
    known[key] = pattern
    return pattern
  }
}
