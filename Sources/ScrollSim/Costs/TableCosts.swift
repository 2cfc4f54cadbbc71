package import GalleryKit

/// Costs by a table, varied by the seed and the asset alone, so that strategies are compared over the same costs.
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
    let (asset, original) = (job.asset, job.asset.original)
    let slowdown = table.slowdown(busyWorkers)
    func cost(
      _ estimate: DecodeEstimate, _ milliseconds: Double, times factor: Double, scratchBytes: Int = 0,
      bytesRead: Int = 0
    ) -> Result<JobCost, ImageError> {
      .success(
        JobCost(
          outputSize: estimate.outputSize, seconds: max(0, milliseconds * slowdown * factor) / 1000,
          scratchBytes: estimate.rowByteCount + scratchBytes, decodedPixels: estimate.decodedPixels,
          bytesRead: bytesRead))
    }
    func failure(_ reason: String) -> Result<JobCost, ImageError> {
      .failure(ImageError(asset: asset.localIdentifier, reason: reason))
    }
    switch job.kind {
    case .image:
      let estimate = ImageDecoder.estimate(asset, as: job.specification)
      guard let image = lookup.image(original.format, job.specification.resizeMode, estimate) else {
        return failure(
          "the cost table has no \(original.format.rawValue) images in resize mode "
            + "\(job.specification.resizeMode.rawValue)")
      }
      return cost(
        estimate, image.milliseconds(estimate, byteCount: original.byteCount),
        times: lookup.factor(of: original, job.specification.resizeMode)
          ?? factor(for: asset, stream: 0, of: image.spread),
        scratchBytes: Int(image.scratchBytesPerPixel * Double(estimate.storedPixels)),
        bytesRead: original.byteCount)
    case .degraded where !original.hasEmbeddedThumbnail && !original.hasFirstScans:
      return failure("the original no longer has an embedded thumbnail")
    case .degraded where !original.hasEmbeddedThumbnail:
      let estimate = ImageDecoder.estimate(asset, as: job.specification, isFirstScans: true)
      return cost(
        estimate, table.firstScans.milliseconds(storedPixels: estimate.storedPixels),
        times: factor(for: asset, stream: 1, of: table.firstScans.spread),
        // Two bytes for each coefficient of the whole picture, and half as many for chroma.
        scratchBytes: estimate.storedPixels * 3)
    case .degraded:
      let preview = table.preview
      let estimate = DecodeEstimate(
        storedSize: PixelSize(width: preview.width, height: preview.height), orientation: asset.orientation,
        format: .jpegBaseline,
        as: ImageSpecification(
          targetSize: job.specification.targetSize, contentMode: job.specification.contentMode,
          resizeMode: .fast))
      return cost(estimate, preview.fixedMs, times: factor(for: asset, stream: 1, of: preview.spread))
    case .original: preconditionFailure("an original is read, not decoded")
    }
  }

  package func storeSeconds(of asset: Asset, byteCount: Int) -> (read: Double, write: Double) {
    guard let thumbnails = table.thumbnails else {
      preconditionFailure("the cost table has no thumbnails, and a store was asked for")
    }
    func seconds(_ transfer: CostTable.Transfer, stream: UInt64) -> Double {
      let milliseconds = transfer.fixedMs + transfer.msPerMegabyte * Double(byteCount) / 1e6
      return max(0, milliseconds * factor(for: asset, stream: stream, of: transfer.spread)) / 1000
    }
    return (seconds(thumbnails.read, stream: 2), seconds(thumbnails.write, stream: 3))
  }

  /// The factor at the asset's place in a spread.
  private func factor(for asset: Asset, stream: UInt64, of spread: [Double]) -> Double {
    var generator = SeededGenerator(seed: seed ^ SeededGenerator.hash(of: asset.localIdentifier) &+ stream)
    return CostTable.factor(at: Double(generator.next() >> 11) * 0x1p-53, of: spread)
  }
}

/// A table's costs of images by format, resize mode and reduction, and of photos that it knows.
package struct CostLookup: Sendable {
  private struct Key: Hashable {
    let format: ImageFormat
    let mode: ResizeMode
    let isAtAnEighth: Bool
  }

  private let images: [Key: CostTable.Image]
  private let ownPhotos: [ResizeMode: [String: CostTable.OwnPhoto]]

  package init(_ table: CostTable) {
    self.init(table.imagesOfAllFormats, ownPhotos: table.ownPhotos ?? [])
  }

  package init(_ images: [CostTable.Image], ownPhotos: [CostTable.OwnPhoto] = []) {
    self.images = images.reduce(into: [:]) { found, image in
      for isAtAnEighth in image.atAnEighth.map({ [$0] }) ?? [true, false] {
        let key = Key(format: image.format, mode: image.resizeMode, isAtAnEighth: isAtAnEighth)
        found[key] = found[key] ?? image
      }
    }
    self.ownPhotos = ownPhotos.reduce(into: [:]) { $0[$1.resizeMode, default: [:]][$1.path] = $1 }
  }

  package func image(
    _ format: ImageFormat, _ mode: ResizeMode, _ estimate: DecodeEstimate
  ) -> CostTable.Image? {
    images[Key(format: format, mode: mode, isAtAnEighth: estimate.isAtAnEighth)]
  }

  /// The measured time of this photo over the formula's; `nil` if it was not measured.
  package func factor(of original: Original, _ mode: ResizeMode) -> Double? {
    guard !ownPhotos.isEmpty, let own = ownPhotos[mode]?[original.path] else { return nil }
    return own.byteCount == original.byteCount ? own.factor : nil
  }
}
