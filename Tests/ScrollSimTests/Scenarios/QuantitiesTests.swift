import Testing

@testable import ScrollSim

/// Amounts as people write them, in scenarios and on the command line.
@Suite struct `Quantities` {
  @Test(arguments: [
    ("150 MB", 150_000_000), ("120mb", 120_000_000), ("120M", 120_000_000), ("1.5 gib", 1_610_612_736),
    ("2G", 2_000_000_000), ("64k", 64_000), ("4096", 4096), ("300 B", 300), ("1 kB", 1000),
    ("150MB", 150_000_000),
    ("2 GB", 2_000_000_000), ("1 KiB", 1024), ("1 MiB", 1_048_576),
  ])
  func `memory has its unit in small or capital letters, in full or in one`(text: String, bytes: Int) {
    #expect(ByteCount.bytes(in: text) == bytes)
  }

  @Test(arguments: [
    "", "MB", "150 MX", "-1 MB", "1,5 MB", "1e3 MB", "1 MB 2", "0x10", "9999999999 GB", ".",
  ])
  func `other texts are no memory`(text: String) { #expect(ByteCount.bytes(in: text) == nil) }

  @Test func `too few bytes lack a unit, and are told what they may mean`() throws {
    #expect(
      ByteCount.remedy(for: "120") == "so few bytes hold no image; write \"120 MB\" or \"120 B\"")
    for text in ["120 B", "120MB", "1000000", "garbage"] { #expect(ByteCount.remedy(for: text) == nil) }
  }

  @Test(arguments: [
    ("25ms", 0.025), ("25 MS", 0.025), ("25000us", 0.025), ("25000µs", 0.025), ("1.5s", 1.5), ("10m", 600),
    ("10 min", 600), ("1h", 3600),
  ])
  func `times have a unit`(text: String, seconds: Double) throws {
    #expect(abs(try #require(TimeSpan.seconds(in: text, bare: nil)) - seconds) < 1e-9)
  }

  @Test func `a number alone is a time where one unit is meant, and nowhere else`() {
    #expect(TimeSpan.seconds(in: "25", bare: .milliseconds) == 0.025)
    #expect(TimeSpan.seconds(in: "25", bare: .seconds) == 25)
    for text in ["25", "", "s", "5 days", "-5s"] { #expect(TimeSpan.seconds(in: text, bare: nil) == nil) }
  }
}
