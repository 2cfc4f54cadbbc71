package import ScrollSim

extension Figure {
  /// A number with the word that fits it, as in `1 photo` and `5,000 photos`.
  package static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(count(number)) \(number == 1 ? one : many)"
  }
}
