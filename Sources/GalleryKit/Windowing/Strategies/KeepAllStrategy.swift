/// `keep-all`: keeps everything that was ever on screen, whatever it costs; a reference, not to be shipped.
///
/// It fetches nothing ahead, so its misses are those that no cache can avoid without knowing what comes.
package struct KeepAllStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  package static let descriptor = StrategyDescriptor(
    name: "keep-all", about: "Reference: keeps everything that was ever on screen, whatever it costs.",
    isReference: true, keepsToBudget: false)

  /// See ``CachingStrategy``.
  package init(_ parameters: StrategyParameters) {}

  /// See ``CachingStrategy``.
  package func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    var seen = state.visibleItems
    guard !seen.isEmpty else { return last }
    if last.segments.contains(where: {
      $0.items.lowerBound <= seen.lowerBound && $0.items.upperBound >= seen.upperBound
    }) {
      return last
    }
    // Runs that touch what is on screen become one with it; jumps leave gaps between the others.
    var apart: [CachingWindow.Segment] = []
    for segment in last.segments {
      if segment.items.lowerBound <= seen.upperBound && seen.lowerBound <= segment.items.upperBound {
        seen = min(seen.lowerBound, segment.items.lowerBound)..<max(seen.upperBound, segment.items.upperBound)
      } else {
        apart.append(segment)
      }
    }
    return CachingWindow([CachingWindow.Segment(seen)] + apart, anchor: state.offset)
  }
}
