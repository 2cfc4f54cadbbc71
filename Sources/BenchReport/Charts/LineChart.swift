internal import GalleryKit
package import ScrollSim

/// Lines over a common horizontal axis, one panel above the other, as SVG.
///
/// Colours follow the reader's light or dark setting. Regardless of the number of points, a panel draws at most two for each
/// column of its width, the least and the greatest, so that no spike is lost and a chart stays within some 15 kB a panel.
package struct LineChart {
  /// A place in a panel.
  struct Point: Hashable {
    /// The position along the common axis.
    var x: Double
    /// The position along the panel's own axis.
    var y: Double
  }

  /// One of several lines of a panel; lines with the same name look alike in all panels.
  struct Line {
    /// The line's name in the legend.
    var name: String
    /// The line's points in the order of `x`; points that are not finite are left out.
    var points: [Point]

    /// Makes a line.
    init(name: String, points: [Point]) {
      self.name = name
      self.points = points.filter { $0.x.isFinite && $0.y.isFinite }
    }
  }

  /// One line, or several that a legend names, and their vertical axis.
  struct Panel {
    /// The name of the quantity.
    var name: String
    /// The unit of `y`, as people read it.
    var unit: String
    /// The line's points in the order of `x`; points that are not finite are left out.
    var points: [Point]
    /// Lines that a legend names, in place of ``points`` or in addition.
    var lines: [Line]
    /// The span of the vertical axis, for comparable charts; `nil` spans zero and the points.
    ///
    /// A line that leaves the range is cut off, and the panel says how far it goes.
    var range: ClosedRange<Double>?
    /// A level to draw across the panel, with its name.
    var guide: Guide?

    /// A level across a panel.
    struct Guide {
      /// The level's name.
      var name: String
      /// The level, in the panel's unit.
      var y: Double
    }

    /// Makes a panel.
    init(
      name: String, unit: String, points: [Point] = [], lines: [Line] = [],
      range: ClosedRange<Double>? = nil, guide: Guide? = nil
    ) {
      self.name = name
      self.unit = unit
      self.points = points.filter { $0.x.isFinite && $0.y.isFinite }
      self.lines = lines
      self.range = range
      self.guide = guide
    }

    /// The points of all lines.
    var allPoints: [Point] { points + lines.flatMap(\.points) }
  }

  /// The chart's subject, also for readers who cannot see it.
  var title: String
  /// The common axis's name, with its unit.
  var axis = "time (s)"
  /// The panels from top to bottom.
  var panels: [Panel]
  /// A place on the common axis for a line through all panels, with its name.
  var mark: Panel.Guide?
  /// The names of the lines in colour, drawn last; the others are pale and only counted in the legend; if empty, all lines are
  /// alike.
  var front: [String] = []
  /// The height of each panel's plot, in pixels at the chart's natural size.
  var plotHeight = 64.0
  /// The width of the chart, in pixels at its natural size.
  var width = 480.0

  /// The largest number of lines that readers tell apart by colour.
  static let mostColours = 8

  /// The span of each line, in words.
  var description: String {
    panels.flatMap { panel in
      let named = panel.lines.map { (name: "\(panel.name) of \($0.name)", points: $0.points) }
      let lines = panel.lines.isEmpty || !panel.points.isEmpty ? [(panel.name, panel.points)] + named : named
      return lines.map { name, points in
        guard let least = points.map(\.y).min(), let greatest = points.map(\.y).max() else {
          return "\(name): no values"
        }
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
    func points(_ value: (ScrollSample) -> Double) -> [Point] {
      samples.enumerated().map {
        Point(x: Double($0.offset) / Double(refreshRate), y: value($0.element))
      }
    }
    self.init(
      title: name,
      panels: [
        Panel(name: "offset", unit: "pt", points: points(\.offset)),
        Panel(name: "velocity", unit: "pt/s", points: points(\.velocity)),
      ])
  }
}
