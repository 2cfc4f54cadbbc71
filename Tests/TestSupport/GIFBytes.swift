/// GIFs of any frame, compressed as the format says.
package struct GIFBytes {
  package var screen: (width: Int, height: Int)
  package var frame: (left: Int, top: Int, width: Int, height: Int)
  /// One colour's place in the palette for each pixel, from the top.
  package var indices: [UInt8]
  package var transparentIndex: UInt8?
  package var isInterlaced = false
  /// The palette has the grays from 0 to 255, the last of them made red.
  package static let palette = (0..<256).flatMap {
    $0 == 255 ? [255, 0, 0] : [UInt8](repeating: UInt8($0), count: 3)
  }

  /// A frame that fills the screen.
  package init(width: Int, height: Int, indices: [UInt8]) {
    screen = (width, height)
    frame = (0, 0, width, height)
    self.indices = indices
  }

  package var bytes: [UInt8] {
    var bytes =
      Array("GIF89a".utf8) + little(screen.width) + little(screen.height) + [0xF7, 0, 0] + Self.palette
    bytes += [0x21, 0xFE, 5] + Array("hello".utf8) + [0]
    if let transparentIndex { bytes += [0x21, 0xF9, 4, 1, 10, 0, transparentIndex, 0] }
    bytes += [0x2C] + little(frame.left) + little(frame.top) + little(frame.width) + little(frame.height)
    bytes += [isInterlaced ? 0x40 : 0, 8]
    let codes = compressed(rows)
    for start in stride(from: 0, to: codes.count, by: 255) {
      let block = codes[start...].prefix(255)
      bytes += [UInt8(block.count)] + block
    }
    return bytes + [0, 0x3B]
  }

  /// The indices in the order in which they are coded.
  private var rows: [UInt8] {
    guard isInterlaced else { return indices }
    let order = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in
      Array(stride(from: first, to: frame.height, by: step))
    }
    return order.flatMap { indices[$0 * frame.width..<($0 + 1) * frame.width] }
  }

  private func compressed(_ indices: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var (window, held, bits) = (0, 0, 9)
    func isKnown(_ string: [UInt8], _ codes: [[UInt8]: Int]) -> Bool {
      string.count == 1 || codes[string] != nil
    }
    func write(_ code: Int) {
      window |= code << held
      held += bits
      while held >= 8 {
        output.append(UInt8(truncatingIfNeeded: window))
        window >>= 8
        held -= 8
      }
    }
    var codes: [[UInt8]: Int] = [:]
    var string: [UInt8] = []
    write(256)
    for index in indices {
      if isKnown(string + [index], codes) {
        string.append(index)
        continue
      }
      write(string.count == 1 ? Int(string[0]) : codes[string] ?? 0)
      codes[string + [index]] = 258 + codes.count
      // The reader learns each code one step later.
      if 258 + codes.count > 1 << bits, bits < 12 { bits += 1 }
      if codes.count == 4_096 - 258 {
        write(256)
        (codes, bits) = ([:], 9)
      }
      string = [index]
    }
    if !string.isEmpty { write(string.count == 1 ? Int(string[0]) : codes[string] ?? 0) }
    write(257)
    if held > 0 { output.append(UInt8(truncatingIfNeeded: window)) }
    return output
  }

  private func little(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
}
