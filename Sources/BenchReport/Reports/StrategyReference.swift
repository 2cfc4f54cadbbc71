package import GalleryKit
package import ScrollSim

extension Document {
  /// A page of strategies, orders and models of libraries, or of some of these: their behaviour, parameters and sources.
  package init(
    strategies: [StrategyDescriptor] = [], orders: [RequestOrder] = [], libraries: [LibraryModel] = []
  ) {
    let about =
      "A caching strategy decides which images are made ahead and kept. An order decides which waiting image a free decoder makes next. Any strategy works with any order, except oracle, which has its own. In a scenario, compare.strategies and compare.orders name them; strategies can also be named on the command line."
    let example = Code(
      caption: "To run one, with parameters", language: "sh",
      text: "scrollsim run fling --strategy screens:leading=3,trailing=1")
    let models = "Models of libraries' default policies, not measurements of their code."
    let choices = Axis.allCases.filter { $0 != .order }.map {
      "\($0.list): \($0.words.joined(separator: ", ")). \($0.about)"
    }
    self.init(
      reference: "Strategies and orders", about,
      [
        .code(strategies.isEmpty ? [] : [example]),
        .section(
          "Strategies",
          strategies.map {
            Self.section($0.name, $0.about, parameters: $0.parameters, sources: Self.links($0.sources))
          }),
        .section("Orders", orders.map { Self.section($0.name, $0.about, sources: Self.links($0.sources)) }),
        .section(
          "Libraries",
          (libraries.isEmpty ? [] : [.text(models)])
            + libraries.map { library in
              Self.section(
                library.name, "\(library.about) The model leaves out \(library.leavesOut).",
                sources: library.sources.map { .init(text: "Source: \($0)", address: "") })
            }),
        .section("Other choices", strategies.isEmpty ? [] : [.list(choices)]),
      ])
  }

  private static func section(
    _ name: String, _ about: String, parameters: [StrategyDescriptor.Parameter] = [], sources: [Link]
  ) -> Block {
    let table = Table(
      label: "Parameters of \(name)",
      columns: ["parameter", .figure("default"), "range", "unit", .init(title: "meaning", kind: .prose)],
      rows: parameters.map { parameter in
        let range = [parameter.range.lowerBound, parameter.range.upperBound].map(Figure.plain)
        return Row([
          parameter.name, Figure.plain(parameter.defaultValue), "\(range[0]) to \(range[1])", parameter.unit,
          parameter.about,
        ])
      })
    return .section(
      name,
      [
        .text(about), .table(table),
        sources.isEmpty ? .text("Source: this project's own.") : .links(sources),
      ])
  }

  private static func links(_ sources: [StrategyDescriptor.Source]) -> [Link] {
    sources.map { .init(text: "Source: \($0.title)", address: $0.address) }
  }
}
