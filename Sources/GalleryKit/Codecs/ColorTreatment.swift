internal import CImageIO
internal import GalleryEngine
internal import Locking

/// What is done about the colours of one image.
struct ColorTreatment {
  /// What takes them to sRGB, or `nil` where they are left as they are.
  private(set) var transform: ColorTransform?
  /// What is said of them where they are left as they are.
  private(set) var profile: ColorProfile?
  /// Why they could not be treated as they should.
  private(set) var warning: String?

  /// Decides for pixels that are `colors`, of a file that says `tag` of them.
  ///
  /// CMYK cannot be left as it is, since pixels are red, green and blue: it becomes sRGB in any mode.
  init(_ tag: ColorTag, of colors: cis_colors, mode: ColorMode) {
    guard tag != .none else { return }
    do throws(CodecError) {
      let found = try Self.transforms.transform(of: tag, colors: colors).get()
      let isCMYK = colors == CIS_CMYK || colors == CIS_CMYK_INVERTED
      switch mode {
      case .sRGB: transform = found.isIdentity ? nil : found
      case .asTagged where isCMYK: transform = found
      case .asTagged: profile = found.profile
      }
    } catch {
      warning = "its colours are taken for sRGB: \(error.reason)"
    }
  }

  private static let transforms = ColorTransforms()
}

/// The transforms that were used last: photos of one camera share a profile, and making a transform takes two milliseconds.
private final class ColorTransforms: Sendable {
  private struct Entry: Sendable {
    let tag: ColorTag
    let colors: UInt32
    let transform: Result<ColorTransform, CodecError>
  }

  private static let capacity = 16

  /// The one used last comes first.
  private let entries = Locked<[Entry]>([])

  func transform(of tag: ColorTag, colors: cis_colors) -> Result<ColorTransform, CodecError> {
    if let known = find(tag, colors) { return known }
    let made = Result { () throws(CodecError) in
      guard let profile = try tag.profile(isGray: colors == CIS_GRAY) else {
        preconditionFailure("what is not tagged needs no transform")
      }
      return try ColorTransform(profile, of: colors)
    }
    entries.withLock { entries in
      entries.insert(Entry(tag: tag, colors: numericCast(colors.rawValue), transform: made), at: 0)
      entries.removeLast(max(0, entries.count - Self.capacity))
    }
    return made
  }

  private func find(_ tag: ColorTag, _ colors: cis_colors) -> Result<ColorTransform, CodecError>? {
    entries.withLock { entries in
      let index = entries.firstIndex { $0.colors == numericCast(colors.rawValue) && $0.tag == tag }
      guard let index else { return nil }
      let found = entries.remove(at: index)
      entries.insert(found, at: 0)
      return found.transform
    }
  }
}
