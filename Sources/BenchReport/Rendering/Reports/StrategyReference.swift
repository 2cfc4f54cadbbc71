/// The strategies, orders and libraries to choose from, for a page of their behaviour and sources.
public struct StrategyReference: Sendable {
  /// A strategy, an order, or a model of a library.
  public struct Entry: Sendable {
    /// The name that scenarios and results use.
    public var name: String
    /// Its behaviour, in a sentence or two.
    public var about: String
    /// Its parameters.
    public var parameters: [Parameter] = []
    /// Its sources; empty if it is this project's own.
    public var sources: [Source] = []

    /// Makes an entry.
    public init(name: String, about: String, parameters: [Parameter] = [], sources: [Source] = []) {
      self.name = name
      self.about = about
      self.parameters = parameters
      self.sources = sources
    }
  }

  /// A number that tunes a strategy.
  public struct Parameter: Sendable {
    /// Name, unit, and effect.
    public var name: String, unit: String, about: String
    /// The value if a scenario gives none.
    public var defaultValue: Double
    /// The range of sensible values.
    public var range: ClosedRange<Double>

    /// Makes a parameter.
    public init(name: String, unit: String, defaultValue: Double, range: ClosedRange<Double>, about: String) {
      self.name = name
      self.unit = unit
      self.defaultValue = defaultValue
      self.range = range
      self.about = about
    }
  }

  /// Code, a paper, or a page.
  public struct Source: Sendable {
    /// The title.
    public var title: String
    /// The address on the web; empty if there is none.
    public var address: String

    /// Makes a source.
    public init(_ title: String, _ address: String = "") {
      self.title = title
      self.address = address
    }
  }

  /// Caching strategies, as tables show them.
  public var strategies: [Entry]
  /// Orders of requests.
  public var orders: [Entry]
  /// Models of libraries' defaults.
  public var libraries: [Entry]

  /// Makes a reference.
  public init(strategies: [Entry], orders: [Entry], libraries: [Entry]) {
    self.strategies = strategies
    self.orders = orders
    self.libraries = libraries
  }
}

extension Document {
  /// A page of all strategies, orders and libraries, as a file of its own.
  public init(_ reference: StrategyReference) {
    let page = StrategyPage(reference: reference)
    head = Head(
      title: "Strategies and orders", kind: "scrollsim strategies", heading: "Strategies and orders",
      about: StrategyPage.about, hasScript: false)
    blocks = [
      .only(.text, [.section("Strategies and orders", [.text(StrategyPage.about)] + page.blocks)]),
      .only(.page, page.blocks),
    ]
  }
}

/// A reference in blocks.
private struct StrategyPage {
  let reference: StrategyReference

  static let about =
    "A caching strategy decides which images are made ahead and kept. An order decides which waiting image a free decoder makes next. Any strategy goes with any order, but for oracle, which has its own. In a scenario, compare.strategies and compare.orders name them; a strategy can be named on the command line, too."

  var blocks: [Document.Block] {
    [
      .code([
        .init(
          caption: "To run one, with parameters", language: "sh",
          text: "scrollsim run fling --strategy screens:leading=3,trailing=1")
      ])
    ] + [
      .section("Strategies", reference.strategies.map(section)),
      .section("Orders", reference.orders.map(section)),
      .section(
        "Libraries",
        [.text("Models of libraries' defaults: of their policies, not measurements of their code.")]
          + reference.libraries.map(section)),
    ]
  }

  private func section(_ entry: StrategyReference.Entry) -> Document.Block {
    .section(
      entry.name,
      [
        .text(entry.about), .table(parameters(of: entry)),
        entry.sources.isEmpty
          ? .text("Source: this project's own.")
          : .links(entry.sources.map { .init(text: "Source: \($0.title)", address: $0.address) }),
      ])
  }

  private func parameters(of entry: StrategyReference.Entry) -> Document.Table {
    Document.Table(
      label: "Parameters of \(entry.name)",
      columns: [
        .init(title: "parameter"), .figure("default"), .init(title: "range"), .init(title: "unit"),
        .init(title: "meaning", kind: .prose),
      ],
      rows: entry.parameters.map { parameter in
        let range = parameter.range
        return Document.Row([
          parameter.name, Figure.plain(parameter.defaultValue),
          "\(Figure.plain(range.lowerBound)) to \(Figure.plain(range.upperBound))", parameter.unit,
          parameter.about,
        ])
      })
  }
}
