package import GalleryKit

/// The values of a parameter that a search may try.
///
/// Values lie on a fixed lattice of 1/64 of the parameter's unit, or of whole numbers where the unit counts things, so
/// that they are the same on every machine and read well. The default is tried as it is.
package enum ParameterLevels {
  /// Units of whole numbers.
  private static let counts: Set = ["rows", "items", "cells", "images", "photos", "frames"]

  /// Up to `count` values across the parameter's range, including the default, about half of them below it.
  ///
  /// Values grow with a power of their place: half a screenful more matters near zero, but not near twenty.
  /// The default replaces the value nearest to it.
  package static func grid(of parameter: StrategyDescriptor.Parameter, count: Int) -> [Double] {
    guard count > 1 else { return [parameter.defaultValue] }
    var levels: [Double] = []
    // Near the lower end, several places round to one value of the lattice; more places make up for that.
    for places in count..<(4 * count) {
      let spread = spread(over: places, of: parameter)
      guard spread.count <= count else { break }
      levels = spread
    }
    return levels
  }

  private static func spread(over places: Int, of parameter: StrategyDescriptor.Parameter) -> [Double] {
    let lower = parameter.range.lowerBound
    let span = parameter.range.upperBound - lower
    let power = power(default: parameter.defaultValue - lower, span: span)
    var levels = (0..<places).map { place in
      let share = Double(place) / Double(places - 1)
      return rounded(lower + (0..<power).reduce(span) { value, _ in value * share }, for: parameter)
    }
    let nearest = levels.indices.min {
      abs(levels[$0] - parameter.defaultValue) < abs(levels[$1] - parameter.defaultValue)
    }
    if let nearest { levels[nearest] = parameter.defaultValue }
    return Set(levels).sorted()
  }

  /// The power, 1 to 4, that brings the middle place's value nearest to the default, from above.
  private static func power(default distance: Double, span: Double) -> Int {
    var power = 1
    var middle = span / 2
    while power < 4, middle / 2 >= distance {
      power += 1
      middle /= 2
    }
    return power
  }

  /// The value half-way to a neighbour; `nil` if nothing lies between them.
  package static func middle(
    of value: Double, and neighbour: Double, for parameter: StrategyDescriptor.Parameter
  ) -> Double? {
    let middle = rounded((value + neighbour) / 2, for: parameter)
    return middle == value || middle == neighbour ? nil : middle
  }

  /// The nearest value of the lattice within the range; the value itself where the range is too narrow for any.
  private static func rounded(_ value: Double, for parameter: StrategyDescriptor.Parameter) -> Double {
    let steps: Double = counts.contains(parameter.unit) ? 1 : 64
    let lower = (parameter.range.lowerBound * steps).rounded(.up) / steps
    let upper = (parameter.range.upperBound * steps).rounded(.down) / steps
    guard lower <= upper else { return value }
    return min(max((value * steps).rounded() / steps, lower), upper)
  }

  /// The most levels of a parameter; more tell nothing new, and refinement continues from there.
  private static let most = 33

  /// Divides points among strategies: the number of levels of each one's parameters.
  ///
  /// A strategy without parameters is one point; the others get points in proportion to their parameters. Points that
  /// strategies with few parameters cannot use go to strategies with more.
  package static func shares(of points: Int, among parameters: [Int]) -> [[Int]] {
    var levels = parameters.map { _ in [Int]() }
    var left = points - parameters.count { $0 == 0 }
    var weight = parameters.reduce(0, +)
    let places = parameters.indices.filter { parameters[$0] > 0 }
    for place in places.sorted(by: { (parameters[$0], $0) < (parameters[$1], $1) }) {
      levels[place] = self.levels(parameters[place], points: max(1, left * parameters[place] / weight))
      left -= levels[place].reduce(1, *)
      weight -= parameters[place]
    }
    return levels
  }

  /// The largest numbers of levels, as equal as possible, whose product is at most `points`.
  private static func levels(_ parameters: Int, points: Int) -> [Int] {
    var levels = [Int](repeating: 1, count: parameters)
    while true {
      guard let least = levels.min(), least < most, let place = levels.firstIndex(of: least) else {
        return levels
      }
      levels[place] += 1
      if levels.reduce(1, *) > points {
        levels[place] -= 1
        return levels
      }
    }
  }
}
