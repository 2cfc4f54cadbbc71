/// Lines over a common horizontal axis, one panel above the other, as SVG.
///
/// Colours follow the reader's light or dark setting. However many points there are, a panel draws at most two for each
/// column of its width, the least and the greatest, so that no spike is lost and a chart stays within some 15 kB a panel.
///
///     let chart = LineChart(
///       title: "fling", axis: "time (s)",
///       panels: [LineChart.Panel(name: "offset", unit: "pt", points: points)])
///     try chart.document().write(toFile: "fling.svg", atomically: true, encoding: .utf8)
public struct LineChart: Hashable, Sendable {
  /// A place in a panel.
  public struct Point: Hashable, Sendable {
    /// Along the common axis.
    public var x: Double
    /// Along the panel's own axis.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// One of several lines of a panel; lines of one name look alike in all panels.
  public struct Line: Hashable, Sendable {
    /// What the legend calls it.
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
    /// What the line is.
    public var name: String
    /// The unit in which `y` is, as people read it.
    public var unit: String
    /// The line's points in the order of `x`; points that are not finite are left out.
    public var points: [Point]
    /// Lines that a legend names, in place of ``points`` or besides.
    public var lines: [Line] = []
    /// What the vertical axis spans, so that charts can be compared; `nil` spans zero and the points.
    ///
    /// A line that leaves the range is cut off, and the panel says how far it goes.
    public var range: ClosedRange<Double>?
    /// A level to draw across the panel, with its name.
    public var guide: Guide?

    /// A level across a panel.
    public struct Guide: Hashable, Sendable {
      /// What the level is.
      public var name: String
      /// Where it is, in the panel's unit.
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

  /// What the chart shows, for readers who cannot see it, too.
  public var title: String
  /// What the common axis is, with its unit.
  public var axis: String
  /// From top to bottom.
  public var panels: [Panel]
  /// A place on the common axis to draw a line at through all panels, with its name.
  public var mark: Panel.Guide?
  /// The names of lines to draw in colour, before all others, which are pale and which the legend only counts; where there
  /// are none, all lines are alike.
  public var front: [String] = []
  /// How high each panel's plot is, in pixels at the chart's natural size.
  public var plotHeight = 64.0
  /// How wide the chart is, in pixels at its natural size.
  public var width = 480.0

  /// Makes a chart.
  public init(title: String, axis: String = "time (s)", panels: [Panel]) {
    self.title = title
    self.axis = axis
    self.panels = panels
  }

  /// How many lines at most readers tell apart by their colours.
  static let mostColours = 8

  /// What each line spans, in words.
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
