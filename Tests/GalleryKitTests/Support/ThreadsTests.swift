import Foundation
import GalleryEngine
import Support
import Testing

/// Work on the elements of an array by several threads.
@Suite(.timeLimit(.minutes(1)))
struct ConcurrentMapTests {
  private struct Failed: Error, Equatable { let element: Int }

  @Test(arguments: [nil, -1, 0, 1, 2, 3, 64])
  func `gives each element's result at its place`(workers: Int?) {
    let results = Array(0..<500).concurrentMap(workers: workers) { number in
      // Of very unequal length, so that few end in the order in which they begin.
      (0..<(number % 7 == 0 ? 20_000 : 1)).reduce(number) { $0 ^ $1 ^ $1 }
    }
    #expect(results == Array(0..<500))
    #expect([Int]().concurrentMap(workers: workers) { $0 }.isEmpty)
  }

  @Test(arguments: [1, 2, 3])
  func `works on no more elements at a time than there are workers`(workers: Int) {
    let running = Locked((now: 0, most: 0))
    _ = Array(0..<200).concurrentMap(workers: workers) { _ in
      running.withLock { running in
        running.now += 1
        running.most = max(running.most, running.now)
      }
      Thread.sleep(forTimeInterval: 0.0001)
      running.withLock { $0.now -= 1 }
    }
    #expect((1...workers).contains(running.withLock { $0.most }))
  }

  @Test func `stays on the calling thread with one worker`() {
    let caller = ObjectIdentifier(Thread.current)
    let threads = Array(0..<20).concurrentMap(workers: 1) { _ in ObjectIdentifier(Thread.current) }
    #expect(threads == Array(repeating: caller, count: 20))
  }

  @Test(arguments: [1, 2, 8])
  func `throws the error of the first element that fails, whatever fails sooner`(workers: Int) {
    for _ in 0..<20 {
      #expect(throws: Failed(element: 3)) {
        try Array(0..<50).concurrentMap(workers: workers) { number in
          if number == 3 { Thread.sleep(forTimeInterval: 0.0005) }
          if number >= 3 { throw Failed(element: number) }
        }
      }
    }
  }

  @Test func `begins nothing after a failure`() {
    let begun = Locked<[Int]>([])
    #expect(throws: Failed(element: 3)) {
      try Array(0..<50).concurrentMap(workers: 1) { number in
        begun.withLock { $0.append(number) }
        if number == 3 { throw Failed(element: number) }
      }
    }
    #expect(begun.withLock { $0 } == [0, 1, 2, 3])
  }

  @Test(arguments: [[], [1, 2], [1, 2, 3]])
  func `asks before each element whether more is wanted, and at no other time`(numbers: [Int]) {
    let asked = Locked(0)
    let isWanted: @Sendable () -> Bool = {
      asked.withLock { $0 += 1 }
      return true
    }
    let results = try? numbers.concurrentMap(workers: 1, while: isWanted) { number in
      if number == 3 { throw Failed(element: number) }
      return number
    }
    #expect(results == (numbers.count == 3 ? nil : numbers))
    #expect(asked.withLock { $0 } == numbers.count)
  }

  @Test(arguments: [1, 3])
  func `counts the elements that are done`(workers: Int) {
    let counts = Locked<[Int]>([])
    _ = Array(0..<20).concurrentMap(
      workers: workers, progress: { done, total in counts.withLock { $0.append(100 * done + total) } },
      { $0 })
    #expect(counts.withLock { $0 }.sorted() == (1...20).map { 100 * $0 + 20 })
  }

  @Test(arguments: [1, 2, 8])
  func `gives what has begun when no more is wanted`(workers: Int) {
    let begun = Locked(Set<Int>())
    let results = Array(0..<1000).concurrentMap(
      workers: workers, while: { begun.withLock { $0.count < 10 } },
      { number in
        begun.withLock { begun in _ = begun.insert(number) }
        return number
      })
    #expect(results == begun.withLock { $0 }.sorted())
    // Each other worker may have asked before the tenth began.
    #expect((10..<10 + workers).contains(results.count))
    #expect([1, 2].concurrentMap(workers: workers, while: { false }, { $0 }).isEmpty)
  }
}

/// Threads that give way to those that show frames.
struct BackgroundThreadsTests {
  #if canImport(Glibc)
    private static var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

    /// Only a superuser's thread could become less nice again.
    @Test func `a thread stays as nice as the one that starts it`() async {
      let niceness: [Int32] = await withCheckedContinuation { continuation in
        BackgroundThreads.start(named: "nice", stackSize: 1 << 17) {
          _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, max(12, Self.niceness))
          let outer = Self.niceness
          BackgroundThreads.start(named: "as nice", stackSize: 1 << 17) {
            continuation.resume(returning: [outer, Self.niceness])
          }
        }
      }
      #expect(niceness[0] >= 12)
      #expect(niceness[1] == niceness[0])
    }
  #endif
}
