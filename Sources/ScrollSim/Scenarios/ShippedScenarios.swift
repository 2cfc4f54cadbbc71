/// The scenarios that come with the program, and their schema: the files in `scenarios`, embedded.
package enum ShippedScenarios {
  private static let files: KeyValuePairs<String, [UInt8]> = [
    "browse": PackageResources.browse_json,
    "changes": PackageResources.changes_json,
    "fling": PackageResources.fling_json,
    "growth": PackageResources.growth_json,
    "libraries": PackageResources.libraries_json,
    "orders": PackageResources.orders_json,
    "remote": PackageResources.remote_json,
    "resize-modes": PackageResources.resize_modes_json,
    "scrub": PackageResources.scrub_json,
    "session": PackageResources.session_json,
    "settle": PackageResources.settle_json,
    "turn": PackageResources.turn_json,
    "visits": PackageResources.visits_json,
  ]

  /// The name of each, in alphabetical order.
  package static let names = files.map(\.key)

  /// The file of that name, with or without `.json`; `nil` if there is none.
  package static func file(named name: String) -> [UInt8]? {
    files.first { name == $0.key || name == "\($0.key).json" }?.value
  }
}
