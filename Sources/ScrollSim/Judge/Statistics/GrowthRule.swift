/// Decides whether memory grows lap over lap of a round trip.
///
/// The ledger's bytes and live buffers are exact, and `flat` if they are equal lap after lap once the caches are warm. Otherwise
/// the laps form ``blocks``, and the verdict is
/// - `saturating` if the gains from block to block die away: none larger than the one before, the last at most half of the first,
/// - `growing` if each block's mean lies above the one before,
/// - `inconclusive` otherwise, as for a sawtooth or a shrinking ledger.
///
/// Resident memory is noisy and only the backstop for memory that the ledger does not count: its ``LapTrend`` must grow by
/// ``residentBudgetPerLap``, less the ledger's bytes, so that a cache that is still filling is judged once, by the exact count.
///
/// The verdict is the worst of bytes, buffers and resident memory, and `inconclusive` if there are fewer than ``fewestLaps``.
package struct GrowthRule: Hashable, Sendable {
  /// Laps at the start that are not judged, because caches are filling.
  package let warmUpLaps = 4
  /// Equally long blocks of judged laps; laps that do not fill one lengthen the warm-up: of 20 laps, 15 are judged.
  package let blocks = 5
  /// The leak of resident bytes per lap that must show.
  package let residentBudgetPerLap = 250_000

  /// Makes the rule, which fits 20 laps and more.
  package init() {}

  /// The fewest laps that can be judged: the warm-up and two laps for each block.
  package var fewestLaps: Int { warmUpLaps + 2 * blocks }

  /// Judges live and resident memory after each lap; `residentBytes` is empty if there was no process to measure.
  package func judge(ledgerBytes: [Int], liveBuffers: [Int], residentBytes: [Int]) -> GrowthRecord {
    precondition(
      liveBuffers.count == ledgerBytes.count
        && (residentBytes.isEmpty || residentBytes.count == ledgerBytes.count),
      "all series of laps must be equally long")
    let judged = max(0, ledgerBytes.count - warmUpLaps) / blocks * blocks
    let warmUp = ledgerBytes.count - judged
    var bytesPerLap = 0.0
    if judged > 1, let last = ledgerBytes.last {
      bytesPerLap = Double(last - ledgerBytes[warmUp]) / Double(judged - 1)
    }
    var verdict = GrowthRecord.Verdict.inconclusive
    if ledgerBytes.count >= fewestLaps {
      let exact = [ledgerBytes, liveBuffers].map { exactVerdict(of: $0.suffix(judged)) }
      let outside = zip(residentBytes, ledgerBytes).suffix(judged).map { Double($0) - Double($1) }
      let grows = LapTrend(outside)?.grows(by: Double(residentBudgetPerLap)) ?? false
      verdict = grows ? .growing : exact.max { $0.badness < $1.badness } ?? .flat
    }
    return GrowthRecord(
      verdict: verdict, bytesPerLap: bytesPerLap, warmUpLaps: warmUp, ledgerBytes: ledgerBytes,
      liveBuffers: liveBuffers, residentBytes: residentBytes)
  }

  private func exactVerdict(of series: ArraySlice<Int>) -> GrowthRecord.Verdict {
    if series.allSatisfy({ $0 == series.first }) { return .flat }
    let length = series.count / blocks
    let means = (0..<blocks).map { block in
      series.dropFirst(block * length).prefix(length).reduce(0) { $0 + Double($1) } / Double(length)
    }
    let gains = zip(means, means.dropFirst()).map { $1 - $0 }
    guard let first = gains.first, let last = gains.last else { return .inconclusive }
    let isDyingAway = zip(gains, gains.dropFirst()).allSatisfy { $0 >= $1 } && last >= 0 && last <= first / 2
    if first > 0 && isDyingAway { return .saturating }
    return gains.allSatisfy { $0 > 0 } ? .growing : .inconclusive
  }
}

/// A straight line through a series that a few outliers do not bend.
enum TheilSen {
  /// The gain per step, the median of the slopes between all pairs of values (Theil 1950; Sen, Journal of the American
  /// Statistical Association 63, 1968); `nil` if there are fewer than two.
  static func slope(ofSeries values: [Double]) -> Double? {
    values.indices.flatMap { first -> [Double] in
      values.indices[(first + 1)...].map { (values[$0] - values[first]) / Double($0 - first) }
    }.median
  }
}
