internal import CImageIO
internal import GalleryEngine

/// What a file says its numbers mean as colours.
enum ColorTag: Hashable {
  /// Nothing, or that it is sRGB.
  case none
  /// An ICC profile.
  case profile([UInt8])
  /// Primaries and a curve, as PNG's gAMA, cHRM and cICP state them.
  case primaries(Primaries)
  /// Something that cannot be followed, such as the curves of high dynamic range.
  case unusable

  struct Primaries: Hashable {
    /// x and y of white, red, green and blue.
    var xy: [Double]
    var curve: UInt32
    var power: Double
  }

  /// The ICC profile that says the same.
  func profile(isGray: Bool) throws(CodecError) -> ColorProfile? {
    switch self {
    case .none: return nil
    case .unusable:
      throw CodecError(
        file: "colours", code: .unsupported, message: "they are of a kind that 8 bits cannot hold")
    case .profile(let bytes): return ColorProfile(bytes: bytes)
    case .primaries(let primaries):
      var coded = cis_primaries()
      coded.curve = cis_curve(rawValue: numericCast(primaries.curve))
      coded.power = primaries.power
      unsafe withUnsafeMutableBytes(of: &coded.xy) { target in
        unsafe primaries.xy.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
      }
      return ColorProfile(
        bytes: try unsafe EncodedBytes.collect { out, status in
          unsafe cis_profile_make(&coded, isGray, out, status)
        })
    }
  }
}

extension ColorTag {
  /// Reads what the chunks of a PNG say.
  @unsafe init(_ colors: cis_png_colors) {
    var colors = unsafe colors
    switch unsafe colors.kind {
    case CIS_TAG_PROFILE:
      self = unsafe .profile(Array(UnsafeBufferPointer(start: colors.profile, count: colors.profile_count)))
    case CIS_TAG_PRIMARIES:
      let xy = unsafe withUnsafeBytes(of: &colors.primaries.xy) {
        unsafe Array($0.bindMemory(to: Double.self))
      }
      self = unsafe .primaries(
        Primaries(xy: xy, curve: numericCast(colors.primaries.curve.rawValue), power: colors.primaries.power))
    case CIS_TAG_UNUSABLE: self = .unusable
    default: self = .none
    }
  }
}
