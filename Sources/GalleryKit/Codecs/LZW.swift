/// The compression of GIF: codes of growing width for strings that grow by one byte each (GIF89a, appendix F).
enum LZW {
  private static let mostCodes = 4_096
  private static let mostBits = 12

  /// Decodes up to `count` bytes; fewer if the codes end or are invalid.
  static func indices(_ codes: [UInt8], minimumBits: Int, count: Int) -> [UInt8] {
    let clear = 1 << minimumBits
    // A string is an earlier string and one more byte.
    var prefixes = [UInt16](repeating: 0, count: mostCodes)
    var lasts = (0..<mostCodes).map { UInt8(truncatingIfNeeded: $0) }
    var lengths = [UInt16](repeating: 1, count: mostCodes)
    var next = clear + 2
    var bits = minimumBits + 1
    var previous: Int?
    var output: [UInt8] = []
    var (window, held) = (0, 0)

    for byte in codes {
      window |= Int(byte) << held
      held += 8
      while held >= bits {
        let code = window & (1 << bits - 1)
        window >>= bits
        held -= bits
        if code == clear {
          (next, bits, previous) = (clear + 2, minimumBits + 1, nil)
          continue
        }
        // The end, or a string that is not known yet.
        let isKnown = code < clear || code > clear + 1 && code < next
        guard isKnown || code == next && previous != nil && next < mostCodes else { return output }
        let start = output.count
        let string = isKnown ? code : previous ?? code
        let length = Int(lengths[string])
        output.append(contentsOf: repeatElement(0, count: length))
        var part = string
        for place in stride(from: start + length - 1, through: start, by: -1) {
          output[place] = lasts[part]
          part = Int(prefixes[part])
        }
        let first = output[start]
        if !isKnown { output.append(first) }
        if let previous, next < mostCodes {
          (prefixes[next], lasts[next], lengths[next]) = (UInt16(previous), first, lengths[previous] + 1)
          next += 1
          if next == 1 << bits, bits < mostBits { bits += 1 }
        }
        previous = code
        if output.count >= count { return Array(output.prefix(count)) }
      }
    }
    return output
  }

  /// Encodes bytes below `1 << minimumBits`.
  static func codes(_ indices: [UInt8], minimumBits: Int) -> [UInt8] {
    let clear = 1 << minimumBits
    var output: [UInt8] = []
    var (window, held, bits, next) = (0, 0, minimumBits + 1, clear + 2)
    /// The code of each string that grows by a byte; 0 where there is none.
    var longer = [UInt16](repeating: 0, count: mostCodes << minimumBits)
    func write(_ code: Int) {
      window |= code << held
      held += bits
      while held >= 8 {
        output.append(UInt8(truncatingIfNeeded: window))
        window >>= 8
        held -= 8
      }
    }
    write(clear)
    var string: Int?
    for index in indices {
      guard let known = string else {
        string = Int(index)
        continue
      }
      let place = known << minimumBits | Int(index)
      if longer[place] != 0 {
        string = Int(longer[place])
        continue
      }
      write(known)
      string = Int(index)
      guard next < mostCodes else {
        write(clear)
        longer = [UInt16](repeating: 0, count: mostCodes << minimumBits)
        (bits, next) = (minimumBits + 1, clear + 2)
        continue
      }
      longer[place] = UInt16(next)
      next += 1
      // The reader learns each code one step later.
      if next > 1 << bits, bits < mostBits { bits += 1 }
    }
    if let string {
      write(string)
      if next == 1 << bits, bits < mostBits { bits += 1 }
    }
    write(clear + 1)
    if held > 0 { output.append(UInt8(truncatingIfNeeded: window)) }
    return output
  }
}
