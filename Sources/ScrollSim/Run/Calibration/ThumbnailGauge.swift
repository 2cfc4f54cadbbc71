internal import Foundation
internal import GalleryKit
internal import Support

/// Measures the cost of storing thumbnails in a folder's disk and of reading them again.
struct ThumbnailGauge {
  private static let sides = [64, 128, 256, 390, 600]

  let rounds: Int
  /// The folder for temporary files, on the measured disk.
  let folder: String

  /// Measures writes of thumbnails to a store, and reads of them from memory, as in normal use.
  func costs(of asset: Asset) throws -> CostTable.Thumbnails {
    let place = "\(folder)/scrollsim-thumbnails-\(ProcessInfo.processInfo.processIdentifier)"
    defer { try? FileManager.default.removeItem(atPath: place) }
    let store = try ThumbnailStore(.persistent(folder: place), byteLimit: .max)
    defer { store.close() }
    let ledger = MemoryLedger()
    var reads: [(byteCount: Int, milliseconds: Double)] = []
    var writes = reads
    for round in 0..<max(1, rounds) {
      for side in Self.sides {
        // A different size each time, so that each thumbnail is distinct.
        let specification = ImageSpecification(targetSize: PixelSize(width: side, height: side + round))
        let image = DecodedImage(pixels: try PixelBuffer(size: specification.targetSize, ledger: ledger))
        let start = ContinuousClock.now
        StoredImage(of: asset, as: specification, in: store)?.keep(image)
        let middle = ContinuousClock.now
        let found = StoredImage(of: asset, as: specification, in: store)
        guard let stored = found?.image(for: .image, ledger: ledger) else {
          throw ThumbnailStoreLost(folder: place)
        }
        let end = ContinuousClock.now
        writes.append((stored.bytesRead, (middle - start) / .milliseconds(1)))
        reads.append((stored.bytesRead, (end - middle) / .milliseconds(1)))
      }
    }
    return CostTable.Thumbnails(
      read: fit(reads, of: "a stored thumbnail whose file is in memory"),
      write: fit(writes, of: "a thumbnail to be stored"))
  }

  private func fit(
    _ samples: [(byteCount: Int, milliseconds: Double)], of medium: String
  ) -> CostTable.Transfer {
    let features = samples.map { [1, Double($0.byteCount) / 1e6] }
    let fit = CostFit(features: features, times: samples.map { max(1e-6, $0.milliseconds) })
    return CostTable.Transfer(
      medium: medium, fixedMs: fit.tableCoefficients[0], msPerMegabyte: fit.tableCoefficients[1],
      spread: fit.spread(11))
  }
}

package struct ThumbnailStoreLost: Error, CustomStringConvertible {
  let folder: String

  package var description: String {
    "\(folder): expected to read back the thumbnails that were stored there, found one missing; free some room on the disk"
  }
}
