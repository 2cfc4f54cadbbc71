import Testing

@testable import BenchReport
@testable import ScrollSim

struct FigureTests {
  @Test(arguments: [
    (0.0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (48_668_672, "49 MB"), (9_940_000, "9.9 MB"),
    (9_960_000, "10 MB"), (999_400_000, "999 MB"), (999_600_000, "1.00 GB"), (1_250_000_000, "1.25 GB"),
    (-3_200_000, "-3.2 MB"), (2.5e13, "25.00 TB"),
  ])
  func `memory is decimal`(value: Double, text: String) { #expect(Figure.text(value, unit: "bytes") == text) }

  @Test(arguments: [
    (0.9836, "rate", "98.4 %"), (1, "rate", "100.0 %"), (12.34, "ms", "12 ms"), (3.44, "ms", "3.4 ms"),
    (12_345.6, "ms", "12,346 ms"), (1_234_567, "count", "1,234,567"), (2.5, "count", "2.5"),
    (1.2345, "ratio", "1.23"), (3.14159, "seconds", "3.14 s"), (0.04, "ms", "0.0 ms"),
    (-0.04, "ms", "0.0 ms"), (96.5, "megapixels", "97 MP"), (1.5, "msPerSecond", "1.5 ms/s"),
    (4, "perSecond", "4.0 /s"),
  ])
  func `figures have the unit and the digits that a reader can use`(value: Double, unit: String, text: String)
  {
    #expect(Figure.text(value, unit: unit) == text)
  }

  @Test(arguments: [
    (0.1, "0.1"), (5, "5"), (-2, "-2"), (1e-5, "0.00001"), (-1.25e-7, "-0.000000125"),
    (1e16, "10000000000000000"), (1_234_567_890_123_456, "1234567890123456"),
    (1.5e300, "15" + String(repeating: "0", count: 299)), (0, "0"), (123.456, "123.456"),
  ])
  func `plain numbers have all digits and no powers of ten`(value: Double, text: String) {
    #expect(Figure.plain(value) == text && Double(Figure.plain(value)) == value)
  }

  @Test(arguments: [1e12, 1e15, 1e18, 1e19, 1e300, -1e300, .greatestFiniteMagnitude])
  func `huge numbers are written out`(value: Double) {
    for unit in ["bytes", "rate", "ms", "count", "ratio", "seconds", "anything"] {
      #expect(!(Figure.text(value, unit: unit) + Figure.exact(value, unit: unit)).contains("e+"))
    }
  }

  @Test(
    arguments: [
      (0.012, "rate", "+1.2 pp"), (-2_000_000, "bytes", "-2.0 MB"), (0, "count", "±0"),
      (-0.0004, "rate", "±0.0 pp"), (0.04, "ms", "±0.0 ms"), (-0.06, "ms", "-0.1 ms"), (nil, "ms", "–"),
    ] as [(Double?, String, String)])
  func `changes have signs`(value: Double?, unit: String, text: String) {
    #expect(Figure.change(value, unit: unit) == text)
  }

  @Test func `exact figures keep a little more, and a missing number is a dash`() {
    for value in [nil, .nan, .infinity] as [Double?] { #expect(Figure.text(value, unit: "bytes") == "–") }
    #expect(Figure.exact(400_400_000, unit: "bytes") == "400.4 MB")
    #expect(Figure.exact(1_000_004_096, unit: "bytes") == "1.000004 GB", "a page above 1 GB is not 1 GB")
    #expect(Figure.exact(0.8, unit: "rate") == "80 %" && Figure.exact(100, unit: "count") == "100")
  }
}
