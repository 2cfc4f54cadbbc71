/// ICC profiles for tests, made by the format's rules (ICC.1:2010), byte by byte.
package enum TestProfile {
  /// Display P3: the primaries of DCI-P3 under D65, with the curve of sRGB.
  package static let displayP3 = rgb(
    primaries: [[0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407]],
    curve: srgbCurve)
  /// Adobe RGB (1998), whose curve is a power of 2.19921875.
  package static let adobeRGB = rgb(
    primaries: [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]],
    curve: power(2.199_218_75))
  /// sRGB itself.
  package static let sRGB = rgb(
    primaries: [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141]],
    curve: srgbCurve)
  /// Gray whose numbers are proportional to light.
  package static let linearGray = profile(
    colors: "GRAY", connection: "XYZ ", tags: [("wtpt", xyz([0.9642, 1, 0.8249])), ("kTRC", power(1))])
  /// Inks of which only black shows: a picture's lightness is white less its black.
  package static let blackInk = profile(
    colors: "CMYK", connection: "Lab ", deviceClass: "prtr",
    tags: [("wtpt", xyz([0.9642, 1, 0.8249])), ("A2B0", blackInkTable)])

  /// `curv` tags of no entries are linear, those of one a power.
  private static func power(_ exponent: Double) -> [UInt8] {
    ascii("curv") + big(0, 4) + big(1, 4) + big(Int((exponent * 256).rounded()), 2) + big(0, 2)
  }

  /// The third kind of parametric curve: a power above `d`, a line below.
  private static let srgbCurve =
    ascii("para") + big(0, 4) + big(3, 2) + big(0, 2)
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

  /// `mft1`: four channels in, three out, two steps a side; black is the channel that changes fastest.
  private static var blackInkTable: [UInt8] {
    let ramp = (0...255).map { UInt8($0) }
    var table = ascii("mft1") + big(0, 4) + [4, 3, 2, 0]
    for index in 0..<9 { table += fixed(index % 4 == 0 ? 1 : 0) }
    for _ in 0..<4 { table += ramp }
    for corner in 0..<16 { table += [corner % 2 == 0 ? 255 : 0, 128, 128] }
    for _ in 0..<3 { table += ramp }
    return table
  }

  private static func rgb(primaries: [[Double]], curve: [UInt8]) -> [UInt8] {
    profile(
      colors: "RGB ", connection: "XYZ ",
      tags: [
        ("wtpt", xyz([0.9642, 1, 0.8249])), ("rXYZ", xyz(primaries[0])), ("gXYZ", xyz(primaries[1])),
        ("bXYZ", xyz(primaries[2])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
      ])
  }

  private static func profile(
    colors: String, connection: String, deviceClass: String = "mntr", tags: [(String, [UInt8])]
  ) -> [UInt8] {
    var table: [UInt8] = big(tags.count, 4)
    var data: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    for (name, bytes) in tags {
      table += ascii(name) + big(start + data.count, 4) + big(bytes.count, 4)
      data += bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    var header: [UInt8] = big(start + data.count, 4) + big(0, 4) + big(0x0420_0000, 4)
    header += ascii(deviceClass) + ascii(colors) + ascii(connection)
    header += [2026, 1, 1, 0, 0, 0].flatMap { big($0, 2) } + ascii("acsp") + Array(repeating: 0, count: 28)
    header += [0.9642, 1, 0.8249].flatMap(fixed)
    header += Array(repeating: 0, count: 128 - header.count)
    return header + table + data
  }

  private static func xyz(_ values: [Double]) -> [UInt8] { ascii("XYZ ") + big(0, 4) + values.flatMap(fixed) }

  /// A number in 16.16.
  private static func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65_536).rounded()), 4) }

  private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
}
