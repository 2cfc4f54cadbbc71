/// `keep-all`: keeps everything that was ever on screen, at any cost; a reference, not to be shipped.
///
/// It fetches nothing ahead, so its misses are the ones that no cache can avoid without knowing the future.
package struct KeepAllStrategy: CachingStrategy {
  package static let descriptor = StrategyDescriptor(
    name: "keep-all", about: "Reference: keeps everything that was ever on screen, whatever it costs.",
    isReference: true, keepsToBudget: false)

  package init(_ parameters: StrategyParameters) {}

  package func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let seen = state.visibleItems
    guard !seen.isEmpty else { return last }
    if last.segments.contains(where: { seen.clamped(to: $0.items) == seen }) { return last }
    return CachingWindow(last.joined(with: seen), anchor: state.offset)
  }
}
