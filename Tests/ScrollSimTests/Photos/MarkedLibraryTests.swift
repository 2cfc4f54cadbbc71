import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import ScrollSim

/// The files of marked photos, read as any program reads them.
@Suite(.enabled(if: TagReader.isAvailable, "expected the package trait Watch"))
struct `Marked photos` {
  private let folder = TemporaryFolder()
  /// Enough that every shape and rotation is among them.
  private let source = MarkedSource(photos: 40, megapixels: 0.2, seed: 3)
  private let whole = ImageSpecification(targetSize: .maximum, resizeMode: .none)

  /// Makes photos: the path of each, and its line of the manifest by column.
  private func make(_ source: MarkedSource) throws -> [(path: String, line: [String: String])] {
    try MarkedLibrary(source).make(in: folder.file("photos"))
    let text = try folder.text("photos/marked.tsv")
    let lines = text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    return try lines.dropFirst().map { line in
      try #require(line.count == lines[0].count)
      return (folder.file("photos/\(line[0])"), Dictionary(uniqueKeysWithValues: zip(lines[0], line)))
    }
  }

  private func decode(_ path: String, as specification: ImageSpecification) throws -> DecodedImage {
    try ImageDecoder.decode(path: path, as: specification, strict: true, ledger: MemoryLedger())
  }

  private func tags(in gray: [UInt8], width: Int, height: Int) throws -> [Int] {
    guard let reader = TagReader() else { throw NoTags() }
    return reader.find(in: gray, width: width, height: height).map(\.number).sorted()
  }

  /// How far the mean luminance of any module of the centred square is from that of a number's pattern, at most.
  private func difference(of image: PixelBuffer, from number: Int) throws -> Double {
    let pattern = try MarkedPattern.tagged(number)
    let (width, height) = (image.size.width, image.size.height)
    let (side, modules) = (Double(min(width, height)), Double(MarkedPattern.squareModules))
    let corner = (x: (Double(width) - side) / 2, y: (Double(height) - side) / 2)
    var sums = [[Double]](
      repeating: [0, 0], count: MarkedPattern.squareModules * MarkedPattern.squareModules)
    for (index, pixel) in image.pixels.enumerated() {
      let x = (Double(index % width) + 0.5 - corner.x) / side
      let y = (Double(index / width) + 0.5 - corner.y) / side
      guard (0..<1).contains(x), (0..<1).contains(y) else { continue }
      let module = Int(y * modules) * MarkedPattern.squareModules + Int(x * modules)
      sums[module][0] += 0.299 * Double(pixel.x) + 0.587 * Double(pixel.y) + 0.114 * Double(pixel.z)
      sums[module][1] += 1
    }
    return sums.enumerated().reduce(0) { most, sum in
      let place = sum.offset.quotientAndRemainder(dividingBy: MarkedPattern.squareModules)
      return max(
        most,
        abs(sum.element[0] / sum.element[1] - pattern.level(row: place.quotient, column: place.remainder)))
    }
  }

  @Test func `the same seed makes the same files, another seed others`() throws {
    for (name, seed) in [("one", UInt64(3)), ("two", 3), ("other", 4)] {
      try MarkedLibrary(MarkedSource(photos: 6, megapixels: 0.2, seed: seed)).make(in: folder.file(name))
    }
    let (one, other) = (try folder.contents(of: "one"), try folder.contents(of: "other"))
    #expect(one.count == 7)
    #expect(try one == folder.contents(of: "two"))
    #expect(one.keys == other.keys && one.allSatisfy { other[$0.key] != $0.value })
  }

  @Test func `the largest photos are still within the limits of decoders and of every format`() {
    let side = MarkedForm.moduleSide(megapixels: MarkedSource.megapixelRange.upperBound)
    let size = MarkedForm(moduleSide: side, isPortrait: false, orientation: .up).storedSize
    #expect(throws: Never.self) { try DecodeLimits.check(size, file: "photo") }
    // WebP's limit is the lowest.
    #expect(max(size.width, size.height) <= 16_383 && size.megapixels > 190, "\(size)")
  }

  @Test func `each photo shows its own tag upright, however it is stored, and its thumbnail another`() throws
  {
    var forms: Set<String> = []
    for (position, (path, photo)) in try make(source).enumerated() {
      let info = try ImageProbe.probe(path: path)
      #expect("\(info.storedSize.width)" == photo["width"] && "\(info.storedSize.height)" == photo["height"])
      #expect("\(info.orientation.rawValue)" == photo["orientation"])
      forms.insert("\(info.storedSize) \(info.orientation)")
      let image = try decode(path, as: whole)
      #expect(
        image.damage == nil && image.warnings == []
          && image.pixels.size == info.storedSize.turned(info.orientation))
      #expect(photo["number"] == "\(position)")
      #expect(try difference(of: image.pixels, from: position) < 8)
      let small = try #require(
        try ImageDecoder.degradedImage(path: path, as: whole, ledger: MemoryLedger()))
      #expect(photo["thumbnail"] == "\(position + 20_000)")
      #expect(try difference(of: small.pixels, from: position + 20_000) < 16)
      #expect(try difference(of: small.pixels, from: position) > 50)
    }
    #expect(
      forms == ["512×384 up", "512×384 right", "512×384 down", "512×384 left", "384×512 up"], "\(forms)")
  }

  @Test(arguments: DecodedImage.FileFormat.allCases.filter { $0.unavailability == nil })
  func `files of every kind that this build writes show their tags`(format: DecodedImage.FileFormat) throws {
    let source = MarkedSource(photos: 3, megapixels: 0.2, format: format, seed: 3)
    for (number, (path, _)) in try make(source).enumerated() {
      #expect(try ImageProbe.probe(path: path).format.typeIdentifier == format.uniformTypeIdentifier)
      #expect(try difference(of: decode(path, as: whole).pixels, from: number) < 8)
    }
  }

  @Test(arguments: [(64, 2), (2, 64), (1, 1), (64, 9)]) func `a picture too small for a tag has none`(
    width: Int, height: Int
  ) throws {
    let gray = (0..<width * height).map { UInt8($0 / 5 % 2 * 200) }
    #expect(try tags(in: gray, width: width, height: height).isEmpty)
  }

  @Test(arguments: [28, 40, 96, 200]) func `the tag is read in a cell of any size`(side: Int) throws {
    let cell = ImageSpecification(
      targetSize: PixelSize(width: side, height: side), contentMode: .aspectFill, resizeMode: .exact)
    // The cells side by side, with white between them.
    let (columns, pitch) = (8, side + 5)
    let size = PixelSize(width: columns * pitch, height: source.photos / columns * pitch)
    var gray = [UInt8](repeating: 255, count: size.width * size.height)
    for (number, (path, _)) in try make(source).enumerated() {
      let image = try decode(path, as: cell).pixels
      try #require(image.size == cell.targetSize)
      let corner = number / columns * pitch * size.width + number % columns * pitch
      for (index, pixel) in image.pixels.enumerated() {
        // The tint leaves green close to the luminance.
        gray[corner + index / side * size.width + index % side] = pixel.y
      }
    }
    #expect(try tags(in: gray, width: size.width, height: size.height) == Array(0..<source.photos))
  }

  /// A grey picture of tags of three pixels a module, with grey between them; each number has one column.
  private func screen(of numbers: Range<Int>, rows: Int) throws -> LumaFrame {
    let (pitch, module) = (40, 3)
    let width = numbers.count * pitch
    var gray = [UInt8](repeating: 128, count: width * rows * pitch)
    for number in numbers {
      let modules = try #require(TagReader.modules(of: number))
      for (index, isLight) in modules.enumerated() {
        let left = (number - numbers.lowerBound) * pitch + 5 + index % MarkedPattern.tagModules * module
        for row in 0..<rows {
          let top = row * pitch + 5 + index / MarkedPattern.tagModules * module
          for y in top..<top + module {
            for x in left..<left + module { gray[y * width + x] = isLight ? 185 : 70 }
          }
        }
      }
    }
    return LumaFrame(width: width, height: rows * pitch, pixels: gray)
  }

  @Test func `of a fine screen, more than 4,096 tags are read`() throws {
    let screen = try screen(of: 0..<70, rows: 70)
    #expect(try tags(in: screen.pixels, width: screen.width, height: screen.height).count > 4800)
  }

  @Test func `threads that look at pictures at once find what each shows`() throws {
    let numbers = (0..<16).map { $0 * 8..<$0 * 8 + 8 }
    let screens = try numbers.map { try screen(of: $0, rows: 2) }
    guard let reader = TagReader() else { throw NoTags() }
    let found = screens.concurrentMap { screen in
      reader.find(in: screen.pixels, width: screen.width, height: screen.height).map(\.number)
    }
    #expect(found == numbers.map { $0.flatMap { [$0, $0] } })
  }

  @Test func `stripes have their full depth across each row of modules, and none along it`() throws {
    let photos = try make(MarkedSource(photos: 1, megapixels: 3, isLandscape: true))
    let image = try decode(photos[0].path, as: whole).pixels
    let side = image.size.height
    let left = (image.size.width - side) / 2
    let pixels = image.pixels
    for (row, frequency) in MarkedPattern.stripes.enumerated() {
      let rows = row * side / 12 + 8..<(row + 1) * side / 12 - 8
      // The part of the column's mean that swings with the stripes: half their depth, as a sine's mean square is a half.
      let sum = (left..<left + side).reduce(0.0) { sum, column in
        let green = rows.reduce(0.0) { $0 + Double(pixels[$1 * image.size.width + column].y) }
        let place = (Double(column - left) + 0.5) / Double(side)
        return sum + green / Double(rows.count) * sin(2 * .pi * frequency * place)
      }
      let depth = 2 * sum / Double(side)
      #expect(abs(depth - MarkedPattern.stripeDepth) < 5, "row \(row): \(depth)")
    }
  }

  @Test func `dates go back from photo to photo, in the file as in the list`() throws {
    var last = Date.distantFuture
    for (path, photo) in try make(source) {
      let date = try Date(try #require(photo["date"]), strategy: .iso8601)
      #expect(date < last)
      #expect(try ImageProbe.probe(path: path).captureDate == date)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.modificationDate] as? Date == date)
      last = date
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.skipReason)))
  func `a photo of 12 megapixels weighs what cameras' photos weigh`() throws {
    let photo = try make(MarkedSource(photos: 1))[0].path
    func bytesPerPixel(_ path: String) throws -> Double {
      let info = try ImageProbe.probe(path: path)
      let byteCount = try Data(contentsOf: URL(fileURLWithPath: path)).count
      return Double(byteCount) / Double(info.storedSize.width * info.storedSize.height)
    }
    let cameras = try SharedData.files(of: "photos").filter { $0.notes.contains("camera ") }
    let weights = try cameras.map { $0.path }.filter {
      (12...13).contains(try ImageProbe.probe(path: $0).storedSize.megapixels)
    }.map { try bytesPerPixel($0) }.sorted()
    try #require(weights.count > 3)
    let ratio = try bytesPerPixel(photo) / weights[weights.count / 2]
    #expect(abs(ratio - 1) < 0.2, "\(ratio)")
  }

  @Test func `photos that are no longer wanted leave nothing`() throws {
    let asked = Locked(0)
    #expect(throws: CancellationError.self) {
      try MarkedLibrary(source).make(in: folder.file("photos")) {
        asked.withLock { asked in
          asked += 1
          return asked < 20
        }
      }
    }
    #expect(try folder.names() == [])
  }

  @Test func `photos that are there are not made again, and leftovers do not count as whole`() throws {
    let place = folder.file("photos")
    try MarkedLibrary(source).make(in: place)
    let made = Locked(0)
    try MarkedLibrary(source).make(in: place, progress: { _, _ in made.withLock { $0 += 1 } })
    #expect(made.withLock { $0 } == 0)
    try FileManager.default.removeItem(atPath: "\(place)/00007.jpg")
    let error = #expect(throws: TakenFolder.self) { try MarkedLibrary(source).make(in: place) }
    #expect(error?.description.contains("found 39 of its 40 photos") == true)
    let other = #expect(throws: TakenFolder.self) {
      try MarkedLibrary(MarkedSource(photos: 40, megapixels: 0.2, seed: 4)).make(in: place)
    }
    #expect(other?.description.contains("found another library") == true)
  }

  @Test func `a folder with other files is refused and left as it is`() throws {
    try folder.write("dear diary", as: "diary.txt")
    let error = #expect(throws: TakenFolder.self) { try MarkedLibrary(source).make(in: folder.path) }
    #expect(error?.description.contains("expected these marked photos or nothing, found other files") == true)
    #expect(try folder.contents() == ["diary.txt": Data("dear diary".utf8)])
  }

  @Test func `a disk without room for all is refused before the first photo is written`() throws {
    let error = #expect(throws: NoRoom.self) {
      try MarkedLibrary.checkRoom(for: Int.max, in: folder.path)
    }
    #expect(error?.description.contains("MB of free disk for the photos, found ") == true)
    try MarkedLibrary.checkRoom(for: 1, in: folder.path)
  }
}
