internal import GalleryEngine

/// Puts orders that come from many threads into the order of their numbers.
package struct OrderInbox<Order> {
  private var waiting: [Int: Order] = [:]
  private var next = 0

  package init() {}

  /// Takes an order, and returns those whose turn it is now.
  package mutating func take(_ order: Order, number: Int) -> [Order] {
    waiting[number] = order
    var due: [Order] = []
    while let order = waiting.removeValue(forKey: next) {
      due.append(order)
      next += 1
    }
    return due
  }
}
