/// The bytes of EXIF data with any tags, as cameras write them.
package struct TIFFBytes {
  package struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    let value: (_ number: (Int, Int) -> [UInt8]) -> [UInt8]

    /// A number of two bytes.
    package static func short(_ tag: Int, _ value: Int) -> Entry {
      Entry(tag: tag, type: 3, count: 1) { $0(value, 2) }
    }

    /// A number of one byte.
    package static func byte(_ tag: Int, _ value: Int) -> Entry {
      Entry(tag: tag, type: 1, count: 1) { $0(value, 1) }
    }

    /// A text, with its final zero.
    package static func text(_ tag: Int, _ text: String) -> Entry {
      Entry(tag: tag, type: 2, count: text.utf8.count + 1) { _ in Array(text.utf8) + [0] }
    }

    /// Bytes of undefined type.
    package static func bytes(_ tag: Int, _ bytes: [UInt8]) -> Entry {
      Entry(tag: tag, type: 7, count: bytes.count) { _ in bytes }
    }

    /// Numerators and denominators.
    package static func fractions(_ tag: Int, _ fractions: [(Int, Int)]) -> Entry {
      Entry(tag: tag, type: 5, count: fractions.count) { number in
        fractions.flatMap { number($0.0, 4) + number($0.1, 4) }
      }
    }

    /// The same with signed numbers, where it is fractions.
    package var signed: Entry { Entry(tag: tag, type: type == 5 ? 10 : type, count: count, value: value) }

    /// A number of four bytes.
    package static func long(_ tag: Int, _ value: Int) -> Entry {
      Entry(tag: tag, type: 4, count: 1) { $0(value, 4) }
    }
  }

  /// Whether numbers begin with their largest byte.
  package var isBigEndian: Bool
  /// The first directory, without the offsets of the others.
  package var main: [Entry]
  package var exif: [Entry]
  package var gps: [Entry]

  package init(isBigEndian: Bool = false, main: [Entry] = [], exif: [Entry] = [], gps: [Entry] = []) {
    self.isBigEndian = isBigEndian
    self.main = main
    self.exif = exif
    self.gps = gps
  }

  /// The structure: a header, and the directories one after the other, each followed by its values.
  package var bytes: [UInt8] {
    let sizes = [main.count + 2, exif.count].map { 6 + 12 * $0 }
    let mainValues = outside(main)
    let exifOffset = 8 + sizes[0] + mainValues
    let gpsOffset = exifOffset + sizes[1] + outside(exif)
    let pointers = [Entry.long(0x8769, exifOffset), .long(0x8825, gpsOffset)]
    let header = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
    return header + directory(main + pointers, at: 8) + directory(exif, at: exifOffset)
      + directory(gps, at: gpsOffset)
  }

  /// A JPEG's APP1 segment, without its marker and length.
  package var segment: [UInt8] { Array("Exif\0\0".utf8) + bytes }

  /// An Apple maker note with a burst's identifier.
  package static func appleNote(burst: String) -> [UInt8] {
    let tiff = TIFFBytes(isBigEndian: true)
    return Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8)
      + tiff.directory([.short(0x0001, 14), .text(0x000B, burst)], at: 14)
  }

  private func outside(_ entries: [Entry]) -> Int {
    entries.map { $0.value(number).count }.filter { $0 > 4 }.reduce(0, +)
  }

  private func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
    var bytes = number(entries.count, 2)
    var values: [UInt8] = []
    let valuesOffset = offset + 6 + 12 * entries.count
    for entry in entries {
      let value = entry.value(number)
      bytes += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
      if value.count > 4 {
        bytes += number(valuesOffset + values.count, 4)
        values += value
      } else {
        bytes += value + Array(repeating: 0, count: 4 - value.count)
      }
    }
    return bytes + number(0, 4) + values
  }

  private func number(_ number: Int, _ width: Int) -> [UInt8] {
    isBigEndian ? big(number, width) : little(number, width)
  }
}

/// A number's bytes, the least first.
package func little(_ number: Int, _ width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// A number's bytes, the greatest first.
package func big(_ number: Int, _ width: Int) -> [UInt8] { little(number, width).reversed() }
