internal import Foundation

/// How much of the finest detail that a cell can show is there: about 1 in a sharp picture, about 0 in one of half its size.
///
/// What differs between the two is known for each row of modules, by the photo's number and the cell's place: stripes that are too
/// fine for the smaller picture, and the edges of modules. Each row is a profile across the scroll axis, so that motion does not
/// blur it.
struct DetailGauge: Sendable {
  /// Finer stripes, in cycles a pixel, are ignored: a sharp picture that lies between pixels loses them.
  private static let finest = 0.405

  /// In a narrower square, a picture of half the size is recognised by its modules
  /// (``TagPattern/coarseSides``), and detail is noise.
  private static let leastWidth = 30.0
  /// The least share of a cell's detail by which it is judged.
  private static let leastEnergy: Float = 0.4
  /// The width of a square of which less is enough.
  private static let plainWidth = 90.0

  /// What distinguishes a row, without its mean and without what a picture of half the size explains.
  private struct Row {
    var detail: [Float]
    var energy: Float
    /// The stripes alone, without what the modules explain.
    var stripes: [Float]
    var stripeEnergy: Float
  }

  /// The share that is there of a photo's detail, and of all stripes that a cell can show; both are about 1
  /// in a sharp picture.
  struct Reading {
    var detail: Float
    var stripes: Float
  }

  private struct Rows {
    /// The place and the width for which they are, in parts of a pixel.
    var key: [Int] = []
    var first: Int
    var rows: [Row] = []
  }

  private var known: [Int: Rows] = [:]

  /// Reads a cell that shows its photo, whose tag's centre is at x, y; `nil` where no row of modules is in view.
  ///
  /// - Parameter gain: luminance of the frame for each unit of the pattern.
  mutating func read(
    _ frame: LumaFrame, _ pattern: TagPattern, _ place: PositionMap.Place, x: Double, y: Double,
    viewport: ClosedRange<Double>, gain: Double
  ) -> Reading? {
    let squares = Double(MarkedPattern.squareModules)
    let tags = Double(MarkedPattern.tagModules)
    let (width, height) = (place.width * squares / tags, place.height * squares / tags)
    let (left, top) = (x - width / 2, y - height / 2)
    let key = [left, width].map { Int(($0 * 32).rounded()) }
    var rows = known[place.number]
    if rows?.key != key {
      rows = Self.rows(
        MarkedPattern(number: place.number, modules: pattern.views[0].map { $0 > 0 }), left: left,
        width: width, frameWidth: frame.width)
      rows?.key = key
      if known.count > 512 { known = [:] }
      known[place.number] = rows
    }
    guard let rows, !rows.rows.isEmpty else { return nil }
    let count = rows.rows[0].detail.count
    var profile = [Float](repeating: 0, count: count)
    var (signal, energy, stripes, stripeEnergy): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for row in 0..<MarkedPattern.squareModules {
      // Lines of pixels that lie within the row.
      let from = max(top + Double(row) * height / squares, viewport.lowerBound, 0)
      let to = min(top + Double(row + 1) * height / squares, viewport.upperBound, Double(frame.height))
      var lines =
        Int((from + 0.1).rounded(.up))..<max(Int((from + 0.1).rounded(.up)), Int((to - 0.1).rounded(.down)))
      if lines.isEmpty, to - from > 0.8 * height / squares {
        let middle = Int((from + to) / 2)
        lines = middle..<middle + 1
      }
      guard !lines.isEmpty else { continue }
      let known = rows.rows[row]
      for index in 0..<count { profile[index] = 0 }
      for line in lines {
        let start = line * frame.width + rows.first
        for index in 0..<count { profile[index] += Float(frame.pixels[start + index]) }
      }
      for index in 0..<count {
        signal += profile[index] * known.detail[index]
        stripes += profile[index] * known.stripes[index]
      }
      energy += known.energy * Float(lines.count)
      stripeEnergy += known.stripeEnergy * Float(lines.count)
    }
    // A few rows of a cell that an edge cuts tell too little; the smaller the cell, the more of it is needed.
    let whole = rows.rows.reduce(0) { $0 + $1.energy } * Float(height / squares)
    let least = Self.leastEnergy * min(1, Float(Self.plainWidth / width * Self.plainWidth / width))
    guard energy > least * whole else { return nil }
    let scale = Float((MarkedPattern.light - MarkedPattern.dark) / 2 / gain)
    return Reading(
      detail: signal / energy * scale, stripes: stripeEnergy > 0 ? stripes / stripeEnergy * scale : 0)
  }

  private static func rows(_ pattern: MarkedPattern, left: Double, width: Double, frameWidth: Int) -> Rows {
    let first = max(0, Int(left.rounded(.up)))
    let last = min(frameWidth, Int((left + width).rounded(.down)))
    let squares = Double(MarkedPattern.squareModules)
    var rows = Rows(first: first)
    guard last - first > 8, width >= leastWidth else { return rows }
    // The width is read to a part of a pixel.
    let halves = Set([-0.2, 0.2].map { max(6, Int((width / 2 + $0).rounded())) }).sorted()
    for row in 0..<MarkedPattern.squareModules {
      let isLegible = MarkedPattern.stripes[row] / width < finest
      // Many apps round a cell's corners.
      let isOuter = min(row, MarkedPattern.squareModules - 1 - row) < MarkedPattern.quietModules
      let corner = isOuter ? Int(width * Double(MarkedPattern.quietModules) / squares) : 0
      let span = first + corner..<last - corner
      func mean(_ from: Double, _ to: Double) -> Double {
        pattern.mean(row: row, from: min(max(from, 0), 1), to: min(max(to, 0), 1), withStripes: isLegible)
      }
      func edge(of pixel: Int) -> Double { (Double(pixel) - left) / width }
      let sharp = span.map { mean(edge(of: $0), edge(of: $0 + 1)) }
      let levels = span.map {
        pattern.mean(row: row, from: max(edge(of: $0), 0), to: min(edge(of: $0 + 1), 1), withStripes: false)
      }
      /// The picture of that many pixels across, enlarged.
      func coarse(_ count: Int) -> [Double] {
        let texels = (0..<count).map { mean(Double($0) / Double(count), Double($0 + 1) / Double(count)) }
        return span.map { pixel in
          let position = ((Double(pixel) + 0.5 - left) / width * Double(count) - 0.5)
          let held = min(max(position, 0), Double(count - 1))
          let low = Int(held)
          return texels[low] + (held - Double(low)) * (texels[min(low + 1, count - 1)] - texels[low])
        }
      }
      // A smaller picture has the pixels that its maker gave it, and one that lies off by a part of a pixel is moved along its slope.
      let smaller = halves.map(coarse)
      let detail = sharp.without(smaller + smaller.map(\.slope))
      let stripes = isLegible ? zip(sharp, levels).map { $0 - $1 }.without([levels]) : sharp.map { _ in 0 }
      func padded(_ values: [Double]) -> [Float] {
        let corner = [Float](repeating: 0, count: corner)
        return corner + values.map { Float($0) } + corner
      }
      rows.rows.append(
        Row(
          detail: padded(detail), energy: Float(detail.energy), stripes: padded(stripes),
          stripeEnergy: Float(stripes.energy)))
    }
    return rows
  }
}

extension [Double] {
  fileprivate var energy: Double { reduce(0) { $0 + $1 * $1 } }

  /// How much it grows from each value to the next, by those on both sides.
  fileprivate var slope: [Double] {
    indices.map { (self[Swift.min($0 + 1, count - 1)] - self[Swift.max($0 - 1, 0)]) / 2 }
  }

  private var centred: [Double] {
    let mean = reduce(0, +) / Double(count)
    return map { $0 - mean }
  }

  /// What is left without the mean, and without what other profiles explain together.
  fileprivate func without(_ others: [[Double]]) -> [Double] {
    var basis: [[Double]] = []
    func rest(_ values: [Double]) -> [Double] {
      basis.reduce(values.centred) { left, part in
        let share = zip(left, part).reduce(0) { $0 + $1.0 * $1.1 } / part.energy
        return zip(left, part).map { $0 - share * $1 }
      }
    }
    for other in others {
      let part = rest(other)
      if part.energy > 1e-6 * Swift.max(1, other.centred.energy) { basis.append(part) }
    }
    return rest(self)
  }
}

extension MarkedPattern {
  /// The mean luminance of a row of modules between two positions across the square.
  fileprivate func mean(row: Int, from: Double, to: Double, withStripes: Bool) -> Double {
    let modules = Double(Self.squareModules)
    guard to > from else { return level(row: row, column: min(Int(from * modules), Self.squareModules - 1)) }
    var sum = 0.0
    for column in Int(from * modules)...min(Self.squareModules - 1, Int(to * modules)) {
      let part = min(to, Double(column + 1) / modules) - max(from, Double(column) / modules)
      if part > 0 { sum += part * level(row: row, column: column) }
    }
    if withStripes {
      let turns = 2 * Double.pi * Self.stripes[row]
      sum += Self.stripeDepth * (cos(turns * from) - cos(turns * to)) / turns
    }
    return sum / (to - from)
  }
}
