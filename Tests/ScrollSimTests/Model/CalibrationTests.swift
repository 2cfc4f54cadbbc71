import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `Calibration` {
  /// The mean factor of a spread of at least two.
  private static func meanFactor(of spread: [Double]) -> Double {
    (spread.reduce(0, +) - (spread[0] + spread[spread.count - 1]) / 2) / Double(spread.count - 1)
  }

  @Test func `a spread has the mean of the ratios that it was made from, outliers or none`() throws {
    let even = (0..<160).map { 0.9 + Double($0) / 800 }
    let cases: [[Double]] = [
      even, even.dropLast() + [9], [1], [1, 3], Array(repeating: 1, count: 50),
    ]
    for ratios in cases {
      let spread = CostFit.spread(ratios.shuffled(), count: 21)
      #expect(spread.count == 21 && spread == spread.sorted())
      let mean = try #require(ratios.mean)
      #expect(abs(Self.meanFactor(of: spread) / mean - 1) < 0.002, "\(ratios.suffix(2))")
    }
    #expect(CostFit.spread([], count: 21) == [])
  }

  @Test func `a fit finds what times were made of, and slow photos weigh as much as fast ones`() throws {
    let features = (1...60).map { [1, Double($0), Double($0 * $0 % 17)] }
    let exact = features.map { 2 + 0.5 * $0[1] }
    let found = CostFit(features: features, times: exact).tableCoefficients
    for (found, expected) in zip(found, [2, 0.5, 0]) { #expect(abs(found - expected) < 0.001) }

    // One in six takes four times as long: fits of errors relative to the times nearly pass over them.
    let skewed = zip(exact.indices, exact).map { $0 % 6 == 0 ? 4 * $1 : $1 }
    let fit = CostFit(features: features, times: skewed)
    let ratio = try #require(zip(features, skewed).map { $1 / fit.value($0) }.mean)
    #expect(abs(ratio - 1) < 0.001)
    #expect(abs(Self.meanFactor(of: fit.spread(21)) - 1) < 0.01)
  }

  @Test func `a table knows synthetic photos by library and file, though models have no files`() throws {
    func photos(_ seed: UInt64) -> SyntheticAssets {
      SyntheticAssets(SyntheticSource(photos: 30, distinct: 8), seed: seed)
    }
    let known = photos(3)[2]
    let own = CostTable.OwnPhoto(
      path: known.original.path, byteCount: known.original.byteCount, resizeMode: .fast, factor: 3)
    let lookup = CostLookup([], ownPhotos: [own])
    let found = photos(3).indices.filter { lookup.factor(of: photos(3)[$0].original, .fast) == 3 }
    #expect(found == [2, 10, 18, 26])
    #expect(photos(4).allSatisfy { lookup.factor(of: $0.original, .fast) == nil })
    // A text of at most 15 bytes needs no separate memory.
    #expect(photos(3).allSatisfy { $0.original.path.utf8.count <= 15 })
  }

  @Test
  func `a format's working memory is what its photos took beyond the rows of any decoder, by the pixel`()
    throws
  {
    let samples = [(2000, 2.0), (4000, 2.0), (1000, 0)].map { side, bytes in
      let asset = Asset.sample("\(side)", pixelSize: PixelSize(width: side, height: side))
      var sample = DecodeSample(asset, as: ImageSpecification(targetSize: PixelSize(width: 64, height: 64)))
      let rows = sample.estimate?.rowByteCount ?? 0
      // One that holds no more than its rows counts as nothing, not as less.
      sample.scratchBytes = bytes > 0 ? rows + Int(bytes) * side * side : rows / 2
      return sample
    }
    #expect(DecodeSample.scratchBytesPerPixel(of: Array(samples.prefix(2))) == 2)
    #expect(abs(DecodeSample.scratchBytesPerPixel(of: samples) - 40.0 / 21) < 1e-4)
    #expect(DecodeSample.scratchBytesPerPixel(of: []) == 0)
  }

  @Test func `other work is detected by the signs of replays, and a quiet machine by none`() {
    func signs(
      others: Double = 0.01, stolen: Double = 0, decoding: Double = 100, canaries: [Double] = [1, 1.2, 1.1]
    ) -> [String] {
      Disturbance(
        shares: MachineShares(others: others, stolen: stolen), decoding: decoding, processor: 99,
        canaries: canaries
      ).signs
    }
    #expect(signs() == [])
    // Decoders that wait for each other or for files wait for no other program.
    #expect(signs(decoding: 190) == [])
    #expect(
      signs(others: 0.45, decoding: 190) == [
        "other programs had 45.0 % of the processors' time and decoding took 1.92 times as long as it needs"
      ])
    #expect(signs(others: 0.3).count == 1)
    #expect(signs(stolen: 0.2) == ["the host gave 20.0 % of the processors' time to others"])
    #expect(signs(canaries: [1, 9]) == ["the machine was 9.00 times as slow as at its best"])
    #expect(
      Disturbance(shares: nil, decoding: 0, processor: 0, canaries: []).signs == [],
      "where nothing is known, nothing is claimed")
  }

  private func gauge(of photos: [Asset], atLeast count: Int? = nil) -> DecodeGauge {
    DecodeGauge(
      of: StageAssets(FetchResult(photos), atLeast: count),
      as: ImageSpecification(targetSize: PixelSize(width: 64, height: 64)), seed: 1)
  }

  @Test func `a gauge decodes each file once, however often a library repeats it`() {
    let files = (0..<5).map { Asset.sample("\($0)") }
    let samples = gauge(of: files, atLeast: 5000).samples
    #expect(Set(samples.map(\.asset.original.path)) == Set(files.map(\.original.path)))
    #expect(samples.count == 5)
    #expect(gauge(of: (0..<500).map { Asset.sample("\($0)") }).samples.count == 48)
  }

  @Test(arguments: [[Asset.sample("a")], []])
  func `a gauge says nothing about photos that cannot be decoded`(photos: [Asset]) throws {
    #expect(gauge(of: photos).ratio(to: try CostTables.named("epyc-2core"), workers: 2) == nil)
  }

  @Test func `copies in other formats are of the photos of their own library, whatever was copied before`()
    throws
  {
    let (folder, name) = (TemporaryFolder(), "-\(UUID().uuidString)")
    let place = "\(CacheFolder.path)/costs/jpegProgressive\(name)"
    defer { try? FileManager.default.removeItem(atPath: place) }
    for megapixels in [0.02, 0.05] {
      let source = SyntheticSource(photos: 1, distinct: 1, megapixels: megapixels...megapixels)
      let library = SyntheticLibrary(source, seed: 1)
      let photo = try #require(try library.make(in: folder.file(library.name)).fetchAssets().first)
      let copy = try CalibrationPhotos.copy(photo, as: .jpegProgressive, named: name) {
        try PictureWriter.jpeg(quality: 80, isProgressive: true).encode($0)
      }
      #expect(copy.original.path.hasPrefix(place))
      let whole = ImageSpecification(targetSize: copy.pixelSize, resizeMode: .none)
      let picture = try ImageDecoder.decode(path: copy.original.path, as: whole, ledger: MemoryLedger())
      #expect(picture.pixels.size == photo.pixelSize)
    }
  }
}
