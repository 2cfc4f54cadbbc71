internal import ArgumentParser
internal import Foundation
internal import ScrollSim

/// `scrollsim init`: the files to begin with.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Writes a scenario for your app, a strategy of your own, or a gate.",
    discussion: """
      scrollsim init                    a scenario, from six answers
      scrollsim init strategy farther   a package with a strategy, compared with all others
      scrollsim init gate               a package, a workflow and baselines that check pull requests
      """,
    subcommands: [InitScenario.self, InitStrategy.self, InitGate.self], defaultSubcommand: InitScenario.self)
}

/// `scrollsim init scenario`: a scenario for your app.
struct InitScenario: ParsableCommand {
  typealias Template = ScenarioTemplate

  static let configuration = CommandConfiguration(
    commandName: "scenario", abstract: "Writes a scenario for your app, from six answers.",
    discussion: """
      In a terminal it asks for whatever no option gives; elsewhere what is not given has its default. The scenario's \
      schema is put beside it, for editors that complete keys. A folder's photos are repeated where the scroll comes by more \
      of them than there are.

      Example: scrollsim init gallery.json --device tablet --columns 5 --library ~/Pictures --worry blank
      """)

  @Argument(
    help: "The file to write; its results have its name.", completion: .file(extensions: ["json"]),
    transform: Choice.output)
  var file = Self.standard

  private static let standard = "gallery.json"

  @Option(help: "\(Choice.words(Template.Device.self)); phone by default.", transform: Choice.word)
  var device: Template.Device?

  @OptionGroup var grid: GridOptions

  @Option(
    help: "Cells one below the other, of a grid that scrolls sideways.", transform: Choice.cellCount)
  var rows: Int?

  @Option(
    help: "How many synthetic photos, in place of a folder's; 5000 by default.", transform: Choice.photoCount)
  var photos: Int?

  @Option(
    help:
      "Your main worry: \(Choice.words(Template.Worry.self)); blank cells while flinging by default.",
    transform: Choice.word)
  var worry: Template.Worry?

  func validate() throws {
    if grid.columns != nil, rows != nil {
      throw ValidationError("expected --columns (the grid scrolls down) or --rows (sideways), found both")
    }
    if grid.library != nil, photos != nil {
      throw ValidationError("expected --library (a folder's photos) or --photos (synthetic ones), found both")
    }
    if grid.trace != nil, worry == .memory {
      throw ValidationError("--trace: expected another --worry than memory, whose scroll goes round in laps")
    }
  }

  func run() throws {
    let isStream = OutputFiles.isStream(file)
    guard isStream || !OutputFiles.exist(file) else {
      throw Exit.because("\(file): expected no such file yet, found one; name another")
    }
    let name = URL(fileURLWithPath: isStream ? Self.standard : file).deletingPathExtension().lastPathComponent
    let device =
      try device ?? ask("Which device: \(Choice.words(Template.Device.self))?", "phone", Choice.word)
    let given = photos.map { "\($0)" } ?? grid.library
    var template = try Template(
      name: name, device: device,
      columns: grid.columns ?? rows ?? ask("How many columns has the grid?", "3", Choice.cellCount),
      photos: given.map(Self.photos)
        ?? ask("Whose photos: a folder, or how many synthetic ones?", "5000", Self.photos),
      worry: worry
        ?? ask("Your main worry: \(Choice.words(Template.Worry.self))?", "blank", Choice.word))
    template.isSideways = rows != nil
    template.memoryBudgetBytes =
      try grid.memoryBudget
      ?? ask("How much memory for images?", Figure.bytes(device.memoryBudgetBytes), Choice.memoryBudget)
    template.costs = grid.costs.name
    var recording = try grid.recording ?? (template.worry == .memory ? nil : askForRecording())
    // A scenario's relative paths start at its folder, a command line's at the current folder.
    if let path = recording?.path { recording?.path = URL(fileURLWithPath: path).path }
    template.recording = recording
    if case .folder = template.photos {
      template.leastPhotos = try Exit.onFailure { try template.photosScrolledBy(in: file) }
    }
    let text = template.text
    try Exit.onFailure { _ = try ScenarioFile.parse([UInt8](text.utf8), path: file) }
    try OutputFiles.checkFile(file)
    try OutputFiles.write(text, to: file)
    let schema = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appending(path: "scenario.schema.json").path
    if isStream { return }
    if !OutputFiles.exist(schema) { try OutputFiles.write([UInt8](ScenarioSchema.text.utf8), to: schema) }
    Terminal.writeError("scenario: \(file)\nnext:     scrollsim run \(file) --dry-run")
  }

  /// Asks until there is a valid answer; without a terminal, or without an answer, it is the default.
  private func ask<Value>(_ question: String, _ standard: String, _ read: (String) throws -> Value) throws
    -> Value
  {
    guard Terminal.isInteractive else { return try read(standard) }
    while true {
      Terminal.writeError("\(question) [\(standard)]")
      let answer = readLine()?.trimmingCharacters(in: .whitespaces) ?? ""
      do { return try read(answer.isEmpty ? standard : answer) } catch let error as ValidationError {
        Terminal.writeError(error.message)
      }
    }
  }

  /// Asks for a recording; none without a terminal, or without an answer.
  private func askForRecording() throws -> RecordingSource? {
    try ask("A recording of how it is scrolled, or none?", "none") { answer in
      answer == "none" ? nil : RecordingSource(path: try Choice.path(answer), physics: grid.chosenPhysics)
    }
  }

  private static func photos(_ argument: String) throws -> Template.Photos {
    if argument.allSatisfy(\.isNumber) { return .synthetic(try Choice.photoCount(argument)) }
    // A scenario's relative paths start at its folder, a command line's at the current folder.
    let path = argument.hasPrefix("~") ? argument : URL(fileURLWithPath: try Choice.path(argument)).path
    return .folder(path)
  }
}
