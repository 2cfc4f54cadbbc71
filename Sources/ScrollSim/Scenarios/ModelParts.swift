package import GalleryKit

/// The strategies and orders that models of programs need and no app should choose: scenarios cannot name
/// them.
package enum ModelParts {
  package static let strategies: [any CachingStrategy.Type] = [BoundStrategy.self, BatchStrategy.self]
  package static let orders: [RequestOrder] = [.asked, .newestAsked]
}

/// The orders that runs can have: the gallery's, custom ones included, and those of models.
package enum ComparedOrders {
  package static func named(_ name: String) -> RequestOrder? {
    RequestOrder.named(name) ?? ModelParts.orders.first { $0.name == name }
  }
}

extension RequestOrder {
  /// A queue that does not know the screen.
  static let asked = RequestOrder(
    name: "asked", about: "First asked, first made, on screen or not.", sees: .all
  ) { waiting, _ in
    waiting.indices.min { waiting[$0].number < waiting[$1].number }
  }

  /// A stack that does not know the screen.
  static let newestAsked = RequestOrder(
    name: "newest-asked", about: "Last asked, first made, on screen or not.", sees: .all
  ) { waiting, _ in
    waiting.indices.max { waiting[$0].number < waiting[$1].number }
  }
}

/// `bound`: a number of items around the viewport, split before and after it by how far down the list is, in
/// the list's order.
struct BoundStrategy: CachingStrategy {
  static let descriptor = StrategyDescriptor(
    name: "bound",
    about:
      "GTK's lists: a fixed number of items, split before and after in proportion to the scroll position, in list order.",
    parameters: [
      .init("items", unit: "items", default: 600, in: 0...10_000, about: "How many items are bound."),
      .init(
        "goesOn", unit: "0 or 1", default: 0, in: 0...1,
        about: "1 if what was asked for is made even after its item is unbound."),
    ], isReference: true)

  private let parameters: StrategyParameters

  init(_ parameters: StrategyParameters) { self.parameters = parameters }

  func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let end = state.layout.maximumOffset(itemCount: state.itemCount)
    let share = end > 0 ? min(max(state.offset / end, 0), 1) : 0
    let visible = state.visibleItems
    let first = visible.lowerBound + Int(share * (Double(visible.count) - parameters.items))
    let items = min(first, visible.lowerBound)..<max(first + Int(parameters.items), visible.upperBound)
    let bound = items.clamped(to: 0..<state.itemCount)
    return CachingWindow(
      parameters.goesOn == 1 ? last.joined(with: bound) : [CachingWindow.Segment(bound)],
      anchor: state.offset, direction: state.direction(after: last))
  }
}

/// `batch`: the items on screen are one request; the next request is for what is on screen when all of the
/// first is made.
///
/// A strategy does not see what is made: a request takes as long as its new items do on average. All that was asked for stays.
struct BatchStrategy: CachingStrategy {
  static let descriptor = StrategyDescriptor(
    name: "batch", about: "What is on screen, and nothing new until all of it is made.", isReference: true,
    covers: .perhaps, holdsCells: true)

  private struct Request: Hashable {
    let start: Double
    let newItems: Int
  }

  init(_ parameters: StrategyParameters) {}

  func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    if let request = last.notes(Request.self) {
      let seconds = Double(request.newItems) * state.decoding.seconds / Double(state.decoding.workers)
      // Before the first image, nobody knows how long one takes.
      guard seconds > 0, state.time >= request.start + seconds else { return last }
    }
    let visible = state.visibleItems
    let newItems = visible.count { !last.contains($0) }
    guard newItems > 0 else { return last }
    return CachingWindow(
      last.joined(with: visible), anchor: state.offset, direction: state.direction(after: last),
      notes: Request(start: state.time, newItems: newItems))
  }
}
