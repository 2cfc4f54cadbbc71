internal import GalleryKit

/// A model of a library's default behaviour: a window, an order and other choices, under the library's name.
///
/// People choose libraries, not windows. A model takes over policies as read, not code, and its results are not
/// measurements of that library; it names the parts that it cannot take over.
package struct LibraryModel: Sendable {
  /// The name that scenarios use.
  package let name: String
  /// A description of the model, in a sentence.
  package let about: String
  /// Its window.
  let strategy: StrategySpec
  /// Its choices on some axes; a scenario chooses on the others.
  let choices: [Axis: String]
  /// The most images that it decodes at a time; `nil` leaves that to the device.
  var decoders: Int?
  /// The limit of its cache; `nil` if that is no less than budgets are.
  var cache: Cache?
  /// The sources of its figures: repository, commit and file.
  package let sources: [String]
  /// The parts that the model cannot take over.
  package let leavesOut: String

  /// The limit of a library's image cache.
  enum Cache: Hashable {
    case bytes(Int)
    /// The bytes of a number of screens of pixels.
    case screens(Double)
  }

  /// The device as far as the library uses it.
  func use(of device: Scenario.Device, _ screen: Scenario.Screen) -> Scenario.Device {
    var used = device
    used.decodeWorkers = min(device.decodeWorkers, decoders ?? .max)
    switch cache {
    case .bytes(let bytes): used.memoryBudgetBytes = min(device.memoryBudgetBytes, bytes)
    case .screens(let screens):
      let bytes = screens * screen.width * screen.height * screen.scale * screen.scale * 4
      used.memoryBudgetBytes = min(device.memoryBudgetBytes, Int(bytes))
    case nil: break
    }
    return used
  }
}

extension Combination {
  /// A library's choices, and the scenario's where the library leaves them open, in the library's order or in another.
  init(_ library: LibraryModel, order: String? = nil, choices: [Axis: String]) {
    self.init(library.strategy, choices: choices.merging(library.choices) { $1 })
    if let order { self[.order] = order }
    self.library = library.name
    // It serves for comparison: no app can use a model of a library.
    isReference = true
  }
}

extension Scenario {
  /// The scenario as a library meets it: only its use of the device differs.
  func used(by library: String?) -> Scenario {
    guard let library = library.flatMap(LibraryModels.named) else { return self }
    var scenario = self
    scenario.device = library.use(of: device, screen)
    return scenario
  }
}
