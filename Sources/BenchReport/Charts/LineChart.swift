internal import GalleryKit
package import ScrollSim

/// Lines over a common horizontal axis, one panel above the other, as SVG.
///
/// Colours follow the reader's light or dark setting. Regardless of the number of points, a panel draws at most two for each
/// column of its width, the least and the greatest, so that no spike is lost and a chart stays within some 15 kB a panel.
package struct LineChart {
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  /// Lines with the same name look alike in all panels, and a legend names them; a line without one stands for its panel.
  struct Line {
    let name: String?
    /// In the order of `x`; points that are not finite are left out.
    let points: [Point]

    init(name: String? = nil, points: [Point]) {
      self.name = name
      self.points = points.filter { $0.x.isFinite && $0.y.isFinite }
    }
  }

  struct Panel {
    var name: String
    var unit: String
    var lines: [Line]
    /// The span of the vertical axis, at which lines are cut off; `nil` spans zero and the points.
    var range: ClosedRange<Double>?
    var guide: Guide?
  }

  struct Guide {
    var name: String
    var y: Double
  }

  var title: String
  var axis = "time (s)"
  var panels: [Panel]
  /// A place on the common axis for a line through all panels.
  var mark: Guide?
  /// The names of the lines in colour, drawn last; the others are pale and only counted in the legend; if empty, all lines are
  /// alike.
  var front: [String] = []
  /// The height of each panel's plot, in pixels at the chart's natural size.
  var plotHeight = 64.0
  var width = 480.0

  /// The largest number of lines that readers tell apart by colour.
  static let mostColours = 8

  var description: String {
    panels.flatMap { panel in
      panel.lines.map { line -> String in
        let name = [panel.name, line.name].compactMap(\.self).joined(separator: " of ")
        let values = line.points.map(\.y)
        guard let least = values.min(), let greatest = values.max() else { return "\(name): no values" }
        let span = "\(Figure.exact(least, unit: "")) to \(Figure.exact(greatest, unit: ""))"
        return "\(name) from \(span) \(panel.unit)"
      }
    }.joined(separator: "; ") + "."
  }
}

extension LineChart {
  /// Offset and velocity of a scroll over time, at each frame of a display.
  package init(of trace: ScrollTrace, name: String, refreshRate: Int) {
    let samples = trace.samples(refreshRate: refreshRate)
    func line(_ value: (ScrollSample) -> Double) -> [Line] {
      let points = samples.enumerated().map { Point(x: Double($0) / Double(refreshRate), y: value($1)) }
      return [Line(points: points)]
    }
    self.init(
      title: name,
      panels: [
        Panel(name: "offset", unit: "pt", lines: line(\.offset)),
        Panel(name: "velocity", unit: "pt/s", lines: line(\.velocity)),
      ])
  }
}

extension Timeline {
  func line(of values: [Double], name: String? = nil) -> LineChart.Line {
    .init(name: name, points: zip(timeMs, values).map { LineChart.Point(x: $0 / 1000, y: $1) })
  }
}
