internal import ArgumentParser
internal import GalleryKit

/// `scrollsim strategies`: what there is, with parameters and defaults.
struct StrategiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strategies", abstract: "Lists the caching strategies, with parameters and defaults.")

  func run() {
    for strategy in CachingStrategies.all {
      let descriptor = strategy.descriptor
      print("\(descriptor.name)\n  \(descriptor.about)")
      for parameter in descriptor.parameters {
        let range = parameter.range
        print(
          "    \(parameter.name) = \(number(parameter.defaultValue)) \(parameter.unit) "
            + "(\(number(range.lowerBound)) to \(number(range.upperBound))): \(parameter.about)")
      }
    }
    print("\neviction\n  \(EvictionPolicies.all.map { $0.name }.joined(separator: ", "))")
    print("\ncells\n  \(CellLifecycle.allCases.map(\.rawValue).joined(separator: ", "))")
  }

  private func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
