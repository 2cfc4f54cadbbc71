internal import GalleryKit

/// Measures the machine's current decode times relative to a cost table's, over some of a scenario's photos.
///
/// Processors are not always equally fast: on a virtual machine, calibrations half an hour apart differ by up
/// to 7 %, where a table holds for weeks. A model that is compared with replays uses the speed that decoders
/// had during these.
struct DecodeGauge {
  /// The most photos to decode; more do not make the ratio more certain than a cost table's own formula is.
  private static let photos = 48
  /// How often to decode each, of which the median counts; once if decoders are slowed on purpose, since that
  /// takes longer.
  private static func rounds(decodeTime: Double) -> Int { decodeTime < 2 ? 3 : 1 }

  let samples: [DecodeSample]

  /// Draws photos, each file once; another seed draws others, so that several runs measure more of them.
  init(of assets: StageAssets, as specification: ImageSpecification, seed: UInt64) {
    samples = assets.drawn(Self.photos, seed: seed).map { DecodeSample($0, as: specification) }
  }

  /// The photos' decode time over the table's, with `workers` busy decoders: the median photo's, since the few largest vary most;
  /// `nil` if none of them can be decoded.
  ///
  /// - Parameters:
  ///   - decodeTime: the factor by which decoders are slowed on purpose; it applies to their processor time
  ///     alone, so that waiting, which a cost table includes, does not take longer.
  ///   - pace: the device to whose decode times they keep; its table is `table`.
  func ratio(to table: CostTable, workers: Int, decodeTime: Double = 1, pace: DevicePace? = nil) -> Double? {
    let measured = DecodeSample.measured(
      samples, rounds: Self.rounds(decodeTime: decodeTime * (pace?.factor ?? 1)), workers: workers,
      decodeTime: decodeTime, pace: pace)
    return median(of: measured, over: table, workers: workers).map {
      ($0 / decodeTime).rounded(toPlaces: 3)
    }
  }

  /// The photos' processor time over the table's decode time, with `workers` busy decoders; `nil` if none of them can be decoded.
  func processorRatio(to table: CostTable, workers: Int) -> Double? {
    let measured = DecodeSample.measured(samples, rounds: Self.rounds(decodeTime: 1), workers: workers)
    let busy = measured.map { sample in
      var sample = sample
      sample.milliseconds = sample.processorMilliseconds ?? sample.milliseconds
      return sample
    }
    return median(of: busy, over: table, workers: workers).map { $0.rounded(toPlaces: 3) }
  }

  private func median(of measured: [DecodeSample], over table: CostTable, workers: Int) -> Double? {
    let lookup = CostLookup(table)
    return measured.compactMap { sample in
      sample.ratio(to: lookup).map { $0 / lookup.typicalFactor(of: sample) }
    }.median.map { $0 / table.slowdown(workers) }
  }
}

extension CostLookup {
  /// The photo's own factor, or the median of those that photos like it have.
  fileprivate func typicalFactor(of sample: DecodeSample) -> Double {
    let (original, mode) = (sample.asset.original, sample.specification.resizeMode)
    let spread = sample.estimate.flatMap { image(original.format, mode, $0)?.spread } ?? []
    return factor(of: original, mode) ?? CostTable.factor(at: 0.5, of: spread)
  }
}
