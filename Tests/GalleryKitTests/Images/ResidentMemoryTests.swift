import Foundation
import GalleryKit
import Testing

@Suite("When photos are decoded,", .timeLimit(.minutes(10)))
struct ResidentMemoryTests {
  /// Sanitizers keep freed memory, to catch its later use.
  private static let canMeasure: Bool = {
    let isSanitized = unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    return FileManager.default.fileExists(atPath: "/proc/self/statm") && !isSanitized
  }()

  // In a separate process, in which nothing else takes memory meanwhile.
  @Test(.enabled(if: canMeasure, "resident memory is only measured on Linux, without sanitizers"))
  func `what is booked for a progressive one is what the process grows by`() async {
    await #expect(processExitsWith: .success) {
      ImageManager.returnMemoryWhenFreed()
      let ledger = MemoryLedger()
      let bytes = try PictureWriter.jpeg(quality: 80, isProgressive: true).encode(
        PixelBuffer(size: PixelSize(width: 4000, height: 3000), ledger: ledger))
      let thumbnail = ImageSpecification(targetSize: PixelSize(width: 200, height: 200))
      _ = try ImageDecoder.decode(bytes: bytes, as: thumbnail, ledger: ledger)
      try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
      ledger.resetPeak()
      let before = try residentBytes()
      _ = try ImageDecoder.decode(bytes: bytes, as: thumbnail, ledger: ledger)
      let (grown, booked) = (try residentBytes("VmHWM") - before, ledger.snapshot.peak)
      #expect(booked > 36_000_000)
      #expect(abs(grown - booked) < 4_000_000, "\(grown) bytes, and \(booked) booked")
    }
  }
}

/// A process's resident memory in bytes, or its high-water mark, as Linux reports it.
private func residentBytes(_ name: String = "VmRSS") throws -> Int {
  let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
  let words = lines.first { $0.hasPrefix("\(name):") }?.split(whereSeparator: \.isWhitespace)
  return try #require(words.flatMap { $0.count > 1 ? Int($0[1]) : nil }) * 1024
}
