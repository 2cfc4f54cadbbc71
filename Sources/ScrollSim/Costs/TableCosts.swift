package import GalleryKit

/// Costs by a table, varied as they were measured to vary.
///
/// The variation of an asset's cost depends on the seed and the asset alone, so that strategies are compared over the same costs.
package struct TableCosts: JobCosting {
  private let lookup: CostLookup
  private let table: CostTable
  private let seed: UInt64

  package init(_ table: CostTable, seed: UInt64) {
    lookup = CostLookup(table)
    self.table = table
    self.seed = seed
  }

  package func cost(of job: DecodeJob, busyWorkers: Int) -> Result<JobCost, ImageError> {
    let asset = job.asset
    let original = asset.original
    let slowdown = table.slowdown(busyWorkers)
    switch job.kind {
    case .image:
      let estimate = ImageDecoder.estimate(asset, as: job.specification)
      guard let image = lookup.image(original.format, job.specification.resizeMode, estimate) else {
        return .failure(
          ImageError(
            asset: asset.localIdentifier,
            reason: "the cost table has no \(original.format.rawValue) images in resize mode "
              + "\(job.specification.resizeMode.rawValue)"))
      }
      let milliseconds =
        image.milliseconds(estimate, byteCount: original.byteCount) * slowdown
        * (lookup.factor(of: original, job.specification.resizeMode)
          ?? CostTable.factor(at: place(of: asset, stream: 0), of: image.spread))
      return .success(
        JobCost(
          outputSize: estimate.outputSize, seconds: max(0, milliseconds) / 1000,
          scratchBytes: estimate.rowByteCount
            + Int(image.scratchBytesPerPixel * Double(estimate.storedPixels)),
          decodedPixels: estimate.decodedPixels, bytesRead: original.byteCount))
    case .degraded where !original.hasEmbeddedThumbnail && !original.hasFirstScans:
      return .failure(
        ImageError(
          asset: asset.localIdentifier, reason: "the original carries no embedded thumbnail any more"))
    case .degraded where !original.hasEmbeddedThumbnail:
      let estimate = ImageDecoder.estimateFirstScans(asset, as: job.specification)
      let milliseconds =
        table.firstScans.milliseconds(storedPixels: estimate.storedPixels) * slowdown
        * CostTable.factor(at: place(of: asset, stream: 1), of: table.firstScans.spread)
      return .success(
        JobCost(
          outputSize: estimate.outputSize, seconds: max(0, milliseconds) / 1000,
          // Two bytes for each coefficient of the whole picture, and half as many for chroma.
          scratchBytes: estimate.rowByteCount + estimate.storedPixels * 3,
          decodedPixels: estimate.decodedPixels, bytesRead: 0))
    case .degraded:
      let preview = table.preview
      let stored = PixelSize(width: preview.width, height: preview.height)
      let estimate = ImageDecoder.estimate(
        storedSize: stored, orientation: asset.orientation, format: .jpegBaseline,
        as: ImageSpecification(
          targetSize: job.specification.targetSize, contentMode: job.specification.contentMode,
          resizeMode: .fast))
      let milliseconds =
        preview.fixedMs * slowdown * CostTable.factor(at: place(of: asset, stream: 1), of: preview.spread)
      return .success(
        JobCost(
          outputSize: estimate.outputSize, seconds: max(0, milliseconds) / 1000,
          scratchBytes: estimate.rowByteCount, decodedPixels: estimate.decodedPixels, bytesRead: 0))
    case .original: preconditionFailure("an original is read, not decoded")
    }
  }

  package func storeSeconds(of asset: Asset, byteCount: Int) -> (read: Double, write: Double) {
    guard let thumbnails = table.thumbnails else {
      preconditionFailure("the cost table has no thumbnails, and a store was asked for")
    }
    return (
      seconds(thumbnails.read, byteCount, at: place(of: asset, stream: 2)),
      seconds(thumbnails.write, byteCount, at: place(of: asset, stream: 3))
    )
  }

  private func seconds(_ transfer: CostTable.Transfer, _ byteCount: Int, at place: Double) -> Double {
    let milliseconds = transfer.fixedMs + transfer.msPerMegabyte * Double(byteCount) / 1e6
    return max(0, milliseconds * CostTable.factor(at: place, of: transfer.spread)) / 1000
  }

  /// A place from 0 to 1 that is the asset's own.
  private func place(of asset: Asset, stream: UInt64) -> Double {
    var generator = SeededGenerator(seed: seed ^ SeededGenerator.hash(of: asset.localIdentifier) &+ stream)
    return Double(generator.next() >> 11) * 0x1p-53
  }
}
