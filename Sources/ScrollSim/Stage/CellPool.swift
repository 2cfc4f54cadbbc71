package import GalleryKit

/// Identifies the cell, and the use of it, that an image is for.
///
/// A result may arrive when its cell already shows another asset, or before the call that requests it returns. So a number that
/// changes with each use identifies the cell, not the request.
package struct CellToken: Hashable, Sendable {
  /// The item that the cell showed when it asked.
  package let item: Int
  fileprivate let use: Int
}

/// The image state of a grid's cell.
package struct GridCell: Sendable {
  package fileprivate(set) var state = CellState.blank
  /// The image that it shows, which it keeps in memory.
  fileprivate var image: DecodedImage?
  /// The identifier that cancels the pending request.
  package fileprivate(set) var request: ImageRequestID?
  fileprivate var use: Int
  /// The size to cover, in pixels.
  fileprivate var size: PixelSize
  /// The size that its image was made to cover; `nil` without an image, or if it was degraded from the start.
  fileprivate var madeFor: PixelSize?
  /// Whether it must ask when it comes into view again.
  fileprivate var mustAsk = false

  /// Whether its content will not change any more.
  package var isSettled: Bool { state == .final || state == .failed }
}

/// The cells of a grid: the visible ones, their contents, and their fate when they leave.
///
/// A value without a user interface. The grid reports the items that come into view and leave; the pool says which of them need
/// an image, takes results by token, and refuses late ones.
package struct CellPool: Sendable {
  package let lifecycle: CellLifecycle
  /// The size that images must cover, in pixels.
  package private(set) var size: PixelSize
  package private(set) var displayed: [Int: GridCell] = [:]
  /// Cells that left and are kept: by item if they are retained, otherwise waiting for reuse.
  package private(set) var retained: [Int: GridCell] = [:]
  package private(set) var reusable: [GridCell] = []
  private var nextUse = 0

  package init(lifecycle: CellLifecycle, size: PixelSize = PixelSize(width: 1, height: 1)) {
    self.lifecycle = lifecycle
    self.size = size
  }

  /// An item comes into view; returns a token to ask with, or `nil` if the cell has its image or still waits for it.
  package mutating func display(_ item: Int) -> CellToken? {
    precondition(displayed[item] == nil, "item \(item) is on screen already")
    if var cell = retained.removeValue(forKey: item) {
      let mustAsk = cell.mustAsk
      cell.mustAsk = false
      displayed[item] = cell
      return mustAsk ? CellToken(item: item, use: cell.use) : nil
    }
    // A cell from the pool loses its old image the moment it is reused.
    _ = reusable.popLast()
    let cell = GridCell(use: takeUse(), size: size)
    displayed[item] = cell
    return CellToken(item: item, use: cell.use)
  }

  package mutating func setRequest(_ request: ImageRequestID, for token: CellToken) {
    change(token) { cell in
      // The final result may have come before the identifier.
      if !cell.isSettled { cell.request = request }
    }
  }

  /// An item leaves the viewport; returns the request to cancel, if the cell waited for one and no longer does.
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

  /// Discards a cell, on screen or off, because its content is obsolete; returns the request to cancel, if it waited for one.
  package mutating func discard(_ item: Int) -> ImageRequestID? {
    (displayed.removeValue(forKey: item) ?? retained.removeValue(forKey: item))?.request
  }

  /// Discards all cells off screen and their images, and returns their pending requests, to cancel.
  package mutating func discardOffscreen() -> [ImageRequestID] {
    defer { (retained, reusable) = ([:], []) }
    return retained.values.compactMap(\.request).sorted { $0.rawValue < $1.rawValue }
  }

  /// Gives a cell its result; returns whether the cell took it: `false` if it is gone, shows another asset,
  ///   or has something better.
  @discardableResult
  package mutating func deliver(_ result: ImageResponse.Content, to token: CellToken) -> Bool {
    change(token) { cell in
      switch result {
      case .degraded(let image):
        guard cell.state == .blank else { return false }
        (cell.state, cell.image) = (.degraded, image)
      case .image(let image):
        (cell.state, cell.image) = (.final, image)
        cell.madeFor = cell.size
        cell.request = nil
      case .failure:
        (cell.state, cell.image) = (.failed, nil)
        cell.request = nil
      case .data, .cancelled:
        cell.request = nil
        return false
      }
      return true
    } ?? false
  }

  /// A number that no other use of a cell has.
  private mutating func takeUse() -> Int {
    defer { nextUse += 1 }
    return nextUse
  }

  /// Changes the token's cell, if it is still in the same use.
  @discardableResult
  private mutating func change<Result>(_ token: CellToken, _ body: (inout GridCell) -> Result) -> Result? {
    let new = GridCell(use: token.use, size: size)
    return if displayed[token.item]?.use == token.use {
      body(&displayed[token.item, default: new])
    } else if retained[token.item]?.use == token.use {
      body(&retained[token.item, default: new])
    } else {
      nil
    }
  }
}

extension CellPool {
  package struct Resizing: Sendable {
    /// The cells on screen that change, by rising item, with a token for a new request; without one if a cell's image is large
    /// enough again.
    package var cells: [(item: Int, token: CellToken?)] = []
    package var cancelled: [ImageRequestID] = []
  }

  /// Changes the size that the cells' images must cover.
  ///
  /// A cell whose image is large enough keeps it. Any other requests a new one, now or when it comes into view again, and
  /// meanwhile shows the old one as degraded.
  package mutating func resize(to size: PixelSize) -> Resizing {
    self.size = size
    var resizing = Resizing()
    for item in displayed.keys.sorted() {
      guard let cell = displayed[item], let resized = resized(cell, &resizing) else { continue }
      displayed[item] = resized
      displayed[item]?.mustAsk = false
      resizing.cells.append((item, resized.mustAsk ? CellToken(item: item, use: resized.use) : nil))
    }
    for item in retained.keys.sorted() {
      if let cell = retained[item], let resized = resized(cell, &resizing) { retained[item] = resized }
    }
    return resizing
  }

  /// The cell in the new size; `nil` if it does not change.
  private mutating func resized(_ cell: GridCell, _ resizing: inout Resizing) -> GridCell? {
    var cell = cell
    let isCovered = cell.madeFor.map { $0.width >= size.width && $0.height >= size.height } ?? false
    switch cell.state {
    case .failed: return nil
    case .final where isCovered: return nil
    case .final: cell.state = .degraded
    case .degraded where isCovered: cell.state = .final
    case .blank, .degraded: break
    }
    if let request = cell.request { resizing.cancelled.append(request) }
    cell.request = nil
    (cell.use, cell.size, cell.mustAsk) = (takeUse(), size, !isCovered)
    return cell
  }
}
