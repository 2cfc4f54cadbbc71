/// A fixed piece of work, some ten milliseconds of arithmetic over two megabytes, whose time shows the machine's current speed.
///
/// It catches effects that accounting misses: a neighbour on the host or on the same core, a slower clock, shared caches.
enum Canary {
  private static let words = 1 << 18
  private static let steps = 1_000_000

  static func seconds() -> Double {
    var memory = [UInt64](repeating: 0, count: words)
    for index in memory.indices { memory[index] = UInt64(index) &* 0x9E37_79B9_7F4A_7C15 }
    let clock = ReplayClock()
    let start = clock.now
    var sum: UInt64 = 1
    for _ in 0..<steps {
      // The next address depends on the value found.
      sum = (sum ^ memory[Int(truncatingIfNeeded: sum >> 40) & (words - 1)]) &* 0x100_0000_01B3 &+ 1
    }
    let seconds = clock.now - start
    // The sum is used, so that the compiler does not remove the work.
    return sum == 0 ? seconds.nextUp : seconds
  }
}
