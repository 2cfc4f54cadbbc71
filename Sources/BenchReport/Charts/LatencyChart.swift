internal import ScrollSim

/// The times of each strategy: median, 95th percentile and maximum, as bars on one scale.
struct LatencyChart {
  private struct Bar {
    let name: String
    let label: String
    let isReference: Bool
    let p50: Double
    let p95: Double
    let most: Double
  }

  private struct Panel {
    let name: String
    let bars: [Bar]
    let axis: AxisScale
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
  private var plotWidth: Double { width - left - Size.right }

  /// `nil` if there is nothing to draw.
  init?(_ pools: [PooledRuns], names: RowNames) {
    let lines = pools.map { names.line(for: $0.combination) }
    let labels = lines.shortened(to: Size.shortest)
    left = 12 + Size.character * Double(labels.map(\.count).max() ?? 0)
    panels = [("timeToReadyMs", "until a cell was final"), ("decodeMs", "decoding an image")]
      .compactMap { metric, title in
        let bars = zip(pools, zip(lines, labels)).compactMap { pool, names -> Bar? in
          guard let p50 = pool.median("\(metric).p50"), let p95 = pool.median("\(metric).p95"),
            let most = pool.median("\(metric).max"), p50.isFinite, p95.isFinite, most.isFinite
          else { return nil }
          return Bar(
            name: names.0, label: names.1, isReference: pool.combination.isReference, p50: p50, p95: p95,
            most: most)
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
      defer { top += height(of: panel) }
      return draw(panel, at: top)
    }
    let words = panels.flatMap { panel in panel.bars.map { self.words(for: $0, of: panel) } }
    return SVG.chart(
      id: id, style: "chart latency", width: width, height: top,
      title: "How long cells and decoders took", description: "\(words.joined(separator: "; ")).",
      parts: drawn)
  }

  private func words(for bar: Bar, of panel: Panel) -> String {
    "\(panel.name), \(bar.name): median \(ms(bar.p50)), 95th percentile \(ms(bar.p95)), longest \(ms(bar.most))"
  }

  private func ms(_ value: Double) -> String { Figure.text(value, unit: "ms") }

  private func height(of panel: Panel) -> Double {
    Size.heading + Double(panel.bars.count) * Size.row + Size.axis
  }

  private func draw(_ panel: Panel, at top: Double) -> String {
    func x(_ value: Double) -> Double {
      left + plotWidth * min(max(panel.axis.share(of: value), 0), 1)
    }
    let upper = top + Size.heading
    let lower = upper + Double(panel.bars.count) * Size.row
    var parts = [SVG.text("name", x: 0, y: top + 14, panel.name, unit: "ms")]
    parts += SVG.uprights(of: panel.axis, from: upper, to: lower, gap: 14, x: x)
    parts += panel.bars.enumerated().map { place, bar in
      let y = upper + Double(place) * Size.row
      let style = bar.isReference ? " bound" : ""
      func band(_ value: Double, _ name: String) -> String {
        "<rect class=\"\(name)\" x=\"\(left.svg)\" y=\"\((y + 4).svg)\" height=\"9\" "
          + "width=\"\((x(value) - left).svg)\"/>"
      }
      let name = SVG.text("label", x: left - 8, y: y + 12, anchor: "end", bar.label)
      let values = words(for: bar, of: panel).escaped
      let longest = SVG.path("longest", "M\(x(bar.most).svg) \((y + 3).svg)v11")
      return
        "<g class=\"bar\(style)\" data-values=\"\(values)\">\(name)\(band(bar.p95, "tail"))\(band(bar.p50, "half"))\(longest)</g>"
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
