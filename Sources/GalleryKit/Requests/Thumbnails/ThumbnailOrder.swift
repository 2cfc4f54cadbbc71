internal import GalleryEngine

/// In which order a store's entries were last used, as it is written down from time to time: "GKORDER1", the XXH64 of what
/// follows, then family and variant of each entry, the longest unused first.
///
/// Only advice: without it, or where it is damaged, nothing is lost but the knowledge of which to give up first.
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

  /// Reads the order from bytes; empty if they are none.
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
    do throws(MappedFile.Failure) {
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

  /// Puts entries into this order; those that it does not know, which are newer than it, come last, by name.
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
  /// The number that starts at a byte, its lowest byte first.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(at place: Int) -> Number {
    unsafe Number(littleEndian: loadUnaligned(fromByteOffset: place, as: Number.self))
  }
}
