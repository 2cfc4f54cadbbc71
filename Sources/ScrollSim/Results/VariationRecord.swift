/// A model's recommendation under other assumptions, because people scroll and devices decode at other speeds.
package struct VariationRecord: Recommending, Codable, Hashable, Sendable {
  package var seed: UInt64
  /// The factor applied to the scroll speed; rests keep their length.
  package var speed: Double
  /// The factor applied to decode times.
  package var decodeTime: Double
  /// Cells in a row.
  package var columns: Int
  package var recommended: Combination?
  package var equals: [Combination] = []
  package var rows: [RivalRecord] = []
}

/// A model's recommendation at one load of the decoders.
package struct LoadRecord: Recommending, Codable, Hashable, Sendable {
  /// The mean load while the grid moves: arrivals per second × decode seconds ÷ decoders.
  package var load: Double
  /// The factor applied to the decode times of the costs; of several scenarios, the mean.
  package var decodeTime: Double
  /// The least share that any strategy in any order leaves not sharp while scrolling, for the costs' first draw, if requested.
  package var bound: Double?
  package var rows: [RivalRecord]
  package var recommended: Combination?
  package var equals: [Combination]
}

/// One combination under some assumption.
package struct RivalRecord: Codable, Hashable, Sendable {
  package var combination: Combination
  /// The figures; `nil` if a run did not complete.
  package var figures: DecidingFigures?
}

/// A record of a model's recommendation under some assumption.
package protocol Recommending {
  /// The recommended combination; `nil` if nothing fits.
  var recommended: Combination? { get }
  /// The combinations that cannot be told apart from it, or from the best of their own resize mode.
  var equals: [Combination] { get }
  /// The combinations' figures, in their order.
  var rows: [RivalRecord] { get }
}

extension Recommending {
  /// Whether the combination is the best, or cannot be told apart from it.
  package func favours(_ combination: Combination) -> Bool {
    recommended == combination || equals.contains(combination)
  }

  /// The share of the area that a combination leaves not sharp while scrolling; `nil` if it was not measured.
  package func notSharp(of combination: Combination) -> Double? {
    rows.first { $0.combination == combination }?.figures?.scrollNotSharpRatio
  }
}

/// A strategy's window in the words and the code of an app's developer.
package struct WindowRecord: Codable, Hashable, Sendable {
  /// How far it reaches, as in `2 screenfuls (48 photos) ahead, 1 screenful behind`; `nil` if it has no parameters that say so.
  package var reach: String?
  /// The line of Swift that makes the strategy in an app that imports GalleryKit.
  package var swift: String
}

extension Combination {
  /// The strategy with all of its parameters, as in `screens(leading=2,trailing=1)`: the key of ``ResultFile/windows``.
  package var windowName: String { strategy + parameters.settings(of: parameters.keys.sorted()) }
}

extension ResultFile {
  /// The window of a combination; `nil` for a library's, and if it is not known.
  package func window(of combination: Combination) -> WindowRecord? {
    combination.library == nil ? windows?[combination.windowName] : nil
  }
}
