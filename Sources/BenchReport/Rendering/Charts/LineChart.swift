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

  /// One line and its vertical axis.
  public struct Panel: Hashable, Sendable {
    /// What the line is.
    public var name: String
    /// The unit in which `y` is, as people read it.
    public var unit: String
    /// The line's points in the order of `x`; points that are not finite are left out.
    public var points: [Point]
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
  }

  /// What the chart shows, for readers who cannot see it, too.
  public var title: String
  /// What the common axis is, with its unit.
  public var axis: String
  /// From top to bottom.
  public var panels: [Panel]

  /// Makes a chart.
  public init(title: String, axis: String = "time (s)", panels: [Panel]) {
    self.title = title
    self.axis = axis
    self.panels = panels
  }

  /// What each line spans, in words.
  var description: String {
    panels.map { panel in
      guard let least = panel.points.map(\.y).min(), let greatest = panel.points.map(\.y).max() else {
        return "\(panel.name): no values"
      }
      let span = "\(Figure.exact(least, unit: "")) to \(Figure.exact(greatest, unit: ""))"
      return "\(panel.name) from \(span) \(panel.unit)"
    }.joined(separator: "; ") + "."
  }
}
