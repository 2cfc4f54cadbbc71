internal import GalleryKit

extension RunLog {
  /// How far other work on the machine disturbed a replay, by the names of the metric catalogue.
  var disturbance: [String: Double?] {
    [
      "disturbance": decodeSlowdown?.rounded(toPlaces: 3),
      "othersShare": machine?.others.rounded(toPlaces: 4),
      "stealShare": machine?.stolen.rounded(toPlaces: 4),
      "queueDelayShare": machine?.queueDelay?.rounded(toPlaces: 3),
    ]
  }

  /// How long decoding took for each second that it had a processor; `nil` if nothing was decoded.
  private var decodeSlowdown: Double? {
    var (elapsed, processor) = (0.0, 0.0)
    for case .finished(_, .success(let made)) in entries.map(\.event) {
      guard let seconds = made.processorSeconds else { continue }
      elapsed += made.seconds
      processor += seconds
    }
    return processor > 0 ? elapsed / processor : nil
  }
}
