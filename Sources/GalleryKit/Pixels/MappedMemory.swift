internal import Foundation
internal import Locking

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Memory from the system and back to it.
///
/// Mapping happens at once, on the caller's thread. Unmapping is left to a thread of its own, a moment later: giving
/// back a screenful of pixels takes the system a millisecond, which whoever lets go of an image, often the main
/// thread, does not have.
enum MappedMemory {
  /// Maps zeroed memory, or returns `nil` if the system refuses.
  static func map(byteCount: Int) -> UnsafeMutableRawPointer? {
    let mapped = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0)
    return unsafe mapped == MAP_FAILED ? nil : mapped
  }

  /// Gives memory back; nobody may hold a pointer into it any more.
  static func unmap(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    returns.post(unsafe Region(start: start, byteCount: byteCount))
  }

  private static let returns = Returns()

  private static var anonymous: Int32 {
    #if canImport(Darwin)
      MAP_ANON
    #else
      Int32(MAP_ANONYMOUS)
    #endif
  }

  /// `@unchecked Sendable`: nobody else knows the memory any more.
  @safe private struct Region: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let byteCount: Int
  }

  /// What is to be unmapped, and the thread that does it; it lives as long as the process.
  private final class Returns: Sendable {
    private let regions = Locked<[Region]>([])
    private let bell = DispatchSemaphore(value: 0)

    init() {
      BackgroundThread.start(named: "unmap", stackSize: 1 << 17) { [self] in
        while true {
          bell.wait()
          guard let region = regions.withLock({ $0.popLast() }) else { continue }
          unsafe munmap(region.start, region.byteCount)
        }
      }
    }

    func post(_ region: Region) {
      regions.withLock { $0.append(region) }
      bell.signal()
    }
  }
}
