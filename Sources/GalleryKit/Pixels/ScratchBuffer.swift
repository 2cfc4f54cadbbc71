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
