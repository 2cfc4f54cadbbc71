/// The compression of GIF: codes of growing width for strings that grow by one byte each (GIF89a, appendix F).
enum LZW {
  private static let mostCodes = 4_096
  private static let mostBits = 12

  /// Decodes up to `count` bytes; fewer where the codes end or make no sense.
  static func indices(_ codes: [UInt8], minimumBits: Int, count: Int) -> [UInt8] {
    let clear = 1 << minimumBits
    // A string is the one before it and one more byte.
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
}
