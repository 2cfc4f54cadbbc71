extension SurveyFile.Situation {
  /// A figure of the combination at that place.
  func figure(_ metric: String, of place: Int) -> Double? { figures[metric].flatMap { $0[place] } }

  /// The share of the area that a combination leaves not sharp while scrolling though it need not.
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

  /// The share of what is possible that a combination gains; `nil` where nothing can be.
  func share(of place: Int) -> Double? {
    guard let possible, possible > 0, let avoidable = avoidable(of: place) else { return nil }
    return 1 - avoidable / possible
  }
}
