/// A combination's standing over several situations of a survey.
struct SurveyStanding: Hashable {
  /// The combination's place in the survey.
  let place: Int
  let combination: Combination
  /// The reached share of the possible gain over no caching, first in first out, by load.
  let shares: [Double: Double]
  /// The mean of ``shares``, so that no load counts more than another.
  let share: Double
  /// The least share gained in any situation in which a person could see the gain.
  let worst: Double?
  /// The mean share of the area that it avoidably leaves not sharp while scrolling.
  let avoidable: Double
  /// The mean of the situations' peaks.
  let imageBytes: Double
  /// The greatest of the situations' peaks.
  let mostImageBytes: Double
  /// The mean share of decoded bytes that were never shown.
  let waste: Double?

  /// `nil` if a run did not complete, or nothing could be gained.
  init?(of place: Int, in survey: SurveyFile, over situations: [SurveyFile.Situation]) {
    let left = situations.compactMap { $0.avoidable(of: place) }
    let bytes = situations.compactMap { $0.figure("peakImageBytes", of: place) }
    var shares: [Double: Double] = [:]
    for (load, situations) in Dictionary(grouping: situations, by: \.load) {
      let possible = situations.compactMap(\.possible).reduce(0, +)
      let missed = situations.compactMap { $0.avoidable(of: place) }.reduce(0, +)
      if possible > 0 { shares[load] = 1 - missed / possible }
    }
    guard left.count == situations.count, bytes.count == situations.count, let avoidable = left.mean,
      let imageBytes = bytes.mean, let most = bytes.max(),
      // Sorted, so that the last digits of the sum do not depend on a dictionary's order.
      let share = shares.sorted(by: { $0.key < $1.key }).map(\.value).mean
    else { return nil }
    self.place = place
    combination = survey.combinations[place]
    self.shares = shares
    self.share = share
    worst = situations.filter(\.tells).compactMap { $0.share(of: place) }.min()
    self.avoidable = avoidable
    self.imageBytes = imageBytes
    mostImageBytes = most
    waste = situations.compactMap { $0.figure("wasteRatio", of: place) }.mean
  }
}

extension SurveyFile {
  /// Each combination's standing over these situations, by falling share.
  func standings(over situations: [Situation]) -> [SurveyStanding] {
    combinations.indices.compactMap { SurveyStanding(of: $0, in: self, over: situations) }
      .sorted { ($0.share, -$0.imageBytes) > ($1.share, -$1.imageBytes) }
  }

  /// The combination with the least memory among those indistinguishable from the one that leaves the least.
  func leader(of standings: [SurveyStanding]) -> SurveyStanding? {
    let rivals = standings.filter { !$0.combination.isReference }
    guard let least = rivals.map(\.avoidable).min() else { return nil }
    return rivals.filter { $0.avoidable <= least + Merit.visibleDifference }
      .min { $0.imageBytes < $1.imageBytes }
  }

  /// The loads, rising.
  var loads: [Double] { Set(situations.map(\.load)).sorted() }
}

extension SurveyFile.Situation {
  /// A figure of the combination at that place.
  func figure(_ metric: String, of place: Int) -> Double? { figures[metric].flatMap { $0[place] } }

  /// The share of the area that a combination avoidably leaves not sharp while scrolling.
  func avoidable(of place: Int) -> Double? {
    guard let bound, let left = figure("scrollNotSharpRatio", of: place) else { return nil }
    return max(0, left - bound)
  }

  /// The share of the area that can be gained over no caching, first in first out.
  var possible: Double? {
    guard let bound, let plain else { return nil }
    return max(0, plain - bound)
  }

  /// Whether enough can be gained for a person to see.
  var tells: Bool { possible.map { $0 >= Merit.visibleDifference } ?? false }

  /// The share of the possible gain that a combination reaches; `nil` if no gain is possible.
  func share(of place: Int) -> Double? {
    guard let possible, possible > 0, let avoidable = avoidable(of: place) else { return nil }
    return 1 - avoidable / possible
  }
}
