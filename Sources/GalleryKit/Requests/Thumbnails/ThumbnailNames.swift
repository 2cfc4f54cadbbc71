internal import GalleryEngine

extension ThumbnailIndex.Entry {
  /// Family and variant in hexadecimal, the size, and how long the file is: `00c0ffee00c0ffee-0123456789abcdef-390x390-608912`.
  var fileName: String {
    "\(Self.hexadecimal(family))-\(Self.hexadecimal(variant))-\(size.width)x\(size.height)-\(length)"
  }

  /// Reads a name; `nil` if it is none of an entry's.
  init?(fileName bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 4, let family = Self.number(in: parts[0]), let variant = Self.number(in: parts[1]),
      let cross = parts[2].firstIndex(of: UInt8(ascii: "x")),
      let width = Self.count(in: parts[2][..<cross]), let height = Self.count(in: parts[2][(cross + 1)...]),
      let length = Self.count(in: parts[3]),
      // What no entry can have is no entry's name; products of such sides would be too large for numbers.
      max(width, height) <= ThumbnailEntry.longestSide
    else { return nil }
    self.init(
      family: family, variant: variant, size: PixelSize(width: width, height: height), length: length)
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Sixteen small hexadecimal digits.
  private static func number(in digits: ArraySlice<UInt8>) -> UInt64? {
    guard digits.count == 16 else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return number
  }

  /// One to fifteen digits, not beginning with a zero.
  private static func count(in digits: ArraySlice<UInt8>) -> Int? {
    guard (1...15).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
