internal import ArgumentParser
internal import Foundation
internal import ScrollSim

/// `scrollsim init`: the files to begin with.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Writes a scenario for your app, your own strategy, or a gate.",
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
      In a terminal, it asks for whatever no option gives; elsewhere, it uses defaults. It writes the \
      scenario's schema beside it, for editors that complete keys. A folder's photos are repeated if the \
      scroll passes more of them than there are.

      Example: scrollsim init gallery.json --device tablet --columns 5 --library ~/Pictures --worry blank
      """)

  @Argument(
    help: "The file to write; its results have its name.", completion: .file(extensions: ["json"]),
    transform: OptionValue.output)
  var file = Self.standard

  private static let standard = "gallery.json"

  @Option(
    help: "\(OptionValue.words(Template.Device.allCases)); phone by default.", transform: OptionValue.word)
  var device: Template.Device?

  @OptionGroup var grid: GridOptions

  @Option(
    help: "Cells in a column, of a grid that scrolls sideways.", transform: OptionValue.cellCount)
  var rows: Int?

  @Option(
    help: "How many synthetic photos, in place of a folder's; 5000 by default.",
    transform: OptionValue.photoCount)
  var photos: Int?

  @Option(
    help:
      "Your main worry: \(OptionValue.words(Template.Worry.allCases)); blank cells while flinging by default.",
    transform: OptionValue.word)
  var worry: Template.Worry?

  func validate() throws {
    try refuse(
      grid.columns != nil && rows != nil,
      "expected --columns (the grid scrolls down) or --rows (sideways), found both")
    try refuse(
      grid.library != nil && photos != nil,
      "expected --library (a folder's photos) or --photos (synthetic ones), found both")
    try refuse(
      grid.trace != nil && worry == .memory,
      "--trace: expected a --worry other than memory, whose scroll goes in laps")
  }

  func run() throws {
    let isStream = OutputFiles.isStream(file)
    guard isStream || !OutputFiles.exist(file) else {
      throw Exit.because("\(file): expected no such file yet, found one; name another")
    }
    let name = URL(fileURLWithPath: isStream ? Self.standard : file).deletingPathExtension().lastPathComponent
    let device =
      try device
      ?? ask("Which device: \(OptionValue.words(Template.Device.allCases))?", "phone", OptionValue.word)
    let given = try photos.map(Template.Photos.synthetic) ?? grid.library.map(Self.folder)
    var template = try Template(
      name: name, device: device,
      columns: grid.columns ?? rows
        ?? ask("How many columns does the grid have?", "3", OptionValue.cellCount),
      photos: given
        ?? ask("Whose photos: a folder, or how many synthetic ones?", "5000", Self.photos),
      worry: worry
        ?? ask("Your main worry: \(OptionValue.words(Template.Worry.allCases))?", "blank", OptionValue.word))
    template.isSideways = rows != nil
    template.memoryBudgetBytes =
      try grid.memoryBudget
      ?? ask("How much memory for images?", Figure.bytes(device.memoryBudgetBytes), OptionValue.memoryBudget)
    template.costs = grid.costs.name.map { $0.hasSuffix(".json") ? Self.absolute($0) : $0 }
    var recording = try grid.recording ?? (template.worry == .memory ? nil : askForRecording())
    if let path = recording?.path { recording?.path = Self.absolute(path) }
    template.recording = recording
    if case .folder = template.photos {
      template.leastPhotos = try template.photosScrolledBy(in: file)
    }
    let text = template.text
    let scenario = try ScenarioFile.parse([UInt8](text.utf8), path: file)
    for note in try template.traceNotes(in: scenario) { Terminal.writeError("\(name): \(note)") }
    try OutputFiles.make(text, at: file)
    if isStream { return }
    let schema = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appending(path: "scenario.schema.json").path
    if !OutputFiles.exist(schema) { try OutputFiles.write(ScenarioSchema.text, to: schema) }
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
      answer == "none"
        ? nil : RecordingSource(path: try OptionValue.path(answer), physics: grid.chosenPhysics)
    }
  }

  private static func photos(_ argument: String) throws -> Template.Photos {
    argument.allSatisfy(\.isNumber) ? .synthetic(try OptionValue.photoCount(argument)) : try folder(argument)
  }

  private static func folder(_ argument: String) throws -> Template.Photos {
    .folder(absolute(try OptionValue.path(argument)))
  }

  /// A scenario's relative paths start at its folder, a command line's at the current folder; `~` is the reader's home in both.
  private static func absolute(_ path: String) -> String {
    path.hasPrefix("~") ? path : URL(fileURLWithPath: path).path
  }
}

/// `scrollsim init strategy`: a package with a strategy of your own.
struct InitStrategy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strategy",
    abstract: "Writes a package of two files that adds your own strategy to all others.",
    discussion: """
      The package builds a scrollsim with one more strategy, in scenarios, tables, searches and gates:

      scrollsim init strategy farther
      cd farther
      swift run -c release farther run fling --mode model --strategy farther --strategy screens
      """)

  @Argument(help: "The strategy's name: lowercase letters, digits and hyphens.", transform: Self.name)
  var name: String

  @Option(
    help: "The package of scrollsim: a folder or a URL; by default the one whose .build holds this program.",
    transform: OptionValue.path)
  var package: String?

  func run() throws {
    guard !OutputFiles.exist(name) else {
      throw Exit.because("\(name): expected no such folder yet, found one; choose another name")
    }
    let template = StrategyTemplate(name: name, package: try Self.place(ofPackage: package))
    for (file, text) in template.files { try OutputFiles.make(text, at: "\(name)/\(file)") }
    Terminal.writeError(
      """
      package: \(name)
      next:    cd \(name) && swift run -c release \(name) run fling --mode model --strategy \(name) --strategy screens
      """)
  }

  /// Where scrollsim's package is: the URL as it is given, the whole path of a folder, or of the one whose `.build` contains this
  /// program.
  static func place(ofPackage given: String?) throws -> String {
    let package = try given ?? ownPackage
    if package.contains("://") { return package }
    let place = URL(fileURLWithPath: package).standardizedFileURL.path
    guard OutputFiles.exist("\(place)/Package.swift") else {
      throw Exit.because(
        "--package: expected a folder with scrollsim's Package.swift, found none in \(place)")
    }
    return place
  }

  private static var ownPackage: String {
    get throws {
      var folder = URL(fileURLWithPath: ScrollSimCommand.executable).resolvingSymlinksInPath()
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        if OutputFiles.exist(folder.appending(path: "Sources/ScrollSimCLI").path) { return folder.path }
      }
      throw Exit.because("--package: expected the folder or the URL of scrollsim's package, found none")
    }
  }

  static func name(_ argument: String) throws -> String {
    let name = try OptionValue.value(
      argument, where: { ScenarioFile.isName($0) && $0.first?.isLetter == true && $0 == $0.lowercased() },
      "at most 64 lowercase letters, digits and hyphens, a letter first", found: argument)
    return try OptionValue.value(
      name, where: { ComparedStrategies.named($0) == nil }, "a name that no strategy has", found: name)
  }
}
