internal import ArgumentParser
internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// `scrollsim strategies`: the available choices, with parameters, defaults and sources.
struct StrategiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strategies",
    abstract: "Lists caching strategies with parameters and defaults, orders, libraries, and other choices.")

  @Option(of: .text, .markdown) var format = Format.text

  func run() throws {
    guard format == .markdown else { return try Terminal.write(listing) }
    let page = Document(
      strategies: ComparedStrategies.all.map { $0.descriptor }, orders: RequestOrder.all,
      libraries: LibraryModels.all)
    try Terminal.write(page.markdown(level: 1))
  }

  private var listing: String {
    var lines: [String] = []
    for strategy in ComparedStrategies.all {
      let descriptor = strategy.descriptor
      lines += [descriptor.name, "  \(descriptor.about)"]
      for parameter in descriptor.parameters {
        let range = parameter.range
        lines.append(
          "    \(parameter.name) = \(number(parameter.defaultValue)) \(parameter.unit) "
            + "(\(number(range.lowerBound)) to \(number(range.upperBound))): \(parameter.about)")
      }
    }
    lines += ["", "orders"] + RequestOrder.all.map { "  \($0.name): \($0.about)" }
    lines += [
      "", "libraries: models of their policies, not measurements of their code",
    ]
    for library in LibraryModels.all {
      lines += ["  \(library.name): \(library.about)", "    leaves out \(library.leavesOut)"]
      lines += library.sources.map { "    read in \($0)" }
    }
    lines += ["", "eviction", "  \(EvictionPolicies.all.map { $0.name }.joined(separator: ", "))"]
    lines += ["", "cells", "  \(CellLifecycle.allCases.map(\.rawValue).joined(separator: ", "))", ""]
    return lines.joined(separator: "\n")
  }

  private func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
