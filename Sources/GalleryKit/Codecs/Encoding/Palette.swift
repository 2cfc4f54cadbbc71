/// A few colours that stand for many.
///
/// Colours with the same upper five bits in each channel count as one kind. Groups are split at their mean, where they vary
/// most, until there are as many groups as colours: Heckbert's median cut, with Wan's choice of the group to split (1988).
struct Palette {
  private(set) var colours: [SIMD3<UInt8>] = []
  /// The index of the colour of each kind.
  private var places = [UInt8](repeating: 0, count: 1 << 15)

  /// The colours of one kind: their count and their sum.
  private struct Kind {
    let number: Int
    var count = 0.0
    var sum = SIMD3<Double>(repeating: 0)
    var mean: SIMD3<Double> { sum / count }
  }

  private struct Group {
    let kinds: ArraySlice<Kind>
    let mean: SIMD3<Double>
    /// The squared distances of all pixels from the mean, summed channel by channel.
    let spread: SIMD3<Double>

    init(_ kinds: ArraySlice<Kind>) {
      self.kinds = kinds
      let (count, sum) = kinds.reduce((0.0, SIMD3<Double>(repeating: 0))) { ($0.0 + $1.count, $0.1 + $1.sum) }
      let mean = sum / max(count, 1)
      self.mean = mean
      spread = kinds.reduce(SIMD3(repeating: 0)) {
        let way = $1.mean - mean
        return $0 + way * way * $1.count
      }
    }

    /// The halves on either side of the mean of the channel that varies most; `nil` for a single kind.
    var split: (Group, Group)? {
      let channel = (0..<3).max { spread[$0] < spread[$1] } ?? 0
      let low = kinds.filter { $0.mean[channel] <= mean[channel] }
      let high = kinds.filter { $0.mean[channel] > mean[channel] }
      return low.isEmpty || high.isEmpty ? nil : (Group(low[...]), Group(high[...]))
    }
  }

  /// Finds at most `most` colours for the pixels that are not transparent.
  ///
  /// - Complexity: O(pixels + kinds of colours × log colours).
  init(_ pixels: [SIMD4<UInt8>], most: Int) {
    var kinds = (0..<places.count).map { Kind(number: $0) }
    for pixel in pixels where pixel.w != 0 {
      let number = Self.kind(of: pixel)
      kinds[number].count += 1
      kinds[number].sum += SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z))
    }
    var groups = [Group(kinds.filter { $0.count > 0 }[...])]
    while groups.count < most {
      guard let widest = groups.indices.max(by: { groups[$0].spread.sum() < groups[$1].spread.sum() }),
        let (low, high) = groups[widest].split
      else { break }
      groups[widest] = low
      groups.append(high)
    }
    for (place, group) in groups.enumerated() {
      colours.append(SIMD3<UInt8>(group.mean.rounded(.toNearestOrAwayFromZero)))
      for kind in group.kinds { places[kind.number] = UInt8(place) }
    }
  }

  /// The index of the colour that stands for a pixel's.
  func place(of pixel: SIMD4<UInt8>) -> UInt8 { places[Self.kind(of: pixel)] }

  private static func kind(of pixel: SIMD4<UInt8>) -> Int {
    Int(pixel.x >> 3) << 10 | Int(pixel.y >> 3) << 5 | Int(pixel.z >> 3)
  }
}
