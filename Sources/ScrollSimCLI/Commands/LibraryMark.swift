internal import ArgumentParser
internal import GalleryKit
internal import ScrollSim

/// `scrollsim library mark`: photos that can be recognised in a recording of any program.
struct LibraryMark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Makes photos that 'scrollsim watch' recognises in a recording of any app.",
    discussion: """
      Each photo has the file size and the decode cost of a camera's, a tag that says which one it is, and \
      stripes that say how sharp it is shown; its embedded thumbnail has another tag. The newest comes \
      first. The same options and seed give the same files; \(MarkedLibrary.manifestName) lists them.
        scrollsim library mark Marked --photos 500
      """)

  @Argument(
    help: "The folder to write; must be empty, or hold these very photos.", transform: OptionValue.path)
  var folder: String

  @Option(help: "How many photos, at most \(MarkedPattern.mostPhotos).")
  var photos = 2_000

  @Option(help: "About how many millions of pixels a photo has.")
  var megapixels = 12.0

  @Option(
    help:
      "One of \(OptionValue.words(DecodedImage.FileFormat.allCases)); all but jpeg encode each photo, which takes longer.",
    transform: OptionValue.word)
  var format = DecodedImage.FileFormat.jpeg

  @Flag(help: "Make all photos landscape, instead of a phone's mix of shapes and orientations.")
  var landscape = false

  @Option(help: "Seeds every random choice.")
  var seed: UInt64 = 1

  func validate() throws {
    let most = MarkedPattern.mostPhotos
    try refuse(
      !(1...most).contains(photos),
      "--photos: expected 1 to \(most), which tags can tell apart, found \(photos)")
    let range = MarkedSource.megapixelRange
    try refuse(
      !range.contains(megapixels),
      "--megapixels: expected \(range.lowerBound) to \(range.upperBound), found \(megapixels)")
    try refuse(!TagReader.isAvailable, "\(NoTags())")
    if let reason = format.unavailability { throw ValidationError("--format \(format.rawValue): \(reason)") }
  }

  func run() async throws {
    let source = MarkedSource(
      photos: photos, megapixels: megapixels, format: format, isLandscape: landscape, seed: seed)
    let progress = ProgressLine()
    let folder = folder
    try await progress.duringCancellable {
      do {
        try MarkedLibrary(source).make(
          in: folder, while: { !Interrupt.happened }, forecast: { Self.say($0, of: source) },
          progress: progress.count("made", "photos"))
      } catch is CancellationError {
        throw Exit.because("interrupted: nothing of \(folder) is left", Exit.notMeasured)
      }
    }
    try Terminal.write(
      "\(folder): \(Figure.count(photos)) marked photos, listed in \(MarkedLibrary.manifestName)\n")
  }

  /// Says in advance how long it takes, if that is long.
  private static func say(_ forecast: MarkedLibrary.Forecast, of source: MarkedSource) {
    guard forecast.seconds > 60 else { return }
    Terminal.writeError(
      "\(Figure.count(source.photos)) photos will take about \(ProgressLine.duration(forecast.seconds)) and "
        + "\(Figure.bytes(forecast.byteCount))"
        + (source.format == .jpeg ? "" : "; those of --format jpeg are quicker to make"))
  }
}
