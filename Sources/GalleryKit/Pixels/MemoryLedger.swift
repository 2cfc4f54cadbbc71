internal import Locking

/// Who answers for a piece of image memory.
package enum MemoryOwner: Int, CaseIterable, Sendable, Codable {
  /// Held by cells alone: on screen, retained, or waiting for reuse.
  case cells
  /// Held by the image cache (and perhaps by cells too).
  case cache
  /// Decoded or being decoded, not yet delivered.
  case inFlight
  /// Working memory of decoders and resamplers.
  case scratch
}

/// Counts live image memory in bytes, by owner, with its high-water mark.
///
/// Every ``PixelBuffer`` enters itself when it is made and leaves when it is freed, so that a leaked image stays
/// in the ledger for as long as it stays in memory. All operations are O(1) and safe from any thread.
package final class MemoryLedger: Sendable {
  /// The bytes of every owner at one moment, and how many buffers there are.
  package struct Snapshot: Hashable, Sendable {
    /// Bytes by ``MemoryOwner/rawValue``.
    package var bytes: [Int] = Array(repeating: 0, count: MemoryOwner.allCases.count)
    /// Live bytes of all owners.
    package fileprivate(set) var total = 0
    /// The largest ``total`` since the ledger was made or its peak was last reset.
    package fileprivate(set) var peak = 0
    /// The largest ``images`` likewise.
    package fileprivate(set) var peakImages = 0
    /// The most working memory likewise.
    package fileprivate(set) var peakScratch = 0
    /// Live buffers.
    package fileprivate(set) var liveBuffers = 0

    /// Live bytes of one owner.
    package subscript(owner: MemoryOwner) -> Int { bytes[owner.rawValue] }
    /// Live bytes of all but the decoders' working memory.
    package var images: Int { total - self[.scratch] }

    fileprivate mutating func markPeaks() {
      peak = max(peak, total)
      peakImages = max(peakImages, images)
      peakScratch = max(peakScratch, self[.scratch])
    }
  }

  private let state = Locked(Snapshot())

  /// Makes an empty ledger.
  package init() {}

  /// What is alive now.
  package var snapshot: Snapshot { state.withLock { $0 } }

  /// Lets the high-water mark start again from what is alive now.
  package func resetPeak() {
    state.withLock { state in
      (state.peak, state.peakImages, state.peakScratch) = (0, 0, 0)
      state.markPeaks()
    }
  }

  package func add(_ byteCount: Int, to owner: MemoryOwner) {
    state.withLock { state in
      state.bytes[owner.rawValue] += byteCount
      state.total += byteCount
      state.liveBuffers += 1
      state.markPeaks()
    }
  }

  package func remove(_ byteCount: Int, from owner: MemoryOwner) {
    state.withLock { state in
      state.bytes[owner.rawValue] -= byteCount
      state.total -= byteCount
      state.liveBuffers -= 1
    }
  }

  package func move(_ byteCount: Int, from old: MemoryOwner, to new: MemoryOwner) {
    guard old != new else { return }
    state.withLock { state in
      state.bytes[old.rawValue] -= byteCount
      state.bytes[new.rawValue] += byteCount
      state.markPeaks()
    }
  }
}

/// Working memory of a decoder or resampler, booked as ``MemoryOwner/scratch`` for as long as it lives.
@safe package struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
  package let start: UnsafeMutablePointer<Element>
  private let bookedByteCount: Int
  private let ledger: MemoryLedger

  /// Allocates `count` elements, whose values are left open, and books `others` bytes that a library allocates besides.
  package init(count: Int, besides others: Int = 0, ledger: MemoryLedger) {
    unsafe start = .allocate(capacity: count)
    self.ledger = ledger
    bookedByteCount = count * MemoryLayout<Element>.stride + others
    ledger.add(bookedByteCount, to: .scratch)
  }

  deinit {
    unsafe start.deallocate()
    ledger.remove(bookedByteCount, from: .scratch)
  }
}
