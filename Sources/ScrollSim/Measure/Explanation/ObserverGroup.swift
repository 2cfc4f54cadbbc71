package import GalleryKit

/// Tells several observers what one image manager does, in their order.
package struct ObserverGroup: ImageManagerObserving {
  private let members: [any ImageManagerObserving]

  package init(_ members: [any ImageManagerObserving]) { self.members = members }

  /// See `ImageManagerObserving`.
  package func observe(_ event: RequestEvent) {
    for member in members { member.observe(event) }
  }
}
