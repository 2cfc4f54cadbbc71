// Measures how long orders take to sort waiting images. Benchmarks/orders.py compiles it with the sources of
// the orders, runs it, and makes a table of the JSON that it prints.
import Foundation

@main
enum OrderTimes {
  /// A frame of a fast fling, and the most that an order ever sees at once.
  static let counts = [40, 2 * RequestOrder.mostForCells + RequestOrder.mostPrefetches]
  /// How often a measurement puts the same images in order, so that the clock's own steps do not matter.
  static let repeats = 20

  static func main() throws {
    let rounds = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 25
    var results: [[String: Any]] = []
    for count in counts {
      let waiting = Self.waiting(count)
      var seconds: [String: [Double]] = [:]
      for round in -1..<rounds {
        for order in round.isMultiple(of: 2) ? RequestOrder.all : RequestOrder.all.reversed() {
          let taken = time { (0..<repeats).reduce(0) { sum, _ in sum + Self.choices(of: order, among: waiting) } }
          if round >= 0 { seconds[order.name, default: []].append(taken / Double(repeats)) }
        }
      }
      results.append(["count": count, "seconds": seconds])
    }
    FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: results, options: [.sortedKeys]))
  }

  /// Takes one image after the other until none is left, or the order leaves the decoder free.
  static func choices(of order: RequestOrder, among waiting: [RequestOrder.Image]) -> Int {
    var left = waiting
    var made = 0
    while !left.isEmpty, let place = order.next(left, RequestOrder.Decoders(count: 2, prefetching: 0, time: 1)) {
      left.remove(at: place)
      made += 1
    }
    precondition(made == waiting.count, "\(order.name) leaves \(left.count) of \(waiting.count)")
    return made
  }

  /// Cells of a grid of four columns that flings past: a quarter waits for degraded images, the rest for final ones; a
  /// fifth of all is to be cached.
  static func waiting(_ count: Int) -> [RequestOrder.Image] {
    let prefetches = min(count / 5, RequestOrder.mostPrefetches)
    return (0..<count).map { place in
      let purpose: RequestOrder.Image.Purpose =
        place >= count - prefetches ? .prefetch : place < count / 4 ? .degraded : .final
      let enters = Double(place / 4) * 0.02
      return RequestOrder.Image(
        purpose: purpose, position: place,
        sighting: RequestOrder.Sighting(enters: enters, leaves: enters + 0.15 + Double(place % 7) * 0.01),
        seconds: 0.004 + Double(place % 5) * 0.003, hasDegraded: place.isMultiple(of: 3))
    }
  }

  /// Processor time of this thread.
  static func time(_ body: () -> Int) -> Double {
    var (start, end) = (timespec(), timespec())
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    let result = body()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    precondition(result >= 0)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
  }
}
