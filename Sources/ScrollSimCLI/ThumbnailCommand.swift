internal import ArgumentParser
internal import Foundation
internal import GalleryKit
internal import Locking

/// `scrollsim thumbnail`: the decoder alone.
struct ThumbnailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail", abstract: "Makes thumbnails of files: aspect fill, centre crop, upright.",
    discussion: "Writes <file name>.jpg into the output folder for each file; without one, only decodes.")

  @Argument(help: "JPEG or PNG files.", transform: Choice.path)
  var files: [String]

  @Option(help: "Pixels to fill, as 390x390.", transform: Choice.pixelSize)
  var size: PixelSize

  @Option(help: "One of \(Choice.words(ResizeMode.self)).", transform: Choice.word)
  var resizeMode = ResizeMode.fast

  @Option(help: "Where thumbnails go; without it they are made and not written.", transform: Choice.path)
  var output: String?

  @Flag(help: "Write PNG files, which lose nothing: <file name>.png.")
  var png = false

  @Flag(help: "Refuse damaged files; they are read to their end.")
  var strict = false

  @Flag(help: "Make what stands in for a photo until it is decoded, from what its file embeds.")
  var preview = false

  @Option(help: "Threads.")
  var workers = 1

  func validate() throws {
    guard !(strict && preview) else {
      throw ValidationError("--strict: expected without --preview, which reads none of the photo itself")
    }
    guard (1...256).contains(workers) else {
      throw ValidationError("--workers: expected 1 to 256, found \(workers)")
    }
    let names = Dictionary(grouping: files, by: Self.fileName)
    if let twins = names.values.first(where: { $0.count > 1 }) {
      throw ValidationError(
        "expected files of different names, found \(twins.joined(separator: " and ")), "
          + "whose thumbnails would be one file")
    }
  }

  func run() throws {
    if let output { try OutputFiles.makeFolder(output) }
    let specification = ImageSpecification(targetSize: size, contentMode: .aspectFill, resizeMode: resizeMode)
    let ledger = MemoryLedger()
    let failures = Locked(0)
    let files = files
    let output = output
    let next = Locked(files.startIndex)
    @Sendable func work() {
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < files.count else { return }
        let complaint = makeThumbnail(of: files[index], as: specification, in: output, ledger: ledger)
        guard let complaint else { continue }
        failures.withLock { $0 += 1 }
        Terminal.writeError(complaint)
      }
    }
    if workers == 1 { work() } else { DispatchQueue.concurrentPerform(iterations: workers) { _ in work() } }
    let failed = failures.withLock { $0 }
    if failed > 0 {
      throw Exit.because("\(failed) of \(files.count) files have no thumbnail", Exit.notMeasured)
    }
  }

  private static func fileName(_ path: String) -> String { (path as NSString).lastPathComponent }

  private func decode(
    _ file: String, as specification: ImageSpecification, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    preview
      ? try ImageDecoder.preview(path: file, as: specification, ledger: ledger)
      : try ImageDecoder.decode(path: file, as: specification, strict: strict, ledger: ledger)
  }

  /// Makes one thumbnail, and says what is wrong if it cannot be made.
  private func makeThumbnail(
    of file: String, as specification: ImageSpecification, in folder: String?, ledger: MemoryLedger
  ) -> String? {
    do {
      guard let image = try decode(file, as: specification, ledger: ledger) else {
        return "\(file): there is nothing in it that could stand in for it"
      }
      if let damage = image.damage { Terminal.writeError("\(file): damaged: \(damage)") }
      for warning in image.warnings { Terminal.writeError("\(file): \(warning)") }
      guard let folder else { return nil }
      let name = Self.fileName(file)
      if png {
        try PNGWriter().write(image.pixels, to: "\(folder)/\(name).png")
      } else {
        try JPEGWriter(quality: 85).write(image.pixels, to: "\(folder)/\(name).jpg")
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
