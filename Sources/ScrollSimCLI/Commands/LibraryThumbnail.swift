internal import ArgumentParser
internal import Foundation
internal import GalleryKit
internal import ScrollSim
internal import Support

/// `scrollsim library thumbnail`: the decoder alone.
struct LibraryThumbnail: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail", abstract: "Makes thumbnails of files: aspect fill, centre crop, upright.",
    discussion: """
      Writes <file name>.jpg into the output folder for each file; without one, only decodes. With a store, a \
      thumbnail that was made before is not decoded again.
      """)

  @Argument(help: "Photos: JPEG, PNG, HEIC, AVIF or WebP.", transform: OptionValue.path)
  var files: [String]

  @Option(help: "Pixels to fill, such as 390x390.", transform: OptionValue.pixelSize)
  var size: PixelSize

  @Option(help: "One of \(OptionValue.words(ResizeMode.allCases)).", transform: OptionValue.word)
  var resizeMode = ResizeMode.fast

  @Option(
    help:
      "One of \(OptionValue.words(ColorMode.allCases)); with asTagged, the file's profile is written, too.",
    transform: OptionValue.word)
  var colorMode = ColorMode.sRGB

  @Option(
    help: "The folder to write; without it, thumbnails are made but not written.", transform: OptionValue.path
  )
  var output: String?

  @Flag(help: "Write PNG files, which lose nothing: <file name>.png.")
  var png = false

  @Flag(help: "Refuse damaged files; each is read to its end.")
  var strict = false

  @Flag(help: "Make degraded images, from the files' embedded pictures.")
  var preview = false

  @Option(
    help: "The folder that keeps thumbnails from one command to the next; none by default.",
    transform: OptionValue.path)
  var store: String?

  @Option(help: "The store's limit on disk.", transform: OptionValue.bytes)
  var storeLimit = 2_000_000_000

  @Flag(
    help: "Print the peak bytes of images and decoders, the peak resident bytes, and how many remain.")
  var memory = false

  @Option(help: "Threads.")
  var workers = 1

  func validate() throws {
    try refuse(
      strict && preview, "--strict: expected without --preview, which reads none of the photo itself")
    try OptionValue.check("--workers", workers, in: 1...256)
    try refuse(
      store != nil && (strict || preview),
      "--store: expected without --strict and --preview, which are about the original")
    let names = Dictionary(grouping: files, by: Self.fileName)
    if output != nil, let twins = names.values.first(where: { $0.count > 1 }) {
      throw ValidationError(
        "expected files of different names, found \(twins.joined(separator: " and ")), "
          + "whose thumbnails would be one file")
    }
  }

  func run() throws {
    if let output { try OutputFiles.makeFolder(output) }
    let ledger = MemoryLedger()
    let before = memory ? try ProcessUsage().residentBytes : 0
    let store = try store.map { folder in
      try ThumbnailStore(.persistent(folder: folder), byteLimit: storeLimit) { Terminal.writeError("\($0)") }
    }
    defer { store?.close() }
    let files = workers == 1 ? files : Self.heaviestFirst(files)
    let failures = files.concurrentMap(workers: workers) { file -> ExitCode? in
      do {
        try makeThumbnail(of: file, store: store, ledger: ledger)
        return nil
      } catch {
        return Exit.because(of: error)
      }
    }.compactMap(\.self)
    if memory {
      let usage = try ProcessUsage()
      try Terminal.write(
        """
        images and decoders: \(ledger.snapshot.peak) bytes
        resident: \(usage.peakResidentBytes) bytes
        left: \(usage.residentBytes - before) bytes more than before

        """)
    }
    if !failures.isEmpty {
      throw Exit.because(
        "\(failures.count) of \(files.count) files have no thumbnail",
        failures.contains(Exit.disk) ? Exit.disk : Exit.notMeasured)
    }
  }

  /// Files by size, the largest first, so that no worker is left alone with a large one at the end.
  private static func heaviestFirst(_ files: [String]) -> [String] {
    let weighed = files.map { (file: $0, bytes: (try? FileStatus(of: $0).byteCount) ?? 0) }
    return weighed.sorted { $0.bytes > $1.bytes }.map(\.file)
  }

  private static func fileName(_ path: String) -> String { (path as NSString).lastPathComponent }

  private func stored(
    _ asset: Asset, as specification: ImageSpecification, in store: ThumbnailStore, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    let stored = StoredImage(of: asset, as: specification, in: store)
    if let image = stored?.image(for: .image, ledger: ledger) { return image }
    let image = try ImageDecoder.decode(path: asset.original.path, as: specification, ledger: ledger)
    stored?.keep(image)
    return image
  }

  private func makeThumbnail(of file: String, store: ThumbnailStore?, ledger: MemoryLedger) throws {
    let specification = ImageSpecification(
      targetSize: size, contentMode: .aspectFill, resizeMode: resizeMode, colorMode: colorMode)
    let made: DecodedImage? =
      if let store, let asset = Asset(file: file) {
        try stored(asset, as: specification, in: store, ledger: ledger)
      } else if preview {
        try ImageDecoder.degradedImage(path: file, as: specification, ledger: ledger)
      } else {
        try ImageDecoder.decode(path: file, as: specification, strict: strict, ledger: ledger)
      }
    guard let image = made else {
      throw Exit.because("\(file): it holds nothing that could stand in for it", Exit.notMeasured)
    }
    if let damage = image.damage { Terminal.writeError("\(file): damaged: \(damage)") }
    for warning in image.warnings { Terminal.writeError("\(file): \(warning)") }
    guard let output else { return }
    let path = "\(output)/\(Self.fileName(file))"
    if png {
      try PictureWriter.png(colorProfile: image.colorProfile).write(image.pixels, to: "\(path).png")
    } else {
      try PictureWriter.jpeg(quality: 85, colorProfile: image.colorProfile).write(
        image.pixels, to: "\(path).jpg")
    }
  }
}

extension Asset {
  /// A file as an asset outside all libraries; `nil` if it does not exist.
  fileprivate init?(file path: String) {
    let url = URL(fileURLWithPath: path)
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
      let bytes = attributes[.size] as? Int, let modified = attributes[.modificationDate] as? Date
    else { return nil }
    self.init(
      localIdentifier: String(XXHash64.hash(url.path.utf8), radix: 16),
      pixelSize: PixelSize(width: 0, height: 0), creationDate: modified, modificationDate: modified,
      original: Original(path: url.path, format: .unknown, byteCount: bytes))
  }
}
