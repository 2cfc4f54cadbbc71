extension [LineChart.Point] {
  /// At most two points for each of `columns` equal parts of the axis: the least and the greatest, in their order.
  ///
  /// An array that has no more points than that is kept as it is.
  ///
  /// - Complexity: O(*n*).
  func thinned(to columns: Int, over axis: AxisScale) -> [LineChart.Point] {
    guard count > 2 * columns else { return self }
    var kept: [LineChart.Point] = []
    var start = startIndex
    while start < endIndex {
      let column = self[start].column(of: columns, over: axis)
      var least = start
      var greatest = start
      var next = start
      while next < endIndex, self[next].column(of: columns, over: axis) == column {
        if self[next].y < self[least].y { least = next }
        if self[next].y > self[greatest].y { greatest = next }
        next += 1
      }
      kept.append(self[Swift.min(least, greatest)])
      if least != greatest { kept.append(self[Swift.max(least, greatest)]) }
      start = next
    }
    return kept
  }
}

extension LineChart.Point {
  fileprivate func column(of columns: Int, over axis: AxisScale) -> Double {
    (axis.share(of: x) * Double(columns)).rounded(.down)
  }
}
