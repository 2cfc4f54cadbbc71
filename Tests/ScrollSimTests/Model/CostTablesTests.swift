import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `A cost table` {
  /// What is wrong with a shipped table after a change; `nil` if nothing is.
  private func problem(_ change: (inout CostTable) -> Void) throws -> String? {
    var table = try CostTables.named("epyc-2core")
    change(&table)
    return table.problem
  }

  @Test func `is refused beyond the range of a value, with the value and the range`() throws {
    #expect(try problem { _ in } == nil)
    #expect(
      try problem { $0.baseResidentBytes = .max }
        == "baseResidentBytes: expected bytes from 0 to 1099511627776, found 9223372036854775807")
    #expect(try problem { $0.baseResidentBytes = -1 } != nil)
    #expect(
      try problem { $0.preview.fixedMs = 1e17 }
        == "preview: expected milliseconds from 0 to 1000000, found 100000000000000000")
    #expect(try problem { $0.preview.width = 0 } != nil)
    #expect(try problem { $0.slowdown[0] = 1e17 } != nil)
    #expect(try problem { $0.images[0].spread.append(.infinity) } != nil)
    #expect(try problem { $0.images[0].scratchBytesPerPixel = 1e9 } != nil)
    #expect(try problem { $0.firstScans.fixedMs = .nan } != nil)
  }

  @Test func `at the end of every range still runs`() throws {
    let scenario = try Scenario.model("fling", "screens")
    var runner = try scenario.modelRunner()
    runner.costs.baseResidentBytes = 1 << 40
    runner.costs.slowdown = [1000]
    runner.costs.preview.fixedMs = 1e6
    for index in runner.costs.images.indices {
      runner.costs.images[index].fixedMs = 1e6
      runner.costs.images[index].msPerMegabyte = 1e6
      runner.costs.images[index].spread = [1000]
      runner.costs.images[index].scratchBytesPerPixel = 1000
    }
    let result = try runner.run()
    #expect(runner.costs.problem == nil)
    #expect(result.runs.allSatisfy { $0.status == .completed && $0.figure("blankAreaRatio") == 1 })
  }
}

@Suite struct `Writing a cost table` {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("table.json") }

  private func table(_ about: String, disturbed: Bool, cpu: String = "A") throws -> CostTable {
    var table = try CostTables.named("epyc-2core")
    (table.about, table.source.cpu) = (about, cpu)
    table.source.disturbance = disturbed ? ["other programs had all of it"] : nil
    return table
  }

  private func kept() throws -> String { try CostTables.read(path: path).about }

  @Test func `a disturbed one never replaces an undisturbed one of the same machine`() throws {
    _ = try CostTables.write(table("quiet", disturbed: false), to: path)
    let beside = folder.file("table.disturbed.json")
    #expect(try CostTables.write(table("busy", disturbed: true), to: path) == .beside(path: beside))
    #expect(try kept() == "quiet")
    #expect(try CostTables.read(path: beside).about == "busy", "no measurement is lost")
    #expect(
      try CostTables.write(table("busy", disturbed: true), to: path, isForced: true)
        == .inPlace(earlier: nil))
    #expect(try kept() == "busy")
  }

  @Test func `an undisturbed one replaces any, and another machine's is no better`() throws {
    for (about, disturbed, cpu) in [
      ("busy", true, "A"), ("as busy", true, "A"), ("quiet", false, "A"), ("quieter", false, "A"),
      ("another", true, "B"),
    ] {
      _ = try CostTables.write(table(about, disturbed: disturbed, cpu: cpu), to: path)
      #expect(try kept() == about)
    }
  }

  @Test func `a stream gets every one, and is not read for the one before`() throws {
    _ = try CostTables.write(table("quiet", disturbed: false), to: path)
    let stream = try OpenFile(path, O_WRONLY | O_APPEND)
    let written = try CostTables.write(table("busy", disturbed: true), to: "/dev/fd/\(stream.descriptor)")
    try stream.close()
    #expect(written == .inPlace(earlier: nil))
    #expect(try folder.text("table.json").contains("\"busy\""))
  }

  @Test func `costs that other work disturbed are noted where they are used, and count as the same`() throws {
    let (quiet, busy) = (try table("", disturbed: false), try table("", disturbed: true))
    #expect(try quiet.sha256() == busy.sha256())
    _ = try CostTables.write(busy, to: path)
    let scenario = try Scenario.model("fling")
    let note = try #require(try CostChoice(for: scenario, named: path).note)
    #expect(note.contains("other work disturbed their measurement (other programs had all of it)"))
    _ = try CostTables.write(quiet, to: path)
    #expect(try CostChoice(for: scenario, named: path).note == nil)
  }
}

@Suite struct `Shipped cost tables` {
  /// What an image of a photo for a cell costs.
  private func cost(
    of asset: Asset, _ kind: ImageKey.Kind = .image, by table: CostTable, seed: UInt64 = 1
  ) throws -> JobCost {
    let cell = ImageSpecification(targetSize: PixelSize(width: 386, height: 386), contentMode: .aspectFill)
    let job = DecodeJob(id: 0, asset: asset, specification: cell, kind: kind)
    return try TableCosts(table, seed: seed).cost(of: job, busyWorkers: 1).get()
  }

  @Test func `have different names, and figures for every format and mode`() {
    let tables = CostTables.shipped
    let formats = Set(ImageFormat.allCases).subtracting([.unknown])
    #expect(Set(tables.map(\.name)).count == tables.count)
    for table in tables {
      for mode in ResizeMode.allCases {
        #expect(Set(table.imagesOfAllFormats.filter { $0.resizeMode == mode }.map(\.format)) == formats)
      }
    }
  }

  @Test func `derive a format that was not measured from baseline JPEG, and keep one that was`() throws {
    let table = try CostTables.named("epyc-2core")
    func image(_ format: ImageFormat, in table: CostTable) -> CostTable.Image? {
      table.imagesOfAllFormats.first { $0.format == format && $0.resizeMode == .fast }
    }
    let (baseline, heic) = (
      try #require(image(.jpegBaseline, in: table)), try #require(image(.heic, in: table))
    )
    #expect(heic.msPerStoredMegapixel == baseline.msPerStoredMegapixel * 18)
    #expect(heic.spread == baseline.spread && heic.scratchBytesPerPixel == 3)
    var calibrated = table
    var own = baseline
    own.format = .heic
    calibrated.images.append(own)
    #expect(image(.heic, in: calibrated) == own)
  }

  @Test func `have figures for an eighth apart where fewer scans are read, and else for every size`() throws {
    var table = try CostTables.named("epyc-2core")
    let index = try #require(
      table.images.firstIndex { $0.format == .jpegProgressive && $0.resizeMode == .fast })
    var eighth = table.images[index]
    eighth.atAnEighth = true
    eighth.fixedMs += 5
    table.images[index].atAnEighth = false
    table.images.append(eighth)
    func image(_ format: ImageFormat, for side: Int) -> CostTable.Image? {
      let specification = ImageSpecification(
        targetSize: PixelSize(width: side, height: side), contentMode: .aspectFill, resizeMode: .fast)
      return CostLookup(table.imagesOfAllFormats).image(
        format, .fast,
        DecodeEstimate(
          storedSize: PixelSize(width: 4000, height: 3000), orientation: .up, format: format,
          as: specification))
    }
    #expect(image(.jpegProgressive, for: 200) == eighth)
    #expect(image(.jpegProgressive, for: 600) == table.images[index])
    let baseline = try #require(table.images.first { $0.format == .jpegBaseline && $0.resizeMode == .fast })
    #expect(image(.jpegBaseline, for: 200) == baseline && image(.jpegBaseline, for: 600) == baseline)
  }

  @Test func `give a photo that was measured its own time, as long as its file keeps its size`() throws {
    var table = try CostTables.named("epyc-2core")
    let asset = Asset.sample("a", pixelSize: PixelSize(width: 2000, height: 1500))
    func own(_ mode: ResizeMode, byteCount: Int) -> CostTable.OwnPhoto {
      CostTable.OwnPhoto(path: asset.original.path, byteCount: byteCount, resizeMode: mode, factor: 3)
    }
    func seconds(seed: UInt64) throws -> Double { try cost(of: asset, by: table, seed: seed).seconds }
    let drawn = try seconds(seed: 1)
    #expect(try seconds(seed: 2) != drawn)
    table.ownPhotos = [own(.fast, byteCount: asset.original.byteCount)]
    let known = try seconds(seed: 1)
    #expect(try seconds(seed: 2) == known && known > drawn)
    for other in [own(.exact, byteCount: asset.original.byteCount), own(.fast, byteCount: 1)] {
      table.ownPhotos = [other]
      #expect(try seconds(seed: 1) == drawn)
    }
  }

  /// A different sum of the same figures would make every existing baseline one of different costs.
  @Test func `have the sum that baselines hold`() throws {
    #expect(
      try CostTables.named("epyc-2core").sha256()
        == "4493a0888a09a999cfcabbfdc7c9eb0973675a7cd3b8358c6f812e7c9baba3cd")
  }

  @Test func `say where their figures come from`() {
    for table in CostTables.shipped {
      let source = table.source
      #expect(source.method == "measured" ? source.measurements > 0 : source.method.contains("https://"))
      #expect(!source.cpu.isEmpty && !source.date.isEmpty)
    }
  }

  @Test func `of published devices are the measured one at another speed`() throws {
    let measured = try CostTables.named("epyc-2core")
    let phone = try CostTables.named("iphone-6")
    #expect(phone.images.map(\.scratchBytesPerPixel) == measured.images.map(\.scratchBytesPerPixel))
    for (mine, theirs) in zip(phone.images, measured.images) {
      #expect(mine.msPerMegabyte == theirs.msPerMegabyte * 2.6 && mine.spread == theirs.spread)
    }
    #expect(phone.firstScans.msPerStoredMegapixel == measured.firstScans.msPerStoredMegapixel * 2.6)
    #expect(phone.slowdown == measured.slowdown)
    #expect(try phone.sha256() != measured.sha256())
  }

  @Test func `give first scans less time than the picture, by the megapixel, and as much memory`() throws {
    let table = try CostTables.named("epyc-2core")
    func cost(_ width: Int, _ height: Int, _ kind: ImageKey.Kind) throws -> JobCost {
      let size = PixelSize(width: width, height: height)
      return try self.cost(of: .sample("a", pixelSize: size, isProgressive: true), kind, by: table)
    }
    let (small, large) = (try cost(2000, 1500, .degraded), try cost(4000, 3000, .degraded))
    #expect(large.outputSize == PixelSize(width: 375, height: 375))
    #expect(small.outputSize.height == 188)
    #expect(large.seconds > 3 * small.seconds && large.seconds < 4.001 * small.seconds)
    #expect(try large.seconds < cost(4000, 3000, .image).seconds / 1.5)
    #expect((36_000_000...36_010_000).contains(large.scratchBytes))
  }

  @Test func `rise with an app's own work by the share of the processors that it takes from decoders`() throws
  {
    var table = try CostTables.named("epyc-2core")
    table.source.cores = 2
    table.slowdown = [1, 1.1, 1.6]
    // One decoder has its own core. Two have 1.4 cores in place of 2, three 1.5 (main has a fair quarter),
    // also in place of 2.
    let slowdown = table.beside(mainShare: 0.6, workers: 4).slowdown
    for (found, expected) in zip(slowdown, [1, 1.1 * 2 / 1.4, 1.6 * 2 / 1.5, 1.6 * 2 / 1.6]) {
      #expect(abs(found - expected) < 1e-5)
    }
    #expect(slowdown.count == 4)
    table.source.cores = 1
    #expect(table.beside(mainShare: 3, workers: 1).slowdown[0] == 2)
    #expect(table.beside(mainShare: 0, workers: 9).slowdown == table.slowdown)

    var scenario = try Scenario.model("fling")
    scenario.device.decodeWorkers = 2
    let blank = try [0, 0.012].map { work in
      scenario.device.frameWork = work
      return try #require(try scenario.modelResult().runs[0].metrics["scrollBlankRatio"] ?? nil)
    }
    #expect(blank[1] > blank[0])
  }

  @Test func `of an older version are refused, and say what to do`() throws {
    let folder = TemporaryFolder()
    let path = try folder.write(
      Array(#"{"schema": "scrollsim.costs/1", "name": "old"}"#.utf8), as: "old.json")
    let error = #expect(throws: CostTableError.self) { try CostTables.read(path: path) }
    #expect(
      error?.description
        == "\(path): expected schema scrollsim.costs/2, found scrollsim.costs/1: measure again with 'scrollsim calibrate'"
    )
  }

  @Test func `of a file that is not there are named with the key that names it, and what to do`() throws {
    var fling = try Scenario.model("fling")
    (fling.path, fling.device.costs) = ("fling.json", "/nowhere/nope.json")
    let scenario = fling
    let error = #expect(throws: CostTableError.self) { try CostChoice(for: scenario) }
    let words =
      "/nowhere/nope.json: expected a cost table, but there is no such file; name a file that 'scrollsim calibrate' wrote, or "
      + "a table that 'scrollsim list costs' lists"
    #expect(error?.description == "fling.json: device.costs: \(words)" && error?.isUnreadable == true)
    let asked = #expect(throws: CostTableError.self) {
      try CostChoice(for: scenario, named: "/nowhere/nope.json")
    }
    #expect(asked?.description == words)
  }

  @Test func `make a slower device leave more blank`() throws {
    var scenario = try Scenario.model("fling", "screens")
    let blank = try ["apple-m5-max", "galaxy-s6-edge", "iphone-6"].map { name in
      scenario.device.costs = name
      return try #require(try scenario.modelResult().runs[0].figure("blankAreaRatio"))
    }
    #expect(blank == Set(blank).sorted())
  }

  @Test func `has costs of storing and reading thumbnails, whose measurement leaves nothing behind`() throws {
    let (photos, folder) = (TemporaryFolder(), TemporaryFolder())
    let asset = try #require(try photos.library(of: ["a.jpg"]).fetchAssets().first)
    let costs = try ThumbnailGauge(rounds: 2, folder: folder.path).costs(of: asset)
    for transfer in [costs.read, costs.write] {
      #expect(transfer.fixedMs + transfer.msPerMegabyte > 0)
      #expect(transfer.spread == transfer.spread.sorted() && transfer.spread.count == 11)
    }
    #expect(try folder.names().isEmpty)
    // A folder that cannot be written has no costs.
    #expect(throws: (any Error).self) { try ThumbnailGauge(rounds: 1, folder: "/dev/null").costs(of: asset) }
  }
}
