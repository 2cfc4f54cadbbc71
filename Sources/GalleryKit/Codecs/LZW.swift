/// The compression of GIF: codes of growing width for strings that grow by one byte each (GIF89a, appendix F).
enum LZW {
  private static let mostCodes = 4_096
  private static let mostBits = 12

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
