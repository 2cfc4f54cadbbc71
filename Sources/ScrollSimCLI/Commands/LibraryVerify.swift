internal import ArgumentParser
internal import GalleryKit
internal import ScrollSim

/// `scrollsim library verify`: checks a catalogue, and repairs a damaged one.
struct LibraryVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Checks a library's catalogue, and repairs a damaged one.",
    discussion: """
      Reads every page of the catalogue. Ends with 0 if it is sound, and with 2 if it is damaged, after saying how. With \
      --repair a damaged catalogue is made anew: favourites, albums, edits and identifiers are kept as far as their rows can \
      be read, also where the file was cut off or its header is lost; all files are read again, and the damaged file stays \
      beside it. Photos are never touched.
        scrollsim library verify ~/Pictures
      """)

  @Argument(help: "A folder of photos that was indexed.", transform: Choice.path)
  var folder: String

  @Flag(help: "Rebuild a damaged catalogue from its readable parts and from the photos.")
  var repair = false

  func run() throws {
    let location = LibraryLocation(folder: folder)
    let check = try Exit.onFailure { try PhotoLibrary.check(catalogue: location.catalogue) }
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
        "\(folder): a synthetic library is not repaired; generate it again with 'scrollsim library generate'")
    }
    try mend(location)
  }

  private func mend(_ location: LibraryLocation) throws {
    let progress = ProgressLine()
    let (repair, report) = try progress.during {
      let repair = try PhotoLibrary.repair(catalogue: location.catalogue)
      // The folder shows its contents itself: lost rows are no reason to refuse.
      let options = PhotoLibrary.IndexOptions(acceptsMissing: true)
      return (repair, try location.open().index(options, progress: progress.count("read", "files")))
    }
    for failure in report.failures { Terminal.writeError("\(failure.path): \(failure.reason)") }
    let kept = [("asset", "photos"), ("collection", "albums and folders"), ("member", "places in albums")]
      .map { "\(repair.kept[$0] ?? 0) \($1)" }.joined(separator: ", ")
    let lost = repair.failures.sorted { $0.key < $1.key }.map { "\($1) of \($0)" }.joined(separator: ", ")
    try Terminal.write(
      """
      repaired: \(location.catalogue)
      kept: \(kept)
      could not be read: \(lost.isEmpty ? "nothing" : "\(lost), rows each")
      indexed: \(report.added) added, \(report.updated) updated, \(report.missing) missing, \(report.failed) cannot be shown
      damaged file: \(repair.damaged)

      """)
  }
}
