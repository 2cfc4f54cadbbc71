internal import GalleryKit

/// Measures decode costs on this machine and builds a cost table from them.
///
/// It decodes photos in every resize mode and several sizes on background threads, as replays do: first one at a time,
/// for the formula, then several at once, for the slowdown.
package enum Calibration {
  private static let targets = [128, 256, 386, 600]
  private static let quantiles = 21

  /// Measures the costs, in about a minute.
  ///
  /// - Parameter photos: the photos to decode; a format without a photo gets no entry in the table.
  /// - Throws: an error if nothing could be measured, or if the system does not report the process's usage.
  package static func table(
    named name: String, of photos: CalibrationPhotos, rounds: Int, mostWorkers: Int, baseResidentBytes: Int,
    folder: String, provenance: Provenance, progress: (Double) -> Void
  ) throws -> CostTable {
    // A fixed piece of work, before, in between and after.
    var canaries = [Canary.seconds()]
    let usage = try ProcessUsage()
    let start = usage.machine
    let jobs = samples(of: photos.assets)
    let passes = Double(rounds + mostWorkers + (photos.own.isEmpty ? 0 : 1))
    let measured = DecodeSample.measured(jobs, rounds: rounds, workers: 1) {
      progress($0 * Double(rounds) / passes)
    }
    canaries.append(Canary.seconds())
    let fits = images(measured)
    let lookup = CostLookup(fits)
    let fast = jobs.filter { $0.specification.resizeMode == .fast && $0.estimate != nil }
    let slowdown = (1...mostWorkers).map { workers in
      let ratios = DecodeSample.measured(fast, rounds: 1, workers: workers) {
        progress((Double(rounds + workers - 1) + $0) / passes)
      }
      .compactMap { $0.ratio(to: lookup) }
      return CostTable.factor(at: 0.5, of: ratios.sorted())
    }
    let known = ownPhotos(photos, rounds: rounds, beside: lookup) {
      progress((Double(rounds + mostWorkers) + $0) / passes)
    }
    let degraded = measured.filter { $0.estimate == nil }
    let embedded = degraded.filter(\.asset.original.hasEmbeddedThumbnail)
    let scans = degraded.filter { !$0.asset.original.hasEmbeddedThumbnail }
    guard !scans.isEmpty, !fits.isEmpty, let alone = slowdown.first, alone > 0 else {
      throw NothingMeasured()
    }
    let meanMs = embedded.reduce(0) { $0 + $1.milliseconds } / Double(max(1, embedded.count))
    let gauge = ThumbnailGauge(rounds: rounds * 4, folder: folder)
    let thumbnails = try measured.first.map { try gauge.costs(of: $0.asset) }
    canaries.append(Canary.seconds())
    // Only images that were decoded one at a time, so that no decoder waited for another.
    let timed = measured.filter { $0.processorMilliseconds != nil }
    let disturbance = Disturbance(
      shares: start.flatMap { usage.machine?.shares(since: $0) },
      decoding: timed.reduce(0) { $0 + $1.milliseconds },
      processor: timed.reduce(0) { $0 + ($1.processorMilliseconds ?? 0) }, canaries: canaries)
    return CostTable(
      name: name, about: "What decoding costs on \(provenance.cpu), \(provenance.os).",
      source: CostTable.Source(
        method: "measured", command: provenance.command.dropFirst().joined(separator: " "),
        cpu: provenance.cpu, cores: provenance.cores, os: provenance.os, libraries: provenance.libraries,
        date: provenance.startedAt, measurements: rounds * measured.count,
        disturbance: disturbance.signs.isEmpty ? nil : disturbance.signs),
      baseResidentBytes: baseResidentBytes, images: fits, ownPhotos: known.isEmpty ? nil : known,
      preview: CostTable.Preview(
        width: 160, height: 120, fixedMs: meanMs.rounded(toPlaces: 5),
        spread: CostFit.spread(embedded.map { $0.milliseconds / meanMs }, count: quantiles)),
      firstScans: firstScans(scans),
      slowdown: slowdown.map { max(1, $0 / alone).rounded(toPlaces: 4) },
      thumbnails: thumbnails)
  }

  /// The times of the photos with their own costs over the formula's, in the modes that decode no more than a
  /// cell needs.
  private static func ownPhotos(
    _ photos: CalibrationPhotos, rounds: Int, beside lookup: CostLookup, progress: (Double) -> Void
  ) -> [CostTable.OwnPhoto] {
    let samples = photos.own.filter { $0.failure == nil }.flatMap { asset in
      [.fast, .exact].map { DecodeSample(asset, as: square(386, $0)) }
    }
    return DecodeSample.measured(samples, rounds: rounds, workers: 1, progress: progress).flatMap { sample in
      // A model without files expects a different byte count, so its factor differs.
      [sample, photos.modelled[sample.asset.original.path].map(sample.of)].compactMap(\.self)
    }
    .compactMap { sample in
      sample.ratio(to: lookup).map {
        CostTable.OwnPhoto(
          path: sample.asset.original.path, byteCount: sample.asset.original.byteCount,
          resizeMode: sample.specification.resizeMode, factor: $0.rounded(toPlaces: 4))
      }
    }
    .filter { $0.factor > 0 }
  }

  private static func square(_ side: Int, _ mode: ResizeMode) -> ImageSpecification {
    ImageSpecification(
      targetSize: PixelSize(width: side, height: side), contentMode: .aspectFill, resizeMode: mode)
  }

  /// Every asset in every mode and size, and its degraded image, in an order that mixes them.
  private static func samples(of assets: [Asset]) -> [DecodeSample] {
    var samples: [DecodeSample] = []
    for asset in assets where asset.failure == nil {
      for mode in ResizeMode.allCases {
        for side in mode == .none ? [386] : targets {
          samples.append(DecodeSample(asset, as: square(side, mode)))
        }
      }
      if asset.original.hasEmbeddedThumbnail || asset.original.hasFirstScans {
        samples.append(DecodeSample(asset, as: square(386, .fast), isDegraded: true))
      }
    }
    var generator = SeededGenerator(seed: 1)
    return samples.shuffled(using: &generator)
  }

  private static func images(_ samples: [DecodeSample]) -> [CostTable.Image] {
    ImageFormat.allCases.flatMap { format in
      ResizeMode.allCases.flatMap { mode in
        let mine = samples.filter {
          $0.asset.original.format == format && $0.specification.resizeMode == mode && $0.milliseconds > 0
            && $0.estimate != nil
        }
        let parts = Dictionary(grouping: mine) { $0.estimate?.isAtAnEighth == true }
        let isSplit = format == .jpegProgressive && parts.count == 2
        let eighths: [Bool?] = mine.isEmpty ? [] : isSplit ? [true, false] : [nil]
        return eighths.map { eighth in
          image(format, mode, eighth.flatMap { parts[$0] } ?? mine, atAnEighth: eighth)
        }
      }
    }
  }

  private static func image(
    _ format: ImageFormat, _ mode: ResizeMode, _ samples: [DecodeSample], atAnEighth: Bool?
  ) -> CostTable.Image {
    let features = samples.map { sample -> [Double] in
      guard let estimate = sample.estimate else { preconditionFailure("a thumbnail has no formula") }
      let output = Double(estimate.outputSize.width * estimate.outputSize.height)
      return [
        1, Double(estimate.storedPixels) / 1e6, Double(sample.asset.original.byteCount) / 1e6,
        Double(estimate.decodedPixels) / 1e6, output / 1e6,
      ]
    }
    let fit = CostFit(features: features, times: samples.map(\.milliseconds))
    let coefficients = fit.tableCoefficients
    return CostTable.Image(
      format: format, resizeMode: mode, atAnEighth: atAnEighth, fixedMs: coefficients[0],
      msPerStoredMegapixel: coefficients[1], msPerMegabyte: coefficients[2],
      msPerDecodedMegapixel: coefficients[3], msPerOutputMegapixel: coefficients[4],
      scratchBytesPerPixel: DecodeSample.scratchBytesPerPixel(of: samples), spread: fit.spread(quantiles))
  }

  private static func firstScans(_ samples: [DecodeSample]) -> CostTable.FirstScans {
    let features = samples.map { [1, Double($0.asset.pixelSize.width * $0.asset.pixelSize.height) / 1e6] }
    let fit = CostFit(features: features, times: samples.map(\.milliseconds))
    return CostTable.FirstScans(
      fixedMs: fit.tableCoefficients[0], msPerStoredMegapixel: fit.tableCoefficients[1],
      spread: fit.spread(quantiles))
  }
}

extension Disturbance {
  /// Judges the measurement of costs, which other work on the machine makes look higher, by the signs and limits of replays.
  ///
  /// - Parameter processor: the part of `decoding` with a processor; 0 if it is not known.
  init(shares: MachineShares?, decoding: Double, processor: Double, canaries: [Double]) {
    var figures: [String: Double] = [:]
    figures["othersShare"] = shares?.others
    figures["stealShare"] = shares?.stolen
    if processor > 0 { figures["disturbance"] = decoding / processor }
    if let least = canaries.min(), let most = canaries.max(), least > 0 {
      figures["canarySlowdown"] = most / least
    }
    self.init { figures[$0] }
  }
}

package struct NothingMeasured: Error, CustomStringConvertible {
  package var description: String { "expected photos to decode, found none that could be; name other photos" }
}
