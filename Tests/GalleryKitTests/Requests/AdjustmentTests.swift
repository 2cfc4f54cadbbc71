import Foundation
import GRDB
import GalleryKit
import TestSupport
import Testing

/// The effect of edits on pixels.
struct AdjustmentTests {
  private let whole = ImageSpecification(targetSize: .maximum)
  private let ledger = MemoryLedger()
  private let folder = TemporaryFolder()
  private let date = Date(timeIntervalSince1970: 1_500_000_000)

  private func decode(_ adjustments: Adjustments?, as specification: ImageSpecification? = nil) throws
    -> PixelBuffer
  {
    let file = try PictureWriter.png().encode(TestImage.gradient(60, 40, ledger: ledger))
    return try ImageDecoder.decode(
      bytes: file, as: specification ?? whole, adjustments: adjustments, ledger: ledger
    ).pixels
  }

  /// The pixels of a picture, by place.
  private struct Pixels {
    let size: PixelSize
    let bytes: [UInt8]

    init(_ buffer: PixelBuffer) { (size, bytes) = (buffer.size, TestImage.bytes(buffer)) }

    subscript(x: Int, y: Int) -> [UInt8] { Array(bytes[((y * size.width + x) * 4)...].prefix(4)) }
  }

  /// A library of one photo with edits; its catalogue is in the same folder.
  private func library(of photo: Data, _ edits: Adjustments) async throws -> PhotoLibrary {
    let library = try PhotoLibrary(folder: folder.path, catalogue: folder.file("catalogue.sqlite"))
    try await library.performChanges { [date] changes in
      let asset = changes.createAsset(from: photo, named: "a")
      changes.setCreationDate(date, of: asset)
      changes.setAdjustments(edits, of: asset)
    }
    return library
  }

  @Test(arguments: 0..<8)
  func `rotating, mirroring and cropping move pixels, and change none`(choice: Int) throws {
    let (turns, isMirrored) = (choice % 4, choice >= 4)
    let original = Pixels(try decode(nil))
    let edited = Pixels(try decode(Adjustments(quarterTurns: turns, isMirrored: isMirrored)))
    #expect(edited.size == (turns % 2 == 0 ? original.size : original.size.transposed))
    for (x, y) in [(0, 0), (5, 7), (59, 0), (30, 39), (59, 39)] {
      var place = (x, y)
      var size = original.size
      for _ in 0..<turns {
        place = (size.height - 1 - place.1, place.0)
        size = size.transposed
      }
      if isMirrored { place.0 = size.width - 1 - place.0 }
      #expect(edited[place.0, place.1] == original[x, y])
    }
    let half = try NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
    let cropped = Pixels(
      try decode(Adjustments(quarterTurns: turns, isMirrored: isMirrored, cropRect: half)))
    #expect(cropped.size == PixelSize(width: edited.size.width / 2, height: edited.size.height / 2))
    #expect(cropped[3, 4] == edited[edited.size.width / 2 + 3, 4])
  }

  @Test func `a crop that is asked for is a part of what an edit has left`() throws {
    let left = try NormalizedRect(x: 0, y: 0, width: 0.5, height: 1)
    let once = Pixels(try decode(Adjustments(cropRect: left)))
    let rightOfLeft = try NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1)
    let twice = Pixels(
      try decode(
        Adjustments(cropRect: left), as: ImageSpecification(targetSize: .maximum, cropRect: rightOfLeft)))
    #expect(twice.size == PixelSize(width: 15, height: 40))
    #expect(twice[0, 0] == once[15, 0])
  }

  @Test(arguments: [ResizeMode.fast, .exact])
  func `an edited thumbnail has the predicted size`(mode: ResizeMode) throws {
    let adjustments = Adjustments(
      quarterTurns: 1, cropRect: try NormalizedRect(x: 0.1, y: 0.2, width: 0.7, height: 0.5), exposure: 1)
    let specification = ImageSpecification(targetSize: PixelSize(width: 9, height: 9), resizeMode: mode)
    let size = DecodePlan.outputSize(
      storedSize: PixelSize(width: 60, height: 40), orientation: .up, format: .png, as: specification,
      adjustments: adjustments)
    #expect(try decode(adjustments, as: specification).size == size)
  }

  @Test func `a stop is twice the light, no contrast is grey, no saturation is without colour`() throws {
    func pixel(_ adjustments: Adjustments) throws -> [Int] {
      Pixels(try decode(adjustments))[20, 15].map(Int.init)
    }
    let original = try pixel(Adjustments())
    #expect(original[0] > 40 && original[0] < 150)
    func light(_ value: Int) -> Double { pow((Double(value) / 255 + 0.055) / 1.055, 2.4) }
    let brighter = try pixel(Adjustments(exposure: 1))
    #expect(abs(light(brighter[0]) / light(original[0]) - 2) < 0.05)
    #expect(brighter[3] == 255)
    #expect(try pixel(Adjustments(contrast: -1)) == [128, 128, 128, 255])
    let grey = try pixel(Adjustments(saturation: -1))
    #expect(grey[0] == grey[1] && grey[1] == grey[2])
    let weighted = 0.2126 * Double(original[0]) + 0.7152 * Double(original[1]) + 0.0722 * Double(original[2])
    #expect(abs(Double(grey[0]) - weighted) <= 1.5)
    let vivid = try pixel(Adjustments(saturation: 1))
    #expect(original[1] - original[0] == 12 && vivid[1] - vivid[0] == 24)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `invalid numbers are refused when they are set, and what was set before stays`(number: Double)
    throws
  {
    var edits = Adjustments(quarterTurns: 1, exposure: 2, contrast: 0.25, saturation: -0.5)
    let before = edits
    edits.exposure = number
    edits.contrast = number
    edits.saturation = number
    #expect(edits == before)
    #expect(try Adjustments(json: edits.json) == before)
    #expect(Adjustments(exposure: number, contrast: number, saturation: number).isEmpty)
    edits.exposure = 99
    edits.contrast = -99
    edits.saturation = 99
    edits.quarterTurns = -1
    #expect(edits == Adjustments(quarterTurns: 3, exposure: 5, contrast: -1, saturation: 1))
  }

  @Test func `edits that the catalogue holds in no readable form are an error, not a photo without edits`()
    async throws
  {
    let photo = Data(try PictureWriter.jpeg().encode(TestImage.gradient(60, 40)))
    let library = try await library(of: photo, Adjustments(quarterTurns: 1))
    let catalogue = folder.file("catalogue.sqlite")
    try await DatabaseQueue(path: catalogue).write { db in
      try db.execute(
        sql:
          "UPDATE asset SET adjustments = '{\"quarterTurns\":\"x\"}'; INSERT INTO change VALUES (NULL, 0, 0)")
    }
    let asset = try #require(try library.fetchAssets().first)
    #expect(asset.hasAdjustments && asset.adjustments == nil)
    #expect(
      asset.failure?.contains("expected adjustments in JSON, found \"{\"quarterTurns\":\"x\"}\"") == true)
    let manager = ImageManager()
    await #expect(throws: ImageError.self) { try await manager.image(for: asset, targetSize: .maximum) }
    await #expect(throws: ImageError.self) { try await manager.imageData(for: asset) }
    // The original is not to blame.
    let original = ImageRequestOptions(version: .original)
    #expect(try await manager.imageData(for: asset, options: original).bytes == photo)
    #expect(
      try await manager.image(for: asset, targetSize: .maximum, options: original).pixels.size
        == PixelSize(width: 60, height: 40))
    #expect(
      try PhotoLibrary.check(catalogue: catalogue).problems == ["the edits of 1 photos cannot be read"])
    // The user's word, or a repair, ends it.
    let copy = folder.file("copy.sqlite")
    try library.copyCatalogue(to: copy)
    #expect(try PhotoLibrary.repair(catalogue: copy).failures == ["adjustments": 1])
    #expect(try PhotoLibrary.check(catalogue: copy).isSound)
    try await library.performChanges { $0.revert(asset) }
    #expect(try library.fetchAssets().first?.failure == nil)
    #expect(try PhotoLibrary.check(catalogue: catalogue).isSound)
  }

  @Test func `the image manager serves every version, and takes none for another`() async throws {
    let photo = Data(try PictureWriter.jpeg().encode(TestImage.gradient(60, 40)))
    let library = try await library(of: photo, Adjustments(quarterTurns: 1))
    let asset = try #require(try library.fetchAssets().first)
    let manager = ImageManager()
    func size(_ asset: Asset, _ version: ImageVersion) async throws -> PixelSize {
      try await manager.image(
        for: asset, targetSize: .maximum, options: ImageRequestOptions(version: version)
      ).pixels.size
    }
    for _ in 0..<2 {
      #expect(try await size(asset, .current) == PixelSize(width: 40, height: 60))
      #expect(try await size(asset, .unadjusted) == PixelSize(width: 60, height: 40))
      #expect(try await size(asset, .original) == PixelSize(width: 60, height: 40))
    }
    try await library.performChanges { $0.revert(asset) }
    let reverted = try #require(try library.fetchAssets().first)
    #expect(try await size(reverted, .current) == PixelSize(width: 60, height: 40))
    // The asset from the earlier fetch has not changed.
    #expect(try await size(asset, .current) == PixelSize(width: 40, height: 60))
  }

  @Test(arguments: ["public.jpeg", "public.png"])
  func `the file of an edited photo holds the edited picture, and the original only where that is asked for`(
    type: String
  ) async throws {
    let picture = try TestImage.gradient(60, 40)
    let photo = Data(
      try type == "public.png" ? PictureWriter.png().encode(picture) : PictureWriter.jpeg().encode(picture))
    let upperHalf = try NormalizedRect(x: 0, y: 0, width: 1, height: 0.5)
    let library = try await library(of: photo, Adjustments(quarterTurns: 1, cropRect: upperHalf))
    let asset = try #require(try library.fetchAssets().first)
    let manager = ImageManager()
    let edited = try await manager.imageData(for: asset)
    #expect(edited.uniformTypeIdentifier == type)
    #expect(edited.orientation == .up)
    let info = try ImageProbe.probe(bytes: Array(edited.bytes))
    #expect(info.storedSize == PixelSize(width: 40, height: 30))
    #expect(info.orientation == .up)
    #expect(info.captureDate == date)
    let shown = try await manager.image(for: asset, targetSize: .maximum).pixels
    let read = try ImageDecoder.decode(bytes: Array(edited.bytes), as: whole, ledger: ledger).pixels
    let differences = zip(TestImage.bytes(shown), TestImage.bytes(read)).map { abs(Int($0) - Int($1)) }
    #expect(differences.reduce(0, +) <= (type == "public.png" ? 0 : 2 * differences.count))

    for version in [ImageVersion.unadjusted, .original] {
      let data = try await manager.imageData(for: asset, options: ImageRequestOptions(version: version))
      #expect(data.bytes == photo)
    }
    #expect(edited.damage == nil)
    if type == "public.jpeg" {
      let url = URL(fileURLWithPath: asset.original.path)
      try photo.dropLast(photo.count / 3).write(to: url)
      #expect(try await manager.imageData(for: asset).damage != nil)
      try photo.write(to: url)
    }
    try await library.performChanges { $0.revert(asset) }
    let reverted = try #require(try library.fetchAssets().first)
    #expect(try await manager.imageData(for: reverted).bytes == photo)
  }
}
