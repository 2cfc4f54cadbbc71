internal import Foundation

/// Edits of a photo, stored as data beside its original, which they never change.
///
/// They apply in this order: the upright picture is turned, mirrored and cropped; then its colours change.
///
/// A number beyond its bounds is brought within when it is set. One that is not finite is refused: the value stays as it was.
public struct Adjustments: Hashable, Sendable, Codable {
  /// Quarter turns clockwise, 0 to 3; four more turns are the same.
  public var quarterTurns: Int { didSet { quarterTurns &= 3 } }
  /// Whether left and right are exchanged, after turning.
  public var isMirrored: Bool
  /// The part of the turned and mirrored picture that is kept.
  public var cropRect: NormalizedRect
  /// Brightness in stops, −5 to 5, each of which doubles the light; 0 leaves it unchanged.
  public var exposure: Double { didSet { exposure = Self.bounded(exposure, 5, else: oldValue) } }
  /// Contrast, from −1 (none) to 1 (twice as much); 0 leaves it unchanged.
  public var contrast: Double { didSet { contrast = Self.bounded(contrast, 1, else: oldValue) } }
  /// Saturation, from −1 (no colour) to 1 (twice as much); 0 leaves it unchanged.
  public var saturation: Double { didSet { saturation = Self.bounded(saturation, 1, else: oldValue) } }

  /// Makes adjustments, by default none; numbers beyond their bounds are brought within, and those that are not finite change
  /// nothing.
  public init(
    quarterTurns: Int = 0, isMirrored: Bool = false, cropRect: NormalizedRect = .whole, exposure: Double = 0,
    contrast: Double = 0, saturation: Double = 0
  ) {
    self.quarterTurns = quarterTurns & 3
    self.isMirrored = isMirrored
    self.cropRect = cropRect
    self.exposure = Self.bounded(exposure, 5, else: 0)
    self.contrast = Self.bounded(contrast, 1, else: 0)
    self.saturation = Self.bounded(saturation, 1, else: 0)
  }

  /// Whether they change nothing.
  public var isEmpty: Bool { self == Adjustments() }

  private static func bounded(_ value: Double, _ bound: Double, else old: Double) -> Double {
    value.isFinite ? min(bound, max(-bound, value)) : old
  }

  private enum Key: String, CodingKey {
    case quarterTurns, isMirrored, cropRect, exposure, contrast, saturation
  }

  /// Reads adjustments; missing values change nothing, and numbers beyond their bounds are brought within.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let crop = try values.decodeIfPresent([Double].self, forKey: .cropRect)
    let rect = crop.map {
      $0.count == 4 ? try? NormalizedRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) : nil
    }
    guard let rect = rect ?? .whole else {
      throw DecodingError.dataCorruptedError(
        forKey: .cropRect, in: values,
        debugDescription: "expected x, y, width and height within the unit square, found \(crop ?? [])")
    }
    self.init(
      quarterTurns: try values.decodeIfPresent(Int.self, forKey: .quarterTurns) ?? 0,
      isMirrored: try values.decodeIfPresent(Bool.self, forKey: .isMirrored) ?? false, cropRect: rect,
      exposure: try values.decodeIfPresent(Double.self, forKey: .exposure) ?? 0,
      contrast: try values.decodeIfPresent(Double.self, forKey: .contrast) ?? 0,
      saturation: try values.decodeIfPresent(Double.self, forKey: .saturation) ?? 0)
  }

  /// Writes the values that change something.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    if quarterTurns != 0 { try values.encode(quarterTurns, forKey: .quarterTurns) }
    if isMirrored { try values.encode(isMirrored, forKey: .isMirrored) }
    if cropRect != .whole {
      try values.encode([cropRect.x, cropRect.y, cropRect.width, cropRect.height], forKey: .cropRect)
    }
    if exposure != 0 { try values.encode(exposure, forKey: .exposure) }
    if contrast != 0 { try values.encode(contrast, forKey: .contrast) }
    if saturation != 0 { try values.encode(saturation, forKey: .saturation) }
  }

  /// Reads the catalogue's form; `nil` if it is invalid.
  package init?(json: String) {
    guard let adjustments = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
    self = adjustments
  }

  /// The catalogue's form: the same text for the same adjustments.
  package var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
