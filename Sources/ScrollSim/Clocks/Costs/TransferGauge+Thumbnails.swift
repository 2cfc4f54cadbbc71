internal import Foundation
internal import GalleryKit

extension TransferGauge {
  private static let sides = [64, 128, 256, 390, 600]

  /// Writes thumbnails into a store and reads them back, from memory, as they are in use.
  ///
  /// - Parameter asset: any whose original is there.
  /// - Throws: an error if there is no place for a store.
  func thumbnails(of asset: Asset) throws -> CostTable.Thumbnails {
    let place = "\(folder)/scrollsim-thumbnails-\(ProcessInfo.processInfo.processIdentifier)"
    defer { try? FileManager.default.removeItem(atPath: place) }
    let store = try ThumbnailStore(.persistent(folder: place), byteLimit: .max)
    defer { store.close() }
    let ledger = MemoryLedger()
    var reads: [(byteCount: Int, milliseconds: Double)] = []
    var writes = reads
    for round in 0..<max(1, rounds) {
      for side in Self.sides {
        // Another size each time, so that each is a thumbnail of its own.
        let specification = ImageSpecification(targetSize: PixelSize(width: side, height: side + round))
        let image = DecodedImage(
          pixels: try PixelBuffer(size: specification.targetSize, ledger: ledger))
        let start = ContinuousClock.now
        store.keep(image, of: asset, as: specification)
        let middle = ContinuousClock.now
        guard let stored = store.storedImage(of: asset, as: specification, ledger: ledger) else {
          throw TransferError(place)
        }
        let end = ContinuousClock.now
        writes.append((stored.bytesRead, start.duration(to: middle).milliseconds))
        reads.append((stored.bytesRead, middle.duration(to: end).milliseconds))
      }
    }
    return CostTable.Thumbnails(
      read: fit(reads, of: "a stored thumbnail whose file is in memory"),
      write: fit(writes, of: "a thumbnail to be stored"))
  }
}
