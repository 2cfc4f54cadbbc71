internal import ArgumentParser
internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// `scrollsim list`: what there is to choose from, and the results that runs have left.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists strategies, orders, libraries, metrics, costs, scenarios, their keys, or results.",
    discussion: """
      scrollsim list strategies
      scrollsim list costs iphone-6
      scrollsim list results --history
      """,
    subcommands: [
      Strategies.self, Orders.self, Libraries.self, Metrics.self, Costs.self, Scenarios.self, Keys.self,
      Results.self,
    ])

  struct ListFormat: ParsableArguments {
    @Option(of: .table, .markdown) var format = Format.table

    /// Writes the list; in Markdown, as a separate page.
    func write(_ document: Document) throws {
      try Terminal.write(format == .markdown ? document.markdown(level: 1) : format.render(document, [:]))
    }
  }

  struct Strategies: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Strategies with parameters and defaults, orders, libraries, and other choices.")

    @OptionGroup var format: ListFormat

    func run() throws {
      try format.write(
        Document(
          strategies: ComparedStrategies.all.map { $0.descriptor }, orders: RequestOrder.all,
          libraries: LibraryModels.all))
    }
  }

  struct Orders: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Orders: which waiting image is decoded next.")

    @OptionGroup var format: ListFormat

    func run() throws { try format.write(Document(orders: RequestOrder.all)) }
  }

  struct Libraries: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Models of what image libraries do by default, and what each leaves out.")

    @OptionGroup var format: ListFormat

    func run() throws { try format.write(Document(libraries: LibraryModels.all)) }
  }

  struct Metrics: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Metrics: unit, meaning, formula, and the gate's requirement.")

    @OptionGroup var format: ListFormat

    func run() throws { try format.write(.metrics) }
  }

  struct Costs: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Cost tables of model mode, or what a photo costs by one of them.",
      discussion: "'scrollsim calibrate' measures a table of this machine.")

    @Argument(help: "A table's name, or a .json file; by default, lists the shipped tables.")
    var table: String?

    func run() throws {
      if let table {
        return try Terminal.write(Terminal.harmless(CostTables.named(table).description))
      }
      try Terminal.write(
        Rows(title: "cost tables", rows: CostTables.shipped.map { ($0.name, $0.about) }).text)
    }
  }

  struct Scenarios: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shipped scenarios, which commands take by name.")

    func run() throws {
      let scenarios = try ShippedScenarios.names.map { name in
        (name, try ScenarioFile.read(path: name).about)
      }
      try Terminal.write(Rows(title: "shipped scenarios", rows: scenarios).text)
    }
  }

  struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Keys of scenario files: values, defaults and meaning.")

    @OptionGroup var format: ListFormat

    func run() throws { try format.write(.scenarioKeys) }
  }

  struct Results: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Results with their dates and recommendations.",
      discussion: """
        A result is named after its scenario, or the '--name' of its run, and its mode: fling.replay, or \
        just fling if there is only one mode. 'report', 'compare' and 'explain' take these names. A result \
        is one JSON file and its page; to remove it, delete both.
        """)

    @OptionGroup var folder: ResultFolderOption

    @Flag(help: "Also lists the results that others have replaced.")
    var history = false

    @OptionGroup var format: ListFormat

    func run() throws { try format.write(Document(folder.folder, withHistory: history)) }
  }
}
