internal import CImageIO
internal import GalleryEngine
internal import Support

/// The colours of a file's pixels, as the file states them.
enum ColorTag: Hashable {
  /// No statement, or sRGB.
  case none
  /// An ICC profile.
  case profile([UInt8])
  /// Primaries and a curve, as PNG's gAMA, cHRM and cICP state them: x and y of white, red, green and blue.
  case primaries(xy: [Double], curve: UInt32, power: Double)
  /// A statement that cannot be followed, such as the curves of high dynamic range.
  case unusable

  /// The equivalent ICC profile.
  func profile(isGray: Bool) throws(CodecError) -> ColorProfile {
    switch self {
    case .none: preconditionFailure("what is not tagged needs no profile")
    case .unusable:
      throw CodecError(
        file: "colours", code: .unsupported, message: "they are of a kind that 8 bits cannot hold")
    case .profile(let bytes): return ColorProfile(bytes: bytes)
    case .primaries(let xy, let curve, let power):
      var coded = cis_primaries()
      coded.curve = cis_curve(rawValue: numericCast(curve))
      coded.power = power
      unsafe withUnsafeMutableBytes(of: &coded.xy) { target in
        unsafe xy.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
      }
      return ColorProfile(
        bytes: try unsafe CodecStatus.collect { out, status in
          unsafe cis_profile_make(&coded, isGray, out, status)
        })
    }
  }
}

extension ColorTag {
  @unsafe init(_ colors: cis_tag) {
    var colors = unsafe colors
    switch unsafe colors.kind {
    case CIS_TAG_PROFILE:
      self = unsafe .profile(Array(UnsafeBufferPointer(start: colors.profile, count: colors.profile_count)))
    case CIS_TAG_PRIMARIES:
      let xy = unsafe withUnsafeBytes(of: &colors.primaries.xy) {
        unsafe Array($0.bindMemory(to: Double.self))
      }
      self = unsafe .primaries(
        xy: xy, curve: numericCast(colors.primaries.curve.rawValue), power: colors.primaries.power)
    case CIS_TAG_UNUSABLE: self = .unusable
    default: self = .none
    }
  }
}

/// Converts pixels from a profile's colours to sRGB by Little CMS, with perceptual intent.
///
/// `@unchecked Sendable`: the shim's transform does not change after its creation.
@safe final class ColorTransform: @unchecked Sendable {
  let profile: ColorProfile
  /// Whether the profile's colours differ from sRGB by at most one level of 255.
  let isIdentity: Bool
  private let handle: OpaquePointer

  /// Makes a transform for pixels in `colors` whose file states `tag`.
  init(_ tag: ColorTag, of colors: cis_colors) throws(CodecError) {
    let profile = try tag.profile(isGray: colors == CIS_GRAY)
    let opened = try unsafe CodecStatus.check("its colour profile") { status in
      unsafe profile.bytes.withUnsafeBufferPointer { bytes in
        unsafe cis_color_open(bytes.baseAddress, bytes.count, colors, status)
      }
    }
    guard let opened = unsafe opened else {
      throw CodecError(file: "its colour profile", code: .malformed, message: "it cannot be applied")
    }
    self.profile = profile
    unsafe handle = opened
    isIdentity = unsafe cis_color_is_identity(opened)
  }

  deinit { unsafe cis_color_close(handle) }

  /// Converts a row of four-byte pixels into another row.
  @unsafe func convert(_ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int) {
    unsafe cis_color_convert(handle, source, target, UInt32(count))
  }
}

/// Converts the colours of rows as they pass.
@safe final class ColorConverter: RowSink {
  private let transform: ColorTransform
  private let width: Int
  private let row: ScratchBuffer<UInt8>
  private var next: any RowSink

  init(_ transform: ColorTransform, width: Int, ledger: MemoryLedger, next: any RowSink) {
    self.transform = transform
    self.width = width
    self.next = next
    row = ScratchBuffer(count: width * 4, ledger: ledger)
  }

  func append(_ source: UnsafePointer<UInt8>) {
    unsafe transform.convert(source, into: row.start, count: width)
    unsafe next.append(row.start)
  }
}

/// The treatment of one image's colours.
struct ColorTreatment {
  /// Converts them to sRGB; `nil` if they stay unchanged.
  private(set) var transform: ColorTransform?
  /// The profile of colours that stay unchanged.
  private(set) var profile: ColorProfile?
  /// The reason why the file's statement could not be followed.
  private(set) var warning: String?

  /// Decides the treatment of pixels in `colors` whose file states `tag`.
  ///
  /// CMYK, and gray with a profile of gray, become sRGB in every mode, since pixels are red, green and blue.
  init(_ tag: ColorTag, of colors: cis_colors, mode: ColorMode) {
    guard tag != .none else { return }
    do throws(CodecError) {
      let found = try Self.transforms.transform(of: tag, colors, or: try ColorTransform(tag, of: colors))
      let isOfGray = found.profile.bytes.dropFirst(16).starts(with: "GRAY".utf8)
      let isForeign = colors == CIS_CMYK || colors == CIS_CMYK_INVERTED || isOfGray
      switch mode {
      case .sRGB: transform = found.isIdentity ? nil : found
      case .asTagged where isForeign: transform = found.isIdentity ? nil : found
      case .asTagged: profile = found.profile
      }
    } catch {
      warning = "its colours are treated as sRGB: \(error.reason)"
    }
  }

  private static let transforms = ColorTransforms()
}

/// The most recently used transforms: photos of one camera share a profile, and making a transform takes two milliseconds.
///
/// A transform that could not be made is tried again the next time, since memory may have been short.
final class ColorTransforms: Sendable {
  private static let capacity = 16

  /// Most recently used first.
  private let entries = Locked<[(tag: ColorTag, colors: UInt32, transform: ColorTransform)]>([])

  /// The transform that is known, or a new one.
  func transform(
    of tag: ColorTag, _ colors: cis_colors, or make: @autoclosure () throws(CodecError) -> ColorTransform
  ) throws(CodecError) -> ColorTransform {
    let colors: UInt32 = numericCast(colors.rawValue)
    let known = entries.withLock { entries -> ColorTransform? in
      let index = entries.firstIndex { $0.colors == colors && $0.tag == tag }
      guard let found = index.map({ entries.remove(at: $0) }) else { return nil }
      entries.insert(found, at: 0)
      return found.transform
    }
    if let known { return known }
    let made = try make()
    entries.withLock { entries in
      entries.insert((tag, colors, made), at: 0)
      entries.removeLast(max(0, entries.count - Self.capacity))
    }
    return made
  }
}
