import Dispatch
import Foundation
import GalleryKit
import TestSupport
import Testing

@Suite("Once photos are decoded,", .timeLimit(.minutes(10)))
struct ResidentMemoryTests {
  /// Sanitizers keep freed memory, to catch its later use.
  private static let canMeasure: Bool = {
    let isSanitized = unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    return FileManager.default.fileExists(atPath: "/proc/self/statm") && !isSanitized
  }()

  // In a process of its own, in which nothing else takes memory meanwhile.
  @Test(.enabled(if: canMeasure, "resident memory is only measured on Linux, without sanitizers"))
  func `the coefficients of progressive ones leave the process`() async {
    await #expect(processExitsWith: .success) {
      ImageManager.returnMemoryWhenFreed()
      let ledger = MemoryLedger()
      let picture = try PixelBuffer(size: PixelSize(width: 3000, height: 2400), ledger: ledger)
      let bytes = try JPEGWriter(quality: 80, isProgressive: true).encode(picture)
      let thumbnail = ImageSpecification(targetSize: PixelSize(width: 200, height: 200))
      let decode: @Sendable () -> Void = {
        _ = try? ImageDecoder.decode(bytes: bytes, as: thumbnail, ledger: ledger)
      }
      decode()
      let before = try residentBytes()
      DispatchQueue.concurrentPerform(iterations: 24) { _ in decode() }
      let kept = try residentBytes() - before
      #expect(kept < 10_000_000)
    }
  }
}

/// A process's resident memory in bytes, as Linux reports it.
private func residentBytes() throws -> Int {
  let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return try #require(words.count > 1 ? Int(words[1]) : nil) * 4096
}
