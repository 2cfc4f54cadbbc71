internal import ScrollSim

/// The times of each strategy: median, 95th percentile and maximum, as bars on one scale.
struct LatencyChart {
  private struct Bar {
    let label: String
    let words: String
    let isReference: Bool
    let p50: Double
    let p95: Double
    let most: Double
  }

  private struct Panel {
    let name: String
    let bars: [Bar]
    let axis: AxisScale
    var barsHeight: Double { Double(bars.count) * Size.row }
  }

  private enum Size {
    static let width = 520.0
    static let right = 16.0
    static let leastPlot = 100.0
    static let character = 6.6
    static let shortest = 34
    static let heading = 26.0
    static let row = 17.0
    static let axis = 30.0
  }

  private let panels: [Panel]
  private let left: Double
  /// Wider than others where names would leave the bars no room.
  private var width: Double { max(Size.width, left + Size.leastPlot + Size.right) }

  /// `nil` if there is nothing to draw.
  init?(_ pools: [PooledRuns], names: RowNames) {
    let lines = pools.map { names.line(for: $0.combination) }
    let labels = lines.shortened(to: Size.shortest)
    left = 12 + Size.character * Double(labels.map(\.count).max() ?? 0)
    panels = [("timeToReadyMs", "until a cell was final"), ("decodeMs", "decoding an image")]
      .compactMap { metric, title in
        let bars = zip(pools, zip(lines, labels)).compactMap { pool, names -> Bar? in
          let times = ["p50", "p95", "max"].compactMap { pool.median("\(metric).\($0)") }.filter(\.isFinite)
          guard times.count == 3 else { return nil }
          let words = times.map { Figure.text($0, unit: "ms") }
          return Bar(
            label: names.1,
            words:
              "\(title), \(names.0): median \(words[0]), 95th percentile \(words[1]), longest \(words[2])",
            isReference: pool.combination.isReference, p50: times[0], p95: times[1], most: times[2])
        }
        guard !bars.isEmpty else { return nil }
        // A reference much longer than the rest is cut off, so that it does not flatten the others.
        let rivals = bars.filter { !$0.isReference }
        let longest = (rivals.isEmpty ? bars : rivals).map(\.most).max() ?? 0
        return Panel(
          name: title, bars: bars, axis: AxisScale(spanning: 0...max(longest, 0), steps: 5, widens: true))
      }
    if panels.isEmpty { return nil }
  }

  func svg(id: String) -> String {
    var top = 0.0
    let drawn = panels.map { panel in
      defer { top += Size.heading + panel.barsHeight + Size.axis }
      return draw(panel, at: top)
    }
    let words = panels.flatMap(\.bars).map(\.words)
    return SVG.chart(
      id: id, style: "chart latency", width: width, height: top,
      title: "How long cells and decoders took", description: "\(words.joined(separator: "; ")).",
      parts: drawn)
  }

  private func draw(_ panel: Panel, at top: Double) -> String {
    let plotWidth = width - left - Size.right
    func x(_ value: Double) -> Double { left + plotWidth * min(max(panel.axis.share(of: value), 0), 1) }
    let upper = top + Size.heading
    var parts = [SVG.text("name", x: 0, y: top + 14, panel.name, unit: "ms")]
    parts += SVG.uprights(of: panel.axis, from: upper, to: upper + panel.barsHeight, gap: 14, x: x)
    parts += panel.bars.enumerated().map { place, bar in
      let y = upper + Double(place) * Size.row
      let style = bar.isReference ? " bound" : ""
      func band(_ value: Double, _ name: String) -> String {
        "<rect class=\"\(name)\" x=\"\(left.svg)\" y=\"\((y + 4).svg)\" height=\"9\" "
          + "width=\"\((x(value) - left).svg)\"/>"
      }
      let name = SVG.text("label", x: left - 8, y: y + 12, anchor: "end", bar.label)
      let longest = SVG.path("longest", "M\(x(bar.most).svg) \((y + 3).svg)v11")
      return
        "<g class=\"bar\(style)\" data-values=\"\(bar.words.escaped)\">\(name)\(band(bar.p95, "tail"))\(band(bar.p50, "half"))\(longest)</g>"
    }
    return parts.joined(separator: "\n")
  }
}

extension [String] {
  /// The texts in `count` characters, or in as many more as tell them apart.
  func shortened(to count: Int) -> [String] {
    let different = Set(self).count
    let most = map(\.count).max() ?? 0
    let enough = stride(from: count, to: Swift.max(count, most), by: 2).first { count in
      Set(map { $0.shortened(to: count) }).count == different
    }
    return map { $0.shortened(to: enough ?? most) }
  }
}

extension String {
  /// The text, or the part of its start and its end that fits: names often differ in their ends.
  func shortened(to count: Int) -> String {
    self.count > count ? "\(prefix(count / 2))…\(suffix(count - count / 2 - 1))" : self
  }
}
