import GalleryKit
import Synchronization

/// Results on their way from decoders to cells: they come at any time on any thread, and the grid takes them with its next
/// frame.
final class Mailbox: Sendable {
  /// A result, and the use of a cell that it is for.
  struct Delivery: Sendable {
    let item: Int
    let use: Int
    let result: ImageResponse.Content
  }

  private let arrived = Mutex<[Delivery]>([])

  func post(_ delivery: Delivery) { arrived.withLock { $0.append(delivery) } }

  /// Takes all that has come, in the order in which it came.
  func take() -> [Delivery] {
    arrived.withLock { arrived in
      defer { arrived = [] }
      return arrived
    }
  }
}
