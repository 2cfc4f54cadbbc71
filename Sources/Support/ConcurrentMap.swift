internal import Dispatch
internal import Foundation

extension Array where Element: Sendable {
  /// Transforms the elements on several threads; the results are in the elements' order.
  ///
  /// Elements start in their order. After the first failure, or once `isWanted` returns `false`, no more elements start.
  ///
  /// - Parameters:
  ///   - workers: the number of threads, by default one for each core; with at most one, the calling thread does all work.
  ///   - isWanted: called before each element; after the first `false`, the results are those of the elements that started.
  ///   - progress: receives the number of elements that are transformed and of all, after each, on the thread of that one.
  /// - Throws: the error of the first element, in their order, that fails. It does not depend on the number of workers.
  package func concurrentMap<Value: Sendable, Failure: Error>(
    workers: Int? = nil, while isWanted: @Sendable () -> Bool = { true },
    progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    _ transform: @Sendable (Element) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    let workers = workers ?? ProcessInfo.processInfo.activeProcessorCount
    let (next, done) = (Locked(0), Locked(0))
    let results = Locked([Result<Value, Failure>?](repeating: nil, count: count))
    @Sendable func work() {
      while next.withLock({ $0 }) < count, isWanted() {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < count else { return }
        let result = Result { () throws(Failure) in try transform(self[index]) }
        results.withLock { $0[index] = result }
        switch result {
        case .success:
          let number = done.withLock { done in
            done += 1
            return done
          }
          progress(number, count)
        case .failure: next.withLock { $0 = count }
        }
      }
    }
    if workers <= 1 {
      work()
    } else {
      DispatchQueue.concurrentPerform(iterations: Swift.min(workers, count)) { _ in work() }
    }
    return try results.withLock { $0 }.compactMap(\.self).map { result throws(Failure) in try result.get() }
  }
}
