/// Numbers as people read them: grouped by thousands, with a unit, never in powers of ten; 1 MB is 1,000,000 bytes.
package enum Figure {
  /// The placeholder for a missing number.
  package static let none = "–"

  /// A number with its unit (of ``MetricDefinition``, or any other), rounded to digits that a reader can use; ``none`` for `nil`.
  package static func text(_ value: Double?, unit: String) -> String {
    guard let value, value.isFinite else { return none }
    let form = Form(of: value, unit: unit)
    return form.digits(of: value) + form.suffix
  }

  /// A whole number with its unit, as in `1,024` of `count` and `150 MB` of `bytes`.
  package static func text(_ value: some BinaryInteger, unit: String) -> String {
    text(Double(value), unit: unit)
  }

  /// A count, as in `1,024`.
  package static func count(_ number: Int) -> String { text(number, unit: "count") }

  /// An amount of memory, as in `150 MB`.
  package static func bytes(_ number: some BinaryInteger) -> String { text(number, unit: "bytes") }

  /// A number with its unit and up to three decimals, or six of gigabytes and more, where a small excess matters.
  package static func exact(_ value: Double, unit: String) -> String {
    guard value.isFinite else { return none }
    switch unit {
    case "bytes":
      let scale = ByteScale(fitting: value)
      return "\(trimmed(value / scale.size, scale.size > 1e6 ? 6 : 3)) \(scale.name)"
    case "rate": return "\(trimmed(value * 100)) %"
    default: return "\(trimmed(value))\(suffix(unit))"
    }
  }

  /// The spread around a value, in the value's unit and with its decimals, as in `± 0.4`.
  package static func spread(_ spread: Double, around value: Double, unit: String) -> String {
    "± \(Form(of: value, unit: unit).digits(of: spread))"
  }

  /// A difference with its sign, or `±` if all shown digits are 0; rates are in percentage points.
  package static func change(_ value: Double?, unit: String) -> String {
    guard let value, value.isFinite else { return none }
    let text = text(abs(value), unit: unit)
    let isNothing = !text.contains { "1"..."9" ~= $0 }
    let sign = isNothing ? "±" : value < 0 ? "-" : "+"
    return unit == "rate" ? "\(sign)\(text.dropLast(1))pp" : sign + text
  }

  /// All digits of a number and nothing else, for other programs to read.
  package static func plain(_ value: Double) -> String {
    let text = value == value.rounded() && abs(value) < 1e18 ? "\(Int(value))" : "\(value)"
    let parts = text.split(separator: "e", maxSplits: 1)
    guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
    let isNegative = parts[0].hasPrefix("-")
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".").map(String.init)
    let digits = mantissa[0] + (mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : "")
    let point = mantissa[0].count + exponent
    let zeros = String(repeating: "0", count: max(0, point < 0 ? -point : point - digits.count))
    let magnitude =
      point <= 0
      ? "0.\(point < 0 ? zeros : "")\(digits)"
      : point >= digits.count ? digits + zeros : "\(digits.prefix(point)).\(digits.dropFirst(point))"
    return isNegative ? "-\(magnitude)" : magnitude
  }

  /// A number with the given number of decimals, and commas between thousands.
  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard abs(value) < 1e12 else { return grouped(plain(value.rounded())) }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let units = Int((abs(value) * scale).rounded())
    let sign = value < 0 && units > 0 ? "-" : ""
    let whole = grouped("\(units / Int(scale))")
    guard decimals > 0 else { return sign + whole }
    let fraction = "\(units % Int(scale))"
    return "\(sign)\(whole).\(String(repeating: "0", count: decimals - fraction.count))\(fraction)"
  }

  private static func trimmed(_ value: Double, _ decimals: Int = 3) -> String {
    let text = fixed(value, decimals)
    guard text.contains(".") else { return text }
    let short = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    return String(short.reversed())
  }

  private static func grouped(_ digits: String) -> String {
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, digit.isNumber, (digits.count - place).isMultiple(of: 3), text != "-" { text += "," }
      text.append(digit)
    }
    return text
  }

  private static func suffix(_ unit: String) -> String {
    switch unit {
    case "ms": " ms"
    case "msPerSecond": " ms/s"
    case "perSecond": " /s"
    case "megapixels": " MP"
    case "seconds": " s"
    case "count", "ratio", "": ""
    default: " \(unit)"
    }
  }

  /// The format of a number: the multiple of its unit, the decimals and the suffix.
  private struct Form {
    var times = 1.0
    var over = 1.0
    var decimals: Int
    var suffix: String

    init(of value: Double, unit: String) {
      suffix = Figure.suffix(unit)
      switch unit {
      case "bytes":
        let scale = ByteScale(fitting: value)
        over = scale.size
        decimals =
          switch scale.name {
          case "B": 0
          case "GB", "TB": 2
          default: abs(value / scale.size) < 9.95 ? 1 : 0
          }
        suffix = " \(scale.name)"
      case "rate": (times, decimals, suffix) = (100, 1, " %")
      case "ratio", "seconds": decimals = 2
      case "count": decimals = value == value.rounded() ? 0 : 1
      default: decimals = abs(value) < 9.95 ? 1 : 0
      }
    }

    func digits(of value: Double) -> String { Figure.fixed(value * times / over, decimals) }
  }
}

package struct ByteScale: Hashable {
  package let name: String
  package let size: Double

  /// The largest multiple that prints as at least 1, so that 999,600,000 bytes are 1.00 GB and not 1,000 MB.
  package init(fitting value: Double) {
    let multiples = [("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]
    (name, size) = multiples.first { abs(value) >= 0.9995 * $0.1 } ?? ("B", 1)
  }
}

extension Double {
  /// The nearest number with `places` decimals, which keeps result files short and free of noise.
  package func rounded(toPlaces places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (self * scale).rounded() / scale
  }

  /// A number of seconds in milliseconds, to the microsecond.
  package var inMilliseconds: Double { (self * 1000).rounded(toPlaces: 3) }

  /// The nearest number with `digits` significant digits; 0 unless the number is positive and finite.
  package func rounded(toDigits digits: Int) -> Double {
    guard self > 0, isFinite else { return 0 }
    // Powers of ten are exact, their inverses are not.
    var (up, down) = (1.0, 1.0)
    while self * up < 1 { up *= 10 }
    while self / down >= 10 { down *= 10 }
    for _ in 1..<digits { if down > 1 { down /= 10 } else { up *= 10 } }
    return (self * up / down).rounded() * down / up
  }
}

extension Sequence where Element: Hashable {
  /// Each value once, in order of first occurrence.
  package var uniqued: [Element] { uniqued { $0 } }
}

extension Sequence {
  /// The first value of each key, in the original order.
  package func uniqued<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension [String] {
  /// The texts as a sentence lists them: `a`, `a and b`, `a, b and c`.
  package var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and \(self[count - 1])"
  }

  /// The texts as a sentence lists them, with the last ones counted if there are, in all, more than `most`: `a, b and 3 others`.
  package func listed(most: Int, of total: Int? = nil) -> String {
    let total = total ?? count
    return total <= most ? listed : (prefix(most - 1) + ["\(total - most + 1) others"]).listed
  }
}
