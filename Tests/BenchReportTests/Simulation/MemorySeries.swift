import Foundation
import TestSupport

/// Resident memory lap over lap as processes show it, in bytes, drawn from a seed: with and without a leak.
enum MemorySeries: String, CaseIterable {
  case drift = "steady, drifting by 30 kB a lap"
  case noise = "steady, noise of 0.5 MB"
  case warmUp = "warming up by 30 MB"
  case steps = "one to three allocator steps of 2 to 8 MB"
  case decaying = "ever smaller allocator steps"
  case wandering = "wandering noise (AR 0.8)"
  case sawtooth = "sawtooth of 10 MB"

  /// A series without a leak.
  func laps(_ count: Int, using shuffler: inout Shuffler) -> [Int] {
    var level = 100e6
    var wander = 0.0
    let steps = (0..<1 + shuffler.next(3)).map { _ in
      (lap: shuffler.next(count), size: 2e6 + 6e6 * shuffler.unit())
    }
    return (0..<count).map { lap -> Int in
      let place = Double(lap)
      switch self {
      case .drift: return Int(level + 30e3 * place + 20e3 * shuffler.normal())
      case .noise: return Int(level + 500e3 * shuffler.normal())
      case .warmUp: return Int(level + 30e6 * (1 - exp(-place / 2)) + 100e3 * shuffler.normal())
      case .steps:
        let taken: Double = steps.filter { $0.lap <= lap }.map(\.size).reduce(0, +)
        return Int(level + taken + 100e3 * shuffler.normal())
      case .decaying:
        if shuffler.unit() < 3 / (place + 3) { level += 2e6 * exp(-place / 5) }
        return Int(level + 100e3 * shuffler.normal())
      case .wandering:
        wander = 0.8 * wander + 300e3 * shuffler.normal()
        return Int(level + wander)
      case .sawtooth: return Int(level + 10e6 * Double(lap % 5) / 5 + 100e3 * shuffler.normal())
      }
    }
  }

  /// A steady series that leaks `bytesPerLap` bytes a lap.
  static func leaking(
    _ bytesPerLap: Double, laps: Int, noise: Double, using shuffler: inout Shuffler
  ) -> [Int] {
    (0..<laps).map { Int(100e6 + bytesPerLap * Double($0) + noise * shuffler.normal()) }
  }
}

extension Shuffler {
  /// A number from 0 up to 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number of the standard normal distribution (Box and Muller 1958).
  mutating func normal() -> Double { (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit()) }
}
