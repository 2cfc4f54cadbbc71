import GalleryKit
import Testing

@testable import ScrollSim

@Suite struct `The machine's times` {
  static let stat = """
    cpu  4522481 272096 194179 1340019 25769 0 3545 41217 12 3
    cpu0 2261240 136048 97090 670010 12885 0 1773 20609 6 1
    cpu1 2261241 136048 97089 670009 12884 0 1772 20608 6 2
    intr 1234 0 9
    """

  @Test func `are read from what Linux says about its processors`() throws {
    let processors = try #require(MachineTimes.Processors(stat: Self.stat, tick: 1))
    #expect(processors.total == 6_399_306, "guests' time is in the user's already")
    #expect(processors.idle == 1_365_788 && processors.stolen == 41_217)
  }

  @Test(arguments: ["", "cpu", "cpu  1 2 3", "intr 1 2 3 4 5 6 7 8", "cpu0 1 2 3 4 5 6 7 8"])
  func `are not made up from a text that says nothing about them`(text: String) {
    #expect(MachineTimes.Processors(stat: text, tick: 0.01) == nil)
  }

  @Test func `hold how long threads waited`() {
    let queue = MachineTimes.Queue(schedstats: ["2000000000 500000000 17\n", "1000000000 1000000000 3\n"])
    #expect(queue?.running == 3 && queue?.waiting == 1.5)
    #expect(MachineTimes.Queue(schedstats: ["", "1 2"]) == nil)
  }

  @Test func `come to shares of what was spent in between`() throws {
    func times(_ stat: String, process: Double, schedstat: String) throws -> MachineTimes {
      MachineTimes(
        processors: try #require(.init(stat: stat, tick: 0.01)), process: process,
        queue: .init(schedstats: [schedstat]))
    }
    let before = try times("cpu  1000 0 0 1000 0 0 0 0\ncpu0 …", process: 3, schedstat: "3000000000 0 1")
    // Ten seconds of two processors: 6 s of the process, 4 s of others, 1 s stolen, 9 s without work.
    let after = try times(
      "cpu  1900 0 100 1850 50 0 0 100\ncpu0 …", process: 9,
      schedstat: "9000000000 1500000000 9")
    let shares = try #require(after.shares(since: before))
    #expect(shares == MachineShares(others: 0.2, stolen: 0.05, queueDelay: 0.25))
    #expect(before.shares(since: before) == nil, "no time has passed")
  }

  @Test func `without a kernel that counts waiting say so`() throws {
    let processors = try #require(MachineTimes.Processors(stat: Self.stat, tick: 1))
    var later = processors
    later.total += 1
    let shares = MachineTimes(processors: later, process: 1).shares(
      since: MachineTimes(processors: processors, process: 1))
    #expect(shares == MachineShares(others: 1, stolen: 0))
  }
}

@Suite struct `The process's memory` {
  @Test func `touched pixels are resident, and the kernel remembers the most there ever were`() async {
    // In a separate process: the memory that other tests take and give back meanwhile would count, too.
    await #expect(processExitsWith: .success) {
      let byteCount = 256_000_000
      let usage = try ProcessUsage()
      let before = usage.residentBytes
      do {
        let pixels = try PixelBuffer(size: PixelSize(width: 8_000, height: 8_000), ledger: MemoryLedger())
        unsafe pixels.withUnsafeMutableBytes { bytes in
          for page in stride(from: 0, to: bytes.count, by: 4_096) { unsafe bytes[page] = 1 }
        }
        #expect(pixels.byteCount == byteCount)
        #expect(usage.residentBytes - before > byteCount * 3 / 4)
      }
      #expect(usage.peakResidentBytes - before > byteCount * 3 / 4)
      // Another thread unmaps freed memory.
      for _ in 0..<2_000 where usage.residentBytes - before >= byteCount / 2 {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(usage.residentBytes - before < byteCount / 2)
    }
  }
}
