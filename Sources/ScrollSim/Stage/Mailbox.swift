internal import GalleryKit
internal import Support

/// Results on their way from decoders to cells.
///
/// Decoders post at any time and from any thread; the stage takes the results when it next shows a frame, as an app's
/// main thread does.
package final class Mailbox: Sendable {
  /// A result, its recipient, and its time of arrival.
  struct Delivery: Sendable {
    let token: CellToken
    let result: ImageResponse.Content
    let time: Double
  }

  private let deliveries = Locked<[Delivery]>([])
  private let time: any TimeSource

  package init(time: any TimeSource) { self.time = time }

  func post(_ result: ImageResponse.Content, for token: CellToken) {
    let delivery = Delivery(token: token, result: result, time: time.now)
    deliveries.withLock { $0.append(delivery) }
  }

  /// Takes all deliveries, in order of arrival.
  func take() -> [Delivery] {
    deliveries.withLock { deliveries in
      defer { deliveries = [] }
      return deliveries
    }
  }
}
