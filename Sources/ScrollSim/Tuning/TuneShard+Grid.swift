package import BenchReport

extension TuneShard {
  /// The share's places in a grid: every `count`th, so that shares take equally long.
  package func places(in gridCount: Int) -> [Int] { Array(stride(from: index - 1, to: gridCount, by: count)) }
}
