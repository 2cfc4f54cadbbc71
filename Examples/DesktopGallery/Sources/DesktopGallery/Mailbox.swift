import GalleryKit
import Synchronization

/// Results on their way from decoders to cells.
///
/// Decoders post them at any time on any thread, and the grid takes them with its next frame.
final class Mailbox: Sendable {
  /// A result for one use of a cell.
  struct Delivery: Sendable {
    let item: Int
    let use: Int
    let result: ImageResponse.Content
  }

  private let arrived = Mutex<[Delivery]>([])

  func post(_ delivery: Delivery) { arrived.withLock { $0.append(delivery) } }

  /// Takes all results, in the order of their arrival.
  func take() -> [Delivery] {
    arrived.withLock { arrived in
      defer { arrived = [] }
      return arrived
    }
  }
}
