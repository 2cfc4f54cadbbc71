internal import BenchReport

/// A survey's outputs: its file, its page and its chart.
struct SurveyOutput {
  private let folder: String
  private let name: String
  private let place: OutputPlace<SurveyFile>

  init(folder: String, name: String, shard: TuneShard? = nil) {
    self.folder = folder
    self.name = name
    let part = shard.map { ".\($0.index)-of-\($0.count)" } ?? ""
    place = OutputPlace(folder: folder, name: "\(name).survey\(part)")
  }

  /// Checks that the survey can be written, before it takes minutes to make.
  func check() throws { try Exit.onFailure { try place.check() } }

  /// Writes a survey, and shows it unless it is a share of one.
  func write(_ file: SurveyFile, as format: Format) throws {
    let isWhole = file.shard == nil
    let written = try OutputFiles.show(Result { try place.write(file) }) {
      if isWhole { try Terminal.write(format.render(Document(file), [.json: file.json])) }
    }
    guard isWhole else { return Terminal.writeError("part: \(written.path)") }
    let chart = "\(folder)/\(name).svg"
    try Exit.onFailure { try written.write(page: Document(file).html()) }
    try OutputFiles.write(file.chart(), to: chart)
    Terminal.writeError("survey: \(written.path)\npage:   \(written.page)\nchart:  \(chart)")
  }
}
