internal import ArgumentParser
internal import GalleryKit
internal import ScrollSim

/// `scrollsim library`: makes, indexes, describes and checks photo libraries, and makes thumbnails of files.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "Makes, marks, indexes, describes and checks photos; thumbnails of files.",
    subcommands: [
      Generate.self, LibraryMark.self, Index.self, Info.self, LibraryVerify.self, LibraryThumbnail.self,
    ])

  struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a synthetic library whose files look and cost like photographs.",
      discussion: "The same options and seed give the same files. Asset i shows file i mod distinct.")

    @Option(
      name: .shortAndLong, help: "The folder to make; must be empty, or this very library.",
      transform: Choice.path)
    var output: String

    @Option(help: "How many photos the library shows.", transform: Choice.photoCount)
    var photos = 5_000

    @Option(help: "How many files are behind them.")
    var distinct = 48

    @Option(help: "Millions of pixels a photo, as 2-12.", transform: Choice.range)
    var megapixels = 2.0...12.0

    @Option(help: "The share of PNG files, 0 to 1.")
    var png = 0.05

    @Option(help: "The share of JPEG files with an embedded thumbnail, 0 to 1.")
    var embeddedThumbnails = 0.5

    @Option(help: "Seeds every random choice.")
    var seed: UInt64 = 1

    func validate() throws {
      guard distinct > 0, distinct <= photos else {
        throw ValidationError("expected 1 ≤ distinct ≤ photos, found \(distinct) and \(photos)")
      }
      guard (0...1).contains(png), (0...1).contains(embeddedThumbnails) else {
        throw ValidationError("expected shares from 0 to 1, found \(png) and \(embeddedThumbnails)")
      }
      guard megapixels.lowerBound >= 0.01, megapixels.upperBound <= 200 else {
        throw ValidationError("expected 0.01 to 200 megapixels")
      }
    }

    func run() throws {
      let source = SyntheticSource(
        photos: photos, distinct: distinct, megapixels: megapixels, png: png,
        embeddedThumbnails: embeddedThumbnails)
      let progress = ProgressLine()
      let library = try progress.during {
        try SyntheticLibrary(source, seed: seed).make(in: output, progress: progress.count("made", "files"))
      }
      try Terminal.write(try LibraryDescription(summary: library.summary()).description)
    }
  }

  struct Index: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Indexes a folder of photos: adds new and changed files to its catalogue.",
      discussion: """
        Files whose size and modification time are as before are not opened. A photo whose file is not found is \
        missing: it keeps what was made of it for 30 days and until three days of indexing have found it overdue, \
        and is the same photo when its file returns or turns up elsewhere. Where more than half of the photos are missing at once, nothing is changed unless you \
        accept it: the disk may not be there.
          scrollsim library index ~/Pictures
        """)

    @Argument(help: "A folder of photos, at any depth.", transform: Choice.path)
    var folder: String

    @Option(help: "Threads that read; the number of processors by default.")
    var workers: Int?

    @Flag(help: "Go on where more than half of the photos are missing.")
    var acceptMissing = false

    @Option(help: "Days for which a missing photo is kept before it is forgotten; 0 forgets it at once.")
    var keepMissing = 30.0

    func validate() throws {
      guard (0...36_500).contains(keepMissing) else {
        throw ValidationError("--keep-missing: expected 0 to 36500 days, found \(keepMissing)")
      }
      try Choice.check("--workers", workers, in: 1...256)
    }

    func run() throws {
      let progress = ProgressLine()
      let (library, report) = try progress.during {
        let library = try LibraryLocation(folder: folder).open()
        var options = PhotoLibrary.IndexOptions(
          acceptsMissing: acceptMissing, missingAreKeptFor: keepMissing * 86_400)
        if let workers { options.workers = workers }
        let report = try library.index(options, progress: progress.count("read", "files"))
        return (library, report)
      }
      LibraryCommand.warn(of: library)
      for failure in report.failures { Terminal.writeError("\(failure.path): \(failure.reason)") }
      if let words = report.notShownWords { Terminal.writeError(words) }
      try Terminal.write(
        """
        \(report.added) added, \(report.updated) updated, \(report.moved) moved, \(report.returned) returned, \
        \(report.missing) missing, \(report.unchanged) unchanged, \(report.failed) cannot be shown\
        \(report.purged > 0 ? ", \(report.purged) forgotten, which were missing for too long" : "")
        catalogue: \(library.catalogue)

        """)
    }
  }

  /// Prints the warning of an opened library.
  fileprivate static func warn(of library: PhotoLibrary) {
    if let warning = library.warning { Terminal.writeError(warning) }
  }

  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Describes a library: its files and their decoded size.")

    @Argument(help: "A folder of photos, or a synthetic library.", transform: Choice.path)
    var folder: String

    func run() throws {
      let progress = ProgressLine()
      let (summary, scratch, report) = try progress.during {
        let location = LibraryLocation(folder: folder)
        let library = try location.open()
        LibraryCommand.warn(of: library)
        guard !location.isSynthetic else {
          return (try library.summary(), try library.greatestScratch(), PhotoLibrary.IndexReport?.none)
        }
        let report = try library.index(progress: progress.count("read", "files"))
        return (try library.summary(), try library.greatestScratch(), report)
      }
      try Terminal.write(LibraryDescription(summary: summary, scratch: scratch, report: report).description)
    }
  }
}
