internal import GalleryEngine

/// A longest increasing run of numbers that need not be neighbours, by patience sorting.
///
/// Source: M. L. Fredman, "On computing the length of longest increasing subsequences", Discrete Mathematics 11 (1975).
enum LongestRun {
  /// Indexes of what lies outside such a run, ascending; the numbers are all different.
  ///
  /// - Complexity: O(n) for numbers that ascend, O(n log n) at most; what is nearly in order is nearly O(n), since each
  ///   number is looked for from the end of the run.
  static func outside(_ numbers: [UInt32]) -> [Int] {
    guard !zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else { return [] }
    // Of all runs of a length, the one whose last number is the smallest: that number, and its index.
    var lasts: [UInt32] = []
    var lastIndexes: [Int32] = []
    var previous = [Int32](repeating: -1, count: numbers.count)
    lasts.reserveCapacity(numbers.count)
    lastIndexes.reserveCapacity(numbers.count)
    for (index, number) in numbers.enumerated() {
      let length = firstIndex(notBelow: number, in: lasts)
      if length > 0 { previous[index] = lastIndexes[length - 1] }
      if length == lasts.count {
        lasts.append(number)
        lastIndexes.append(Int32(index))
      } else {
        lasts[length] = number
        lastIndexes[length] = Int32(index)
      }
    }
    var outside: [Int] = []
    outside.reserveCapacity(numbers.count - lasts.count)
    var next = lastIndexes.last ?? -1
    for index in numbers.indices.reversed() {
      if index == Int(next) { next = previous[index] } else { outside.append(index) }
    }
    return outside.reversed()
  }

  /// Gallops from the end, then halves.
  private static func firstIndex(notBelow number: UInt32, in ascending: [UInt32]) -> Int {
    var high = ascending.count
    var step = 1
    while high >= step, ascending[high - step] >= number {
      high -= step
      step *= 2
    }
    var low = max(0, high - step + 1)
    while low < high {
      let middle = (low + high) / 2
      if ascending[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
