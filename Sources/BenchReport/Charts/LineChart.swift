internal import ScrollSim

/// Lines over a common horizontal axis, one panel above the other, as SVG.
///
/// Colours follow the reader's light or dark setting. Regardless of the number of points, a panel draws at most two for each
/// column of its width, the least and the greatest, so that no spike is lost and a chart stays within some 15 kB a panel.
///
///     let chart = LineChart(
///       title: "fling", axis: "time (s)",
///       panels: [LineChart.Panel(name: "offset", unit: "pt", points: points)])
///     try chart.document().write(toFile: "fling.svg", atomically: true, encoding: .utf8)
public struct LineChart: Hashable, Sendable {
  /// A place in a panel.
  public struct Point: Hashable, Sendable {
    /// The position along the common axis.
    public var x: Double
    /// The position along the panel's own axis.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// One of several lines of a panel; lines with the same name look alike in all panels.
  public struct Line: Hashable, Sendable {
    /// The line's name in the legend.
    public var name: String
    /// The line's points in the order of `x`; points that are not finite are left out.
    public var points: [Point]

    /// Makes a line.
    public init(name: String, points: [Point]) {
      self.name = name
      self.points = points.filter { $0.x.isFinite && $0.y.isFinite }
    }
  }

  /// One line, or several that a legend names, and their vertical axis.
  public struct Panel: Hashable, Sendable {
    /// The name of the quantity.
    public var name: String
    /// The unit of `y`, as people read it.
    public var unit: String
    /// The line's points in the order of `x`; points that are not finite are left out.
    public var points: [Point]
    /// Lines that a legend names, in place of ``points`` or in addition.
    public var lines: [Line] = []
    /// The span of the vertical axis, for comparable charts; `nil` spans zero and the points.
    ///
    /// A line that leaves the range is cut off, and the panel says how far it goes.
    public var range: ClosedRange<Double>?
    /// A level to draw across the panel, with its name.
    public var guide: Guide?

    /// A level across a panel.
    public struct Guide: Hashable, Sendable {
      /// The level's name.
      public var name: String
      /// The level, in the panel's unit.
      public var y: Double

      /// Makes a level.
      public init(name: String, y: Double) {
        self.name = name
        self.y = y
      }
    }

    /// Makes a panel.
    public init(
      name: String, unit: String, points: [Point], range: ClosedRange<Double>? = nil, guide: Guide? = nil
    ) {
      self.name = name
      self.unit = unit
      self.points = points.filter { $0.x.isFinite && $0.y.isFinite }
      self.range = range
      self.guide = guide
    }

    /// Makes a panel of several lines.
    public init(name: String, unit: String, lines: [Line], range: ClosedRange<Double>? = nil) {
      self.init(name: name, unit: unit, points: [], range: range)
      self.lines = lines
    }

    /// The points of all lines.
    var allPoints: [Point] { points + lines.flatMap(\.points) }
  }

  /// The chart's subject, also for readers who cannot see it.
  public var title: String
  /// The common axis's name, with its unit.
  public var axis: String
  /// The panels from top to bottom.
  public var panels: [Panel]
  /// A place on the common axis for a line through all panels, with its name.
  public var mark: Panel.Guide?
  /// The names of the lines in colour, drawn last; the others are pale and only counted in the legend; if empty, all lines are
  /// alike.
  public var front: [String] = []
  /// The height of each panel's plot, in pixels at the chart's natural size.
  public var plotHeight = 64.0
  /// The width of the chart, in pixels at its natural size.
  public var width = 480.0

  /// Makes a chart.
  public init(title: String, axis: String = "time (s)", panels: [Panel]) {
    self.title = title
    self.axis = axis
    self.panels = panels
  }

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
