internal import ArgumentParser
internal import Foundation
internal import GalleryKit
internal import ScrollSim

/// `scrollsim library`: makes, indexes, describes, checks and mends photo libraries, and makes thumbnails of files.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "Makes, marks, indexes, describes and checks photos; thumbnails of files.",
    subcommands: [Generate.self, LibraryMark.self, Index.self, Info.self, Verify.self, LibraryThumbnail.self])

  struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a synthetic library whose files look and cost like photographs.",
      discussion: "The same options and seed give the same files. Asset i shows file i mod distinct.")

    @Option(
      name: .shortAndLong, help: "The folder to write; must be empty, or this very library.",
      transform: OptionValue.path)
    var output: String

    @Option(help: "How many photos the library shows.", transform: OptionValue.photoCount)
    var photos = 5_000

    @Option(help: "How many distinct files there are; by default 48, or one per photo if there are fewer.")
    var distinct: Int?

    @Option(help: "Millions of pixels per photo, such as 2-12.", transform: OptionValue.range)
    var megapixels = 2.0...12.0

    @Option(help: "The share of PNG files, 0 to 1.")
    var png = 0.05

    @Option(help: "The share of files with an embedded thumbnail, 0 to 1; no PNG has one.")
    var embeddedThumbnails = 0.5

    @Option(help: "Seeds every random choice.")
    var seed: UInt64 = 1

    func validate() throws {
      try OptionValue.check("--distinct", distinct, in: 1...photos)
      try refuse(
        !(0...1).contains(png) || !(0...1).contains(embeddedThumbnails),
        "expected shares from 0 to 1, found \(png) and \(embeddedThumbnails)")
      try refuse(
        megapixels.lowerBound < 0.01 || megapixels.upperBound > 200, "expected 0.01 to 200 megapixels")
    }

    func run() throws {
      let source = SyntheticSource(
        photos: photos, distinct: distinct ?? min(48, photos), megapixels: megapixels, png: png,
        embeddedThumbnails: embeddedThumbnails)
      let progress = ProgressLine()
      let library = try progress.during {
        try SyntheticLibrary(source, seed: seed).make(in: output, progress: progress.count("made", "files"))
      }
      try Terminal.write(library.summary().description())
    }
  }

  struct Index: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Indexes a folder of photos: adds new and changed files to its catalogue.",
      discussion: """
        Files whose size and modification time are unchanged are not opened. A photo whose file is not found \
        is missing: its favourite mark, albums and edits are kept for 30 days and until indexing has found \
        it overdue on three days, and it is the same photo when its file returns or turns up elsewhere. If \
        more than half of the photos are missing at once, nothing is changed unless you accept it: the disk \
        may not be mounted.
          scrollsim library index ~/Pictures
        """)

    @Argument(help: "A folder of photos, at any depth.", transform: OptionValue.path)
    var folder: String

    @Option(help: "Threads that read; one per processor by default.")
    var workers: Int?

    @Flag(help: "Go on even if more than half of the photos are missing.")
    var acceptMissing = false

    @Option(help: "Days to keep a missing photo before it is forgotten; 0 forgets it at once.")
    var keepMissing = 30.0

    func validate() throws {
      try refuse(
        !(0...36_500).contains(keepMissing), "--keep-missing: expected 0 to 36500 days, found \(keepMissing)")
      try OptionValue.check("--workers", workers, in: 1...256)
    }

    func run() throws {
      let progress = ProgressLine()
      let library = try LibraryLocation(folder: folder).open()
      var options = PhotoLibrary.IndexOptions(
        acceptsMissing: acceptMissing, missingAreKeptFor: keepMissing * 86_400)
      if let workers { options.workers = workers }
      let report = try progress.during {
        try library.index(options, progress: progress.count("read", "files"))
      }
      LibraryCommand.warn(of: library)
      LibraryCommand.list(report.failures)
      if let words = report.notShownWords { Terminal.writeError(words) }
      // The report mentions a broken file once.
      let broken = try library.summary().failed + report.unlisted.count
      try Terminal.write(
        """
        \(report.added) added, \(report.updated) updated, \(report.moved) moved, \(report.returned) returned, \
        \(report.missing) missing, \(report.unchanged) unchanged, \(broken) cannot be shown\
        \(report.purged > 0 ? ", \(report.purged) forgotten, which were missing for too long" : "")
        catalogue: \(library.catalogue)

        """)
    }
  }

  fileprivate static func warn(of library: PhotoLibrary) {
    if let warning = library.warning { Terminal.writeError(warning) }
  }

  fileprivate static func list(_ failures: [PhotoLibrary.Failure]) {
    for failure in failures { Terminal.writeError("\(failure.path): \(failure.reason)") }
  }

  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Describes a library: its files and their decoded size.")

    @Argument(help: "A folder of photos, or a synthetic library.", transform: OptionValue.path)
    var folder: String

    func run() throws {
      let progress = ProgressLine()
      let location = LibraryLocation(folder: folder)
      let library = try location.open()
      LibraryCommand.warn(of: library)
      let report =
        location.isSynthetic
        ? nil : try progress.during { try library.index(progress: progress.count("read", "files")) }
      let text = try library.summary().description(scratch: library.greatestScratch(), report: report)
      try Terminal.write(Terminal.harmless(text))
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks a library's catalogue, and repairs a damaged one.",
      discussion: """
        Reads every page of the catalogue. Exits with 0 if it is sound; if it is damaged, says how and exits \
        with 2. --repair rebuilds a damaged catalogue: it keeps all favourites, albums, edits and \
        identifiers whose rows can be read, even if the file was cut off or its header is lost; it reads all \
        photos again, and leaves the damaged file beside the new one. Photos are never touched.
          scrollsim library verify ~/Pictures
        """)

    @Argument(help: "A folder of photos that was indexed.", transform: OptionValue.path)
    var folder: String

    @Flag(help: "Rebuild a damaged catalogue from its readable parts and from the photos.")
    var repair = false

    func run() throws {
      let location = LibraryLocation(folder: folder)
      guard FileManager.default.fileExists(atPath: location.catalogue) else {
        throw Exit.because(
          "\(folder): expected a folder that was indexed, found no catalogue of it: \(location.catalogue): there is no such "
            + "file; 'scrollsim library index' makes it", Exit.disk)
      }
      let check = try PhotoLibrary.check(catalogue: location.catalogue)
      for problem in check.problems.prefix(20) { Terminal.writeError("\(location.catalogue): \(problem)") }
      if check.problems.count > 20 { Terminal.writeError("and \(check.problems.count - 20) more") }
      guard !check.isSound else { return try Terminal.write("sound: \(location.catalogue)\n") }
      guard repair else {
        throw Exit.because(
          "\(location.catalogue): the catalogue is damaged; 'scrollsim library verify --repair' keeps its readable parts",
          Exit.limitBroken)
      }
      guard !location.isSynthetic else {
        throw Exit.because(
          "\(folder): a synthetic library is not repaired; generate it again with 'scrollsim library generate'"
        )
      }
      let progress = ProgressLine()
      let mended = try PhotoLibrary.repair(catalogue: location.catalogue)
      let report = try progress.during {
        // The folder shows its contents itself: lost rows are no reason to refuse.
        let options = PhotoLibrary.IndexOptions(acceptsMissing: true)
        return try location.open().index(options, progress: progress.count("read", "files"))
      }
      LibraryCommand.list(report.failures)
      let kept = [("asset", "photos"), ("collection", "albums and folders"), ("member", "places in albums")]
        .map { "\(mended.kept[$0] ?? 0) \($1)" }.joined(separator: ", ")
      let lost = mended.failures.sorted { $0.key < $1.key }.map { "\($0) rows (\($1))" }.joined(
        separator: ", ")
      try Terminal.write(
        """
        repaired: \(location.catalogue)
        kept: \(kept)
        could not be read: \(lost.isEmpty ? "nothing" : lost)
        indexed: \(report.added) added, \(report.updated) updated, \(report.missing) missing, \(report.failed) cannot be shown
        damaged file: \(mended.damaged)

        """)
    }
  }
}
