/// The device whose decode times replays keep to, on a machine that is faster.
///
/// Decoders wait after each image, so that it takes as long as on the device. They leave their processor to others meanwhile, as a
/// device does that has more of them than this machine.
public struct DevicePace: Codable, Hashable, Sendable {
  /// The device's cost table.
  public var device: String
  /// Decode times of this machine over the device's, by processor time.
  public var ratio: Double

  /// The factor by which images take longer than on this machine; 1 where it is slower than the device.
  public var factor: Double { max(1, 1 / ratio) }

  /// A difference that calibrations have, too.
  private static let tolerance = 1.05

  /// Whether replays have the device's decode times: a machine that is slower cannot be made faster.
  package var isKept: Bool { ratio <= Self.tolerance }

  /// Whose decode times the replays' are, in a sentence.
  package var sentence: String {
    guard !isKept else {
      return
        "Decode times are \(device)'s: decoders are made to take \(Figure.fixed(factor, 1)) times as long as this machine's."
    }
    return
      "This machine's decoders take \(Figure.fixed(ratio, 1)) times as long as \(device)'s and cannot be made faster: "
      + "replays are of this machine. '--mode model' is of \(device)."
  }
}
