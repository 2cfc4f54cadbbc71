internal import GalleryEngine
internal import Support

/// The order of use of a store's entries, as recorded from time to time.
///
/// Its file is "GKORDER1", the XXH64 of the rest, then family and variant of each entry, the least recently used first.
/// The order is only advice: without it, or where it is damaged, only the choice of which to evict first is lost.
struct ThumbnailOrder {
  private struct Name: Hashable {
    let family: UInt64
    let variant: UInt64
  }

  private static let magic = Array("GKORDER1".utf8)

  private var names: [Name]

  init(of entries: [ThumbnailIndex.Entry]) {
    names = entries.map { Name(family: $0.family, variant: $0.variant) }
  }

  /// Parses the order; empty if the bytes hold none.
  init(parsing bytes: UnsafeRawBufferPointer) {
    names = []
    guard bytes.count >= 16, bytes.count % 16 == 0, unsafe bytes.starts(with: Self.magic),
      unsafe bytes.number(at: 8) == XXHash64.hash(UnsafeRawBufferPointer(rebasing: bytes[16...]))
    else { return }
    names.reserveCapacity(bytes.count / 16)
    for place in stride(from: 16, to: bytes.count, by: 16) {
      names.append(unsafe Name(family: bytes.number(at: place), variant: bytes.number(at: place + 8)))
    }
  }

  /// Reads a file.
  static func read(path: String) -> ThumbnailOrder {
    do throws(SystemError) {
      return unsafe try MappedFile(path: path).withUnsafeBytes { unsafe ThumbnailOrder(parsing: $0) }
    } catch {
      return ThumbnailOrder(of: [])
    }
  }

  /// The order as bytes.
  var encoded: [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(names.count * 16)
    for name in names {
      body.append(number: name.family)
      body.append(number: name.variant)
    }
    var bytes = Self.magic
    bytes.append(number: XXHash64.hash(body))
    return bytes + body
  }

  /// Sorts entries into this order; entries that it does not know, which are newer than it, come last, by name.
  func arrange(_ entries: [ThumbnailIndex.Entry]) -> [ThumbnailIndex.Entry] {
    var places: [Name: Int] = [:]
    places.reserveCapacity(names.count)
    for (place, name) in names.enumerated() { places[name] = place }
    var known = [ThumbnailIndex.Entry?](repeating: nil, count: names.count)
    var others: [ThumbnailIndex.Entry] = []
    for entry in entries {
      if let place = places[Name(family: entry.family, variant: entry.variant)], known[place] == nil {
        known[place] = entry
      } else {
        others.append(entry)
      }
    }
    others.sort {
      ($0.family, $0.variant, $0.size.width, $0.size.height) < (
        $1.family, $1.variant, $1.size.width, $1.size.height
      )
    }
    return known.compactMap(\.self) + others
  }
}

extension UnsafeRawBufferPointer {
  /// The little-endian number at a byte offset.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(at place: Int) -> Number {
    unsafe Number(littleEndian: loadUnaligned(fromByteOffset: place, as: Number.self))
  }
}

extension ThumbnailIndex.Entry {
  /// Family and variant in hexadecimal, the size, and the file's length: `00c0ffee00c0ffee-0123456789abcdef-390x390-608912`.
  var fileName: String {
    "\(family.hexadecimal())-\(variant.hexadecimal())-\(size.width)x\(size.height)-\(length)"
  }

  /// Parses a file's name; `nil` if it is not an entry's.
  init?(fileName bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 4, let family = Self.number(in: parts[0]), let variant = Self.number(in: parts[1]),
      let cross = parts[2].firstIndex(of: UInt8(ascii: "x")),
      let width = Self.count(in: parts[2][..<cross]), let height = Self.count(in: parts[2][(cross + 1)...]),
      let length = Self.count(in: parts[3]),
      // No entry has longer sides; products of such sides would be too large for numbers.
      max(width, height) <= ThumbnailEntry.longestSide
    else { return nil }
    self.init(
      family: family, variant: variant, size: PixelSize(width: width, height: height), length: length)
  }

  /// Parses sixteen lowercase hexadecimal digits.
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

  /// Parses one to fifteen digits that do not begin with a zero.
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
