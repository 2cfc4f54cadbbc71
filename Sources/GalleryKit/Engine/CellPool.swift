/// How a grid keeps the images of its cells.
package enum CellLifecycle: String, Hashable, Sendable, Codable, CaseIterable {
  /// A cell is made when it first comes into view and never lets its image go, as in `LazyVGrid`. A request goes on
  /// when the cell leaves.
  case retained
  /// A cell that leaves the viewport lets its image go and cancels its request, as with `onDisappear`.
  case released
  /// A cell that leaves cancels its request and waits in a pool, image and all, until another item needs a cell, as
  /// in `UICollectionView`.
  case reused
}

/// Says which cell an image is for, and for which use of that cell.
///
/// Results may arrive when their cell shows another asset by then, and even before the request that asks for them has
/// returned; so cells are told apart by a number that changes with each use, not by the request.
package struct CellToken: Hashable, Sendable {
  /// The item that the cell showed when it asked.
  package let item: Int
  let use: Int
}

/// A cell of a grid, as far as its image goes.
package struct GridCell: Sendable {
  /// What a cell has to show.
  package enum Content: Sendable {
    /// Nothing yet: the placeholder.
    case blank
    /// A degraded image.
    case degraded(DecodedImage)
    /// The image.
    case image(DecodedImage)
    /// A sign that there will be no image.
    case failed(ImageError)

    /// Whether this is all that the cell will ever show.
    package var isFinal: Bool {
      switch self {
      case .image, .failed: true
      case .blank, .degraded: false
      }
    }
  }

  /// What the cell has to show.
  package internal(set) var content = Content.blank
  /// What would cancel the request that the cell waits for.
  package internal(set) var request: ImageRequestID?
  let use: Int
}

/// The cells of a grid: which are on screen, what they show, and what becomes of them when they leave.
///
/// A value without a user interface. The grid says which items come into view and leave; the pool says which of them
/// need an image, and takes results in by token, refusing those that come too late.
package struct CellPool: Sendable {
  /// How the grid keeps the images of its cells.
  package let lifecycle: CellLifecycle
  /// The cells on screen, by item.
  package private(set) var displayed: [Int: GridCell] = [:]
  /// Cells that left and are kept: by item if they are retained, waiting for reuse otherwise.
  private var retained: [Int: GridCell] = [:]
  private var reusable: [GridCell] = []
  private var nextUse = 0

  /// Makes a grid with nothing on screen.
  package init(lifecycle: CellLifecycle) { self.lifecycle = lifecycle }

  /// Cells that are off screen and still exist.
  package var offscreenCount: Int { retained.count + reusable.count }

  /// An item comes into view.
  ///
  /// - Returns: the token to ask for its image with, or `nil` if the cell has its image, or still waits for it.
  package mutating func display(_ item: Int) -> CellToken? {
    precondition(displayed[item] == nil, "item \(item) is on screen already")
    if let cell = retained.removeValue(forKey: item) {
      displayed[item] = cell
      return nil
    }
    // A cell from the pool loses its old image the moment it is reused.
    _ = reusable.popLast()
    let cell = GridCell(use: nextUse)
    nextUse += 1
    displayed[item] = cell
    return CellToken(item: item, use: cell.use)
  }

  /// The cell waits for this request.
  package mutating func setRequest(_ request: ImageRequestID, for token: CellToken) {
    change(token) { cell in
      // The final result may have come before the identifier.
      if !cell.content.isFinal { cell.request = request }
    }
  }

  /// An item leaves the viewport.
  ///
  /// - Returns: the request to cancel, if the cell waited for one and does so no longer.
  package mutating func endDisplaying(_ item: Int) -> ImageRequestID? {
    guard var cell = displayed.removeValue(forKey: item) else {
      preconditionFailure("item \(item) is not on screen")
    }
    if lifecycle == .retained {
      retained[item] = cell
      return nil
    }
    let request = cell.request
    cell.request = nil
    if lifecycle == .reused { reusable.append(cell) }
    return request
  }

  /// An item's cell is thrown away with its image, on screen or off: what it shows is of no use any more.
  ///
  /// - Returns: the request to cancel, if the cell waited for one.
  package mutating func discard(_ item: Int) -> ImageRequestID? {
    (displayed.removeValue(forKey: item) ?? retained.removeValue(forKey: item))?.request
  }

  /// All cells off screen are thrown away with their images.
  ///
  /// - Returns: the requests to cancel that they waited for.
  package mutating func discardOffscreen() -> [ImageRequestID] {
    defer { (retained, reusable) = ([:], []) }
    return retained.values.compactMap(\.request).sorted { $0.rawValue < $1.rawValue }
  }

  /// A result arrived for a cell.
  ///
  /// - Returns: whether the cell took it; `false` if it is gone, shows another asset, or has something better.
  @discardableResult
  package mutating func deliver(_ result: ImageResponse.Content, to token: CellToken) -> Bool {
    change(token) { cell in
      switch result {
      case .degraded(let image):
        guard case .blank = cell.content else { return false }
        cell.content = .degraded(image)
      case .image(let image):
        cell.content = .image(image)
        cell.request = nil
      case .failure(let error):
        cell.content = .failed(error)
        cell.request = nil
      case .data, .cancelled:
        cell.request = nil
        return false
      }
      return true
    } ?? false
  }

  /// Changes the cell for which the token was made, if it is still in that use.
  @discardableResult
  private mutating func change<Result>(_ token: CellToken, _ body: (inout GridCell) -> Result) -> Result? {
    if displayed[token.item]?.use == token.use {
      body(&displayed[token.item, default: GridCell(use: token.use)])
    } else if retained[token.item]?.use == token.use {
      body(&retained[token.item, default: GridCell(use: token.use)])
    } else {
      nil
    }
  }
}
