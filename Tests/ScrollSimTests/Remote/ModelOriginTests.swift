import Foundation
import GalleryKit
import Locking
import ScrollSim
import Testing

@Suite("An origin on a virtual clock")
struct ModelOriginTests {
  private let clock = ModelClock()

  private func job(_ id: Int, _ name: String = "a", goal: OriginalDownload.Goal = .whole) -> DownloadJob {
    DownloadJob(
      id: id, url: URL(fileURLWithPath: "/origin/\(name)"), path: "/originals/\(name)", byteCount: 1_000_000,
      goal: goal)
  }

  /// Gives orders at their times, and returns when each download ended and how.
  private func run(
    _ conditions: NetworkConditions, _ orders: [(time: Double, task: OriginalOrder.Task)],
    until end: Double = 1000
  ) -> [Int: (time: Double, outcome: DownloadOutcome)] {
    let origin = ModelOrigin(clock: clock, conditions: conditions)
    let ended = Locked<[Int: (time: Double, outcome: DownloadOutcome)]>([:])
    for (number, order) in orders.enumerated() {
      clock.sleep(until: order.time)
      origin.perform(OriginalOrder(number: number, task: order.task)) { [clock] report in
        if case .ended(let outcome) = report, case .fetch(let job) = order.task {
          ended.withLock { $0[job.id] = (clock.now, outcome) }
        }
      }
    }
    clock.sleep(until: end)
    return ended.withLock { $0 }
  }

  @Test func `an answer takes the latency and what its bytes need`() throws {
    let ended = run(NetworkConditions(latency: 0.25, bytesPerSecond: 1_000_000), [(0, .fetch(job(0)))])
    let end = try #require(ended[0])
    #expect(abs(end.time - 1.25) < 1e-6)
    #expect(end.outcome.ending == .done)
    #expect(end.outcome.receivedBytes == 1_000_000)
    #expect(abs(end.outcome.seconds - 1.25) < 1e-6)
  }

  @Test func `downloads share the line`() throws {
    let ended = run(
      NetworkConditions(bytesPerSecond: 1_000_000), [(0, .fetch(job(0, "a"))), (0, .fetch(job(1, "b")))])
    #expect(abs(try #require(ended[0]).time - 2) < 0.05)
    #expect(abs(try #require(ended[1]).time - 2) < 0.05)
  }

  @Test func `what was cancelled is gone on with, and what was dropped is not`() throws {
    let conditions = NetworkConditions(bytesPerSecond: 1_000_000)
    let item = OriginalShelf.Item(path: "/originals/a", byteCount: 0, isComplete: false)
    let ended = run(
      conditions,
      [
        (0, .fetch(job(0))), (0.5, .cancel(job(0))), (1, .fetch(job(1))), (5, .drop(item)),
        (5, .fetch(job(2, goal: .head(byteCount: 65_536)))), (6, .fetch(job(3))),
      ])
    let first = try #require(ended[0]?.outcome)
    #expect(first.ending == .cancelled)
    #expect((450_000...500_000).contains(first.byteCount))
    #expect(ended[1]?.outcome.receivedBytes == 1_000_000 - first.byteCount)
    #expect(ended[2]?.outcome.receivedBytes == 65_536)
    #expect(ended[3]?.outcome.receivedBytes == 1_000_000 - 65_536)
  }

  @Test func `failures are drawn from the seed, and tried again until they pass or are too many`() throws {
    let jobs = (0..<40).map { (time: 0.0, task: OriginalOrder.Task.fetch(job($0, "\($0)"))) }
    let conditions = NetworkConditions(bytesPerSecond: 1e9, failures: 0.4, seed: 3)
    let ended = run(conditions, jobs)
    #expect(ended.count == 40)
    for (id, end) in ended {
      let fates = (0..<end.outcome.tries).map { conditions.fate(of: "\(id)", request: $0) }
      switch end.outcome.ending {
      case .done:
        #expect(fates.last == .served)
        // No byte came twice.
        #expect(end.outcome.receivedBytes == 1_000_000)
      case .failed(let error): #expect(error.tries == fates.count)
      case .cancelled: Issue.record("nobody cancelled \(id)")
      }
      #expect(fates.dropLast().allSatisfy { $0 != .served })
    }
    #expect(ended.values.contains { $0.outcome.tries > 1 })
  }
}
