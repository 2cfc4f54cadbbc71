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
  var use: Int
  /// What its image has to cover, in pixels.
  var size: PixelSize
  /// What the image that it shows was made to cover; `nil` without one, or where it was degraded from the start.
  var madeFor: PixelSize?
  /// Whether it is to ask when it comes into view again.
  var mustAsk = false
}

/// The cells of a grid: which are on screen, what they show, and what becomes of them when they leave.
///
/// A value without a user interface. The grid says which items come into view and leave; the pool says which of them
/// need an image, and takes results in by token, refusing those that come too late.
package struct CellPool: Sendable {
  /// How the grid keeps the images of its cells.
  package let lifecycle: CellLifecycle
  /// What the images of cells have to cover, in pixels.
  package private(set) var size: PixelSize
  /// The cells on screen, by item.
  package private(set) var displayed: [Int: GridCell] = [:]
  /// Cells that left and are kept: by item if they are retained, waiting for reuse otherwise.
  package private(set) var retained: [Int: GridCell] = [:]
  package private(set) var reusable: [GridCell] = []
  private var nextUse = 0

  /// Makes a grid with nothing on screen.
  package init(lifecycle: CellLifecycle, size: PixelSize = PixelSize(width: 1, height: 1)) {
    self.lifecycle = lifecycle
    self.size = size
  }

  /// An item comes into view.
  ///
  /// - Returns: the token to ask for its image with, or `nil` if the cell has its image, or still waits for it.
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
        cell.madeFor = cell.size
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

  /// A number that no other use of a cell has.
  private mutating func takeUse() -> Int {
    defer { nextUse += 1 }
    return nextUse
  }

  /// Changes the cell for which the token was made, if it is still in that use.
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

// MARK: Laid out anew

extension CellPool {
  /// What becomes of cells whose images have to cover another size.
  package struct Resizing: Sendable {
    /// The cells on screen that change, by rising item, with what to ask with; without where an image that a cell has is
    /// large enough again.
    package var cells: [(item: Int, token: CellToken?)] = []
    /// What cells waited for in the old size.
    package var cancelled: [ImageRequestID] = []
  }

  /// The images of cells have to cover another size from now on.
  ///
  /// A cell whose image is large enough keeps it. Any other asks anew, now or when it comes into view again, and shows what
  /// it has meanwhile, as a degraded image.
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

  /// The cell as it is in the new size; `nil` if it stays as it is.
  private mutating func resized(_ cell: GridCell, _ resizing: inout Resizing) -> GridCell? {
    var cell = cell
    let isCovered = cell.madeFor.map { $0.width >= size.width && $0.height >= size.height } ?? false
    switch cell.content {
    case .failed: return nil
    case .image where isCovered: return nil
    case .image(let image): cell.content = .degraded(image)
    case .degraded(let image) where isCovered: cell.content = .image(image)
    case .blank, .degraded: break
    }
    if let request = cell.request { resizing.cancelled.append(request) }
    cell.request = nil
    (cell.use, cell.size, cell.mustAsk) = (takeUse(), size, !isCovered)
    return cell
  }
}
