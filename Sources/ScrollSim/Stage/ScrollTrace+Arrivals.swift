package import GalleryKit

extension ScrollTrace {
  /// What comes into view frame by frame, for bounds that know it; what is there at first is none.
  ///
  /// - Complexity: O(frames + appearances).
  package func arrivals(
    of assets: StageAssets, in layout: GridLayout, as specification: ImageSpecification, refreshRate: Int
  ) -> [Arrival] {
    var arrivals: [Arrival] = []
    var before: Range<Int>?
    for frame in 0..<frameCount(refreshRate: refreshRate) {
      let time = Double(frame) / Double(refreshRate)
      let top = sample(at: time).onGrid.offset
      let visible = layout.items(from: top, to: top + layout.viewport.height, itemCount: assets.count)
      defer { before = visible }
      guard let before, visible != before else { continue }
      let above = visible.clamped(to: visible.lowerBound..<max(visible.lowerBound, before.lowerBound))
      let below = visible.clamped(to: min(visible.upperBound, before.upperBound)..<visible.upperBound)
      for (items, isBackward) in [(above, true), (below, false)] where !items.isEmpty {
        let byteCount = items.reduce(0) { $0 + assets[$1].predictedByteCount(as: specification) }
        arrivals.append(Arrival(items: items, time: time, byteCount: byteCount, isBackward: isBackward))
      }
    }
    return arrivals
  }
}
