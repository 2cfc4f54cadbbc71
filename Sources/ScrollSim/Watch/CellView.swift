internal import Foundation

/// What a frame shows where a tag is expected: the mean luminance of its modules, as far as they are in the viewport.
package struct CellView: Sendable {
  /// The means, row by row; those of rows that are cut off are 0, and all are if the tag lies outside the frame.
  package private(set) var means = [Float](repeating: 0, count: TagPattern.side * TagPattern.side)
  /// The rows of modules that are seen.
  package private(set) var rows = 0..<0
  /// The standard deviation of the means.
  private var contrast: Float = 0

  /// Lines of pixels that show a row of modules.
  private static let plainLines = 5.0
  /// Less luminance than any picture's modules vary by.
  private static let leastContrast: Float = 3
  /// Two views are of the same thing if they correlate this much.
  private static let sameness: Float = 0.96

  /// - Parameters:
  ///   - x, y: the tag's centre in the frame.
  ///   - viewport: the heights between which the frame shows what scrolls.
  package init(
    _ frame: AreaMeans, _ place: PositionMap.Place, x: Double, y: Double, viewport: ClosedRange<Double>
  ) {
    let side = TagPattern.side
    let (width, height) = (place.width / Double(side), place.height / Double(side))
    let (left, top) = (x - place.width / 2, y - place.height / 2)
    guard left > -width, left + place.width < Double(frame.width) + width else { return }
    // A row is seen if three quarters of it are, or `plainLines` lines.
    let hidden = max(0.25, 1 - Self.plainLines / height)
    let first = max(0, Int(((viewport.lowerBound - top) / height - hidden).rounded(.up)))
    let last = min(side, Int(((viewport.upperBound - top) / height + hidden).rounded(.down)))
    rows = first..<max(first, last)
    var (sum, squares): (Float, Float) = (0, 0)
    for row in rows {
      let from = max(top + Double(row) * height, viewport.lowerBound)
      let to = min(top + Double(row + 1) * height, viewport.upperBound)
      for column in 0..<side {
        let edge = left + Double(column) * width
        let mean = Float(frame.mean(edge, from, edge + width, to))
        means[row * side + column] = mean
        sum += mean
        squares += mean * mean
      }
    }
    let count = Float(max(1, rows.count * side))
    contrast = max(0, squares / count - sum / count * (sum / count)).squareRoot()
  }

  package var isFlat: Bool { contrast < Self.leastContrast }

  /// Whether it has less contrast than any picture of a photo with that much luminance for each unit of a
  /// pattern.
  package func isPale(beside slope: Float) -> Bool { contrast < 0.25 * slope }

  private var indices: Range<Int> { rows.lowerBound * TagPattern.side..<rows.upperBound * TagPattern.side }

  package struct Likeness: Sendable {
    /// With the pattern's best view, −1…1: the lesser of that of all modules and that of those that carry bits.
    package var correlation: Float
    package var view: Int
    /// Luminance of the frame for each unit of the view.
    package var slope: Float
    /// Fisher's z in standard deviations: how far the correlation lies from chance.
    package var certainty: Float = 0

    package var isSure: Bool { correlation > 0.5 && certainty > 3 }
  }

  /// The likeness to the best of a pattern's views; one below `least` does not matter.
  package func likeness(to pattern: TagPattern, views: Range<Int>, above least: Float = -1) -> Likeness {
    var best = Likeness(correlation: least, view: 0, slope: 0)
    for view in views {
      let all = fit(pattern.views[view], bitsOnly: false)
      guard all.correlation > max(0.2, best.correlation) else { continue }
      let correlation = min(all.correlation, fit(pattern.views[view], bitsOnly: true).correlation)
      if correlation > best.correlation {
        best = Likeness(correlation: correlation, view: view, slope: all.slope)
      }
    }
    best.certainty = certainty(best.correlation)
    return best
  }

  private func certainty(_ correlation: Float) -> Float {
    let count = Float(indices.count { TagPattern.carriesBits[$0] })
    guard count > 4 else { return 0 }
    let held = min(max(correlation, -0.999), 0.999)
    return 0.5 * log((1 + held) / (1 - held)) * (count - 3).squareRoot()
  }

  /// The correlation with a view, and luminance for each unit of it.
  private func fit(_ view: [Float], bitsOnly: Bool) -> (correlation: Float, slope: Float) {
    var (count, a, b, aa, bb, ab): (Float, Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0, 0)
    for index in indices where !bitsOnly || TagPattern.carriesBits[index] {
      let (mean, expected) = (means[index], view[index])
      count += 1
      a += mean
      b += expected
      aa += mean * mean
      bb += expected * expected
      ab += mean * expected
    }
    guard count > 1 else { return (0, 0) }
    let (own, other, common) = (aa - a * a / count, bb - b * b / count, ab - a * b / count)
    return own * other > 1e-3 ? (common / (own * other).squareRoot(), common / other) : (0, 0)
  }

  /// The difference between the pattern's light and dark modules, as luminance of the frame for each unit of the pattern; `nil` if
  /// only one kind is in view.
  package func gain(of pattern: TagPattern) -> Float? {
    var (light, dark, lights, darks): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for index in indices {
      if pattern.views[0][index] > 0 {
        light += means[index]
        lights += 1
      } else {
        dark += means[index]
        darks += 1
      }
    }
    return lights > 0 && darks > 0 ? (light / lights - dark / darks) / 2 : nil
  }

  /// Whether both show the same picture, as far as both are in view; nothing to recognise is no picture.
  package func isLike(_ other: CellView) -> Bool {
    let common = rows.clamped(to: other.rows)
    guard common.count >= 2 else { return false }
    var (a, b, aa, bb, ab): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
    for index in common.lowerBound * TagPattern.side..<common.upperBound * TagPattern.side {
      let (mine, theirs) = (means[index], other.means[index])
      a += mine
      b += theirs
      aa += mine * mine
      bb += theirs * theirs
      ab += mine * theirs
    }
    let count = Float(common.count * TagPattern.side)
    let (mine, theirs) = (aa - a * a / count, bb - b * b / count)
    let least = Self.leastContrast * Self.leastContrast * count
    return mine > least && theirs > least
      && (ab - a * b / count) / (mine * theirs).squareRoot() > Self.sameness
  }
}
