/// Random numbers that are the same for the same seed, on every machine (SplitMix64).
///
/// Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Starts the sequence of one stream among many under one seed.
  package init(seed: UInt64, stream: UInt64) {
    var source = SeededGenerator(seed: seed)
    state = source.next() ^ (stream &+ 1) &* 0xD605_1A5A_2F0B_77E3
  }

  /// A seed for a text, the same in every process: FNV-1a, whose bits the generator then mixes.
  package static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to 1, with 24 bits.
  mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }

  mutating func within(_ range: ClosedRange<Float>) -> Float {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }
}
