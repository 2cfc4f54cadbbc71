internal import Foundation
internal import GalleryKit
internal import ScrollSim

/// Draws the frames of a film as RGB, 8 bits a channel.
package final class FilmDrawing {
  private let film: Film
  private var textures: [Int: [UInt8]] = [:]

  package init(_ film: Film) { self.film = film }

  /// The picture of a number at that many pixels across, by the mean of each pixel's area.
  private func texture(_ number: Int, side: Int) -> [UInt8] {
    let key = number * 1024 + side
    if let known = textures[key] { return known }
    if textures.count > 4000 { textures = [:] }
    let pattern = MarkedPattern(number: number, modules: TagReader.modules(of: number) ?? [])
    let count = MarkedPattern.squareModules
    var profiles = [[Double]](repeating: [], count: count)
    for row in 0..<count {
      let turns = 2 * Double.pi * MarkedPattern.stripes[row]
      profiles[row] = (0..<side).map { x in
        let (left, right) = (Double(x) / Double(side), Double(x + 1) / Double(side))
        var level = 0.0
        for column in Int(left * Double(count))...min(count - 1, Int(right * Double(count))) {
          let from = max(left, Double(column) / Double(count))
          let to = min(right, Double(column + 1) / Double(count))
          level += max(0, to - from) * pattern.level(row: row, column: column)
        }
        let stripe = MarkedPattern.stripeDepth * (cos(turns * left) - cos(turns * right)) / turns
        return (level + stripe) * Double(side)
      }
    }
    var pixels = [UInt8](repeating: 0, count: side * side)
    for y in 0..<side {
      let (top, bottom) = (Double(y * count) / Double(side), Double((y + 1) * count) / Double(side))
      for x in 0..<side {
        var sum = 0.0
        for row in Int(top)...min(count - 1, Int(bottom)) {
          sum += max(0, min(bottom, Double(row + 1)) - max(top, Double(row))) * profiles[row][x]
        }
        pixels[y * side + x] = UInt8((sum / (bottom - top)).rounded())
      }
    }
    textures[key] = pixels
    return pixels
  }

  private func colour(_ seed: Int) -> (Double, Double, Double) {
    var random = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
    func next() -> Double { Double(random.next() >> 56) }
    return (next(), next(), next())
  }

  /// The frame's pixels, row by row.
  package func draw(_ index: Int) -> [UInt8] {
    let (width, height) = (film.width, film.height)
    let frame = film.frames[index]
    let ground: UInt8 = film.isDark ? 18 : 250
    var pixels = [UInt8](repeating: ground, count: width * height * 3)
    func put(_ x: Int, _ y: Int, _ r: Double, _ g: Double, _ b: Double, _ cover: Double) {
      let at = (y * width + x) * 3
      let back = Double(ground) * (1 - cover)
      pixels[at] = UInt8(back + r * cover + 0.5)
      pixels[at + 1] = UInt8(back + g * cover + 0.5)
      pixels[at + 2] = UInt8(back + b * cover + 0.5)
    }
    for cell in frame.cells {
      let shown = cell.shown
      var side = film.cell
      if shown != .blank { side = film.side(of: cell.item) }
      let inset = (film.cell - side) / 2
      let (left, top) = (cell.x + inset, cell.y + inset)
      var picture: (number: Int, side: Int)?
      switch shown {
      case .sharp: picture = (film.number(of: cell.item), Int(side.rounded()))
      case .degraded(let k): picture = (film.number(of: cell.item), k)
      case .thumbnail(let k): picture = (film.number(of: cell.item) + MarkedPattern.thumbnailStep, k)
      case .wrong(let other, let k): picture = (film.number(of: other), k)
      case .blank: break
      }
      let texels = picture.map { texture($0.number, side: $0.side) }
      let count = picture?.side ?? 1
      let ys = max(0, Int(top))..<max(max(0, Int(top)), min(height, Int((top + side).rounded(.up))))
      let xs = max(0, Int(left))..<min(width, Int((left + side).rounded(.up)))
      let columns = xs.map { x -> (Int, Int, Double, Double) in
        let u = min(max((Double(x) + 0.5 - left) / side * Double(count) - 0.5, 0), Double(count - 1))
        let low = Int(u)
        let cover = min(Double(x + 1), left + side) - max(Double(x), left)
        return (low, min(low + 1, count - 1), u - Double(low), cover)
      }
      let hue = colour(film.placeholder == .colours ? cell.item &* 7919 &+ film.base : film.base)
      for y in ys {
        let v = min(max((Double(y) + 0.5 - top) / side * Double(count) - 0.5, 0), Double(count - 1))
        let low = Int(v)
        let (rowA, rowB, part) = (low * count, min(low + 1, count - 1) * count, v - Double(low))
        let coverY = min(Double(y + 1), top + side) - max(Double(y), top)
        for (offset, x) in xs.enumerated() {
          let (a, b, share, coverX) = columns[offset]
          if film.radius > 0 {
            let dx = max(
              left + film.radius - (Double(x) + 0.5), Double(x) + 0.5 - (left + side - film.radius), 0)
            let dy = max(
              top + film.radius - (Double(y) + 0.5), Double(y) + 0.5 - (top + side - film.radius), 0)
            if dx * dx + dy * dy > film.radius * film.radius { continue }
          }
          if let texels {
            let upper = Double(texels[rowA + a]) * (1 - share) + Double(texels[rowA + b]) * share
            let lower = Double(texels[rowB + a]) * (1 - share) + Double(texels[rowB + b]) * share
            let value = upper * (1 - part) + lower * part
            put(x, y, value, value, value, coverX * coverY)
          } else {
            var (r, g, b) = hue
            let (u, w) = ((Double(x) + 0.5 - left) / side, (Double(y) + 0.5 - top) / side)
            switch film.placeholder {
            case .flat, .colours: break
            case .gradient: (r, g, b) = (r * (1 - w) + 255 * w * 0.6, g * (1 - w) + 90 * w, b)
            case .icon:
              if abs(u - 0.5) < 0.3, abs(w - 0.5) < 0.22 { (r, g, b) = (255 - r, 255 - g, 255 - b) }
              if hypot(u - 0.4, w - 0.42) < 0.08 || (w > 0.5 && w < 0.7 && abs(u - 0.5) < (w - 0.5)) {
                (r, g, b) = hue
              }
            case .shimmer:
              let wave = 30 * max(0, 1 - abs((u + w) * 2 - Double(index % 40) / 8))
              (r, g, b) = (min(255, r + wave), min(255, g + wave), min(255, b + wave))
            }
            put(x, y, r, g, b, coverX * coverY)
          }
        }
      }
    }
    // Headers between rows, and the bars over both ends.
    func fill(_ from: Int, _ to: Int, _ value: Double, text: Int) {
      for y in max(0, from)..<max(max(0, from), min(height, to)) {
        for x in 0..<width {
          let isText = (x / 5 + text) % 3 == 1 && y - from > 6 && to - y > 6 && x > 12 && x < width / 2
          let value = isText ? 255 - value : value
          put(x, y, value, value, value, 1)
        }
      }
    }
    for (row, headerHeight) in film.headers {
      let y = film.top(ofRow: row) - frame.offset + film.topBar
      fill(Int(y - headerHeight + 1), Int(y - 1), Double(ground), text: row)
    }
    fill(0, Int(film.topBar), film.isDark ? 40 : 225, text: 0)
    fill(height - Int(film.bottomBar), height, film.isDark ? 35 : 235, text: 1)
    return pixels
  }
}
