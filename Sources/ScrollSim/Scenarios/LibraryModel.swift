internal import BenchReport
internal import GalleryKit

/// A model of what a library does by default: a window, an order and other choices, under the library's name.
///
/// People choose libraries, not windows. A model takes over policies as they were read, not code, and what it shows was not
/// measured of that library; what it cannot take over is said.
package struct LibraryModel: Sendable {
  /// The name that scenarios use.
  package let name: String
  /// What it does, in a sentence.
  package let about: String
  /// Its window.
  let strategy: StrategySpec
  /// What it chooses on some axes; a scenario chooses on the others.
  let choices: [Axis: String]
  /// The most images that it decodes at a time; `nil` leaves that to the device.
  var decoders: Int?
  /// The most that it keeps; `nil` if that is no less than budgets are.
  var cache: Cache?
  /// Where its figures were read: repository, commit and file.
  package let sources: [String]
  /// What the model cannot take over.
  package let leavesOut: String

  /// The limit of a library's image cache.
  enum Cache: Hashable {
    case bytes(Int)
    /// As many bytes as so many screens of pixels have.
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
  /// What a library does, where a scenario chooses what the library leaves to it, in its own order or in another.
  init(_ library: LibraryModel, order: String? = nil, choices: [Axis: String]) {
    self.init(library.strategy, choices: choices.merging(library.choices) { $1 })
    if let order { self[.order] = order }
    self.library = library.name
    // It is there to compare with: no app can take a model of a library.
    isReference = true
  }
}

extension Scenario {
  /// The scenario as a library meets it: the same but for what it uses of the device.
  func used(by library: String?) -> Scenario {
    guard let library = library.flatMap(LibraryModels.named) else { return self }
    var scenario = self
    scenario.device = library.use(of: device, screen)
    return scenario
  }
}
