import GalleryKit
import Testing

@testable import ScrollSim

@Suite struct `The process's memory` {
  @Test func `touched pixels are resident, and the kernel remembers the most there ever were`() async {
    // In a process of its own: the memory that other tests take and give back meanwhile would count, too.
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
