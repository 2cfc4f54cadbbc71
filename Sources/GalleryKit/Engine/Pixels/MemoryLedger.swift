internal import Support

package enum MemoryOwner: Int, CaseIterable, Sendable, Codable {
  /// Held by cells: on screen (and perhaps in the cache too), retained, or waiting for reuse.
  case cells
  /// Held by the image cache, and not on screen.
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
  package struct Snapshot: Hashable, Sendable {
    private var bytes = SIMD4<Int>.zero
    package fileprivate(set) var total = 0
    /// The largest ``total`` since the ledger was made or its peak was last reset.
    package fileprivate(set) var peak = 0
    package fileprivate(set) var peakImages = 0
    /// The most working memory in the same time.
    package fileprivate(set) var peakScratch = 0
    /// The photo that took most of it at that moment; `nil` if no photo was named.
    package fileprivate(set) var peakScratchPhoto: String?
    package fileprivate(set) var liveBuffers = 0

    package fileprivate(set) subscript(owner: MemoryOwner) -> Int {
      get { bytes[owner.rawValue] }
      set { bytes[owner.rawValue] = newValue }
    }

    /// Live bytes of all but the decoders' working memory.
    package var images: Int { total - self[.scratch] }
  }

  private struct State {
    var now = Snapshot()
    /// Working memory by photo.
    var scratch: [String: Int] = [:]

    mutating func markPeaks() {
      now.peak = max(now.peak, now.total)
      now.peakImages = max(now.peakImages, now.images)
      guard now[.scratch] > now.peakScratch else { return }
      now.peakScratch = now[.scratch]
      // Among equals, the first by name, so that the result does not depend on the order of a dictionary.
      now.peakScratchPhoto = scratch.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
  }

  /// The photo that the current task decodes: working memory is booked for it, unless another is named.
  @TaskLocal package static var photo: String?

  private let state = Locked(State())

  package init() {}

  package var snapshot: Snapshot { state.withLock { $0.now } }

  package func bytes(of owner: MemoryOwner) -> Int { state.withLock { $0.now[owner] } }

  /// Restarts the high-water marks from the memory that is alive now.
  package func resetPeak() {
    state.withLock { state in
      (state.now.peak, state.now.peakImages, state.now.peakScratch) = (0, 0, 0)
      state.now.peakScratchPhoto = nil
      state.markPeaks()
    }
  }

  package func add(_ byteCount: Int, to owner: MemoryOwner, of photo: String? = nil) {
    book(byteCount, buffers: 1, under: owner, photo)
  }

  package func remove(_ byteCount: Int, from owner: MemoryOwner, of photo: String? = nil) {
    book(-byteCount, buffers: -1, under: owner, photo)
  }

  private func book(_ byteCount: Int, buffers: Int, under owner: MemoryOwner, _ photo: String?) {
    let photo = owner == .scratch ? photo ?? Self.photo : nil
    state.withLock { state in
      state.now[owner] += byteCount
      state.now.total += byteCount
      state.now.liveBuffers += buffers
      if let photo {
        let left = state.scratch[photo, default: 0] + byteCount
        state.scratch[photo] = left > 0 ? left : nil
      }
      state.markPeaks()
    }
  }

  package func move(_ byteCount: Int, from old: MemoryOwner, to new: MemoryOwner) {
    guard old != new else { return }
    state.withLock { state in
      state.now[old] -= byteCount
      state.now[new] += byteCount
      state.markPeaks()
    }
  }
}

/// Working memory of a decoder or resampler, booked as ``MemoryOwner/scratch`` for as long as it lives.
@safe package struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
  package let start: UnsafeMutablePointer<Element>
  private let bookedByteCount: Int
  private let ledger: MemoryLedger

  /// Allocates `count` uninitialized elements, and books `others` further bytes that a library allocates.
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

/// The bytes of images by use; the uses share a memory budget.
///
/// Cells come first and are served whatever the budget. The request engine limits the cache and work in flight to the rest: it
/// decodes an image ahead only if there is room, and the cache evicts images before others come.
package struct MemoryUse: Hashable, Sendable {
  /// Bytes that cells hold or wait for, cached images on screen included.
  package var cells: Int
  package var cache: Int
  /// Bytes in decoding, to be cached.
  package var inFlight: Int

  package func with(_ byteCount: Int, isForCell: Bool) -> MemoryUse {
    var use = self
    if isForCell { use.cells += byteCount } else { use.inFlight += byteCount }
    return use
  }

  package func cacheLimit(within budget: Int) -> Int { max(0, budget - cells - inFlight) }

  /// The bytes by which the cache and work in flight exceed their part of a budget; 0 while an engine keeps to it.
  package func excess(over budget: Int) -> Int { max(0, cache + inFlight - max(0, budget - cells)) }
}
