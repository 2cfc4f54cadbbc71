import Canvas
import GalleryKit

/// The cells on screen and the caching window around them.
///
/// A frame's cost depends on the screen and the window, not on the number of photos:
///
///     take decoded images ──► cells leave ──► cells come and ask ──► the caching window moves ──► paint
@MainActor final class Grid {
  /// The grid's settings.
  struct Setting {
    var strategy: any CachingStrategy
    var resizeMode: ResizeMode
  }

  /// A cell on screen.
  private struct Cell {
    let use: Int
    var state = PaintedCells.State.blank
    var texture: Texture?
    /// The request that the cell waits for.
    var request: ImageRequestID?
    /// Whether the cell has not requested its image yet.
    var isHeld = true
  }

  private(set) var assets: FetchResult<Asset>
  let caching: CachingImageManager
  private let setting: Setting
  private let mailbox = Mailbox()
  private var specification = ImageSpecification(targetSize: PixelSize(width: 1, height: 1))
  private var cells: [Int: Cell] = [:]
  private var visible = 0..<0
  private var nextUse = 0
  private var hasDisplayed = false
  private var cachesHighQuality = true

  init(of assets: FetchResult<Asset>, caching: CachingImageManager, setting: Setting) {
    self.assets = assets
    self.caching = caching
    self.setting = setting
  }

  /// Whether every cell on screen shows its final content.
  var isSettled: Bool { cells.values.allSatisfy(\.state.isSettled) }

  /// Requests all images again in another size; cells show their old ones until then.
  func setSide(_ pixels: Int) {
    let size = PixelSize(width: pixels, height: pixels)
    guard specification.targetSize != size else { return }
    specification = ImageSpecification(
      targetSize: size, contentMode: .aspectFill, resizeMode: setting.resizeMode)
    caching.stopCachingImagesForAllAssets()
    for item in cells.keys { renew(item) }
  }

  /// Replaces the photos.
  func show(_ assets: FetchResult<Asset>) {
    close()
    self.assets = assets
    hasDisplayed = false
  }

  /// Updates cells and caching for the grid's current place.
  func follow(_ state: ScrollState) {
    receive()
    var state = state
    hasDisplayed = hasDisplayed || !cells.isEmpty && isSettled
    state.hasDisplayed = hasDisplayed
    state.decoding = caching.imageManager.decoding
    caching.follow(state)
    let window = setting.strategy.window(for: state, after: caching.window)
    exchangeCells(for: state.visibleItems)
    // Cells ask before the window moves, so that they find only images that the windows of earlier frames cached.
    let waits = type(of: setting.strategy).descriptor.holdsCells
    for item in visible where cells[item]?.isHeld == true && (!waits || window.contains(item)) { ask(item) }
    cacheHighQuality(setting.strategy.cachesHighQualityImages(for: state))
    caching.move(to: window, of: assets, as: specification, visibleItems: visible)
  }

  private func exchangeCells(for items: Range<Int>) {
    guard items != visible else { return }
    for item in visible where !items.contains(item) {
      // The cell releases its image, and its pending request is cancelled.
      if let request = cells.removeValue(forKey: item)?.request { caching.cancelImageRequest(request) }
    }
    for item in items where cells[item] == nil { cells[item] = Cell(use: makeUse()) }
    visible = items
  }

  private func ask(_ item: Int) {
    guard let use = cells[item]?.use else { return }
    cells[item]?.isHeld = false
    let request = caching.requestImage(
      for: assets[item], targetSize: specification.targetSize, contentMode: specification.contentMode,
      options: ImageRequestOptions(
        resizeMode: specification.resizeMode, isNetworkAccessAllowed: true, position: item)
    ) { [mailbox] response in
      mailbox.post(Mailbox.Delivery(item: item, use: use, result: response.result))
    }
    cells[item]?.request = request
    // An image that is available at once is shown at once.
    receive()
  }

  private func renew(_ item: Int) {
    guard let cell = cells[item] else { return }
    if let request = cell.request { caching.cancelImageRequest(request) }
    let state: PaintedCells.State = cell.texture == nil ? .blank : .degraded
    cells[item] = Cell(use: makeUse(), state: state, texture: cell.texture)
  }

  private func receive() {
    for delivery in mailbox.take() where cells[delivery.item]?.use == delivery.use {
      switch delivery.result {
      case .degraded(let image):
        guard cells[delivery.item]?.state == .blank else { continue }
        show(image, in: delivery.item, as: .degraded)
      case .image(let image): show(image, in: delivery.item, as: .final)
      case .failure:
        cells[delivery.item]?.state = .failed
        cells[delivery.item]?.texture = nil
      case .data, .cancelled: break
      }
    }
  }

  private func show(_ image: DecodedImage, in item: Int, as state: PaintedCells.State) {
    let texture = Texture(image.pixels)
    cells[item]?.texture = texture
    cells[item]?.state = texture == nil ? .failed : state
    if state == .final { cells[item]?.request = nil }
  }

  private func makeUse() -> Int {
    nextUse += 1
    return nextUse
  }

  private func cacheHighQuality(_ isWanted: Bool) {
    guard isWanted != cachesHighQuality else { return }
    cachesHighQuality = isWanted
    caching.allowsCachingHighQualityImages = isWanted
  }

  /// Releases all images.
  func close() {
    exchangeCells(for: 0..<0)
    caching.stopCachingImagesForAllAssets()
  }

  /// Paints the cells, and returns their painted states.
  func paint(with painter: Painter, layout: GridLayout, offset: Double, scale: Double, chosen: [Int])
    -> PaintedCells
  {
    var painted = PaintedCells()
    // To whole pixels, so that an image made for its cell is drawn unscaled.
    func onPixels(_ length: Double) -> Double { (length * scale).rounded() / scale }
    for item in visible {
      guard let cell = cells[item] else { continue }
      let left = Double(item % layout.columns) * layout.rowPitch
      let top = layout.top(ofItem: item) - offset
      let (x, y) = (onPixels(left), onPixels(top))
      var place = Rectangle(
        x: x, y: y, width: onPixels(left + layout.side) - x, height: onPixels(top + layout.side) - y)
      if chosen.contains(item) {
        painter.fill(place, grey: 1)
        place = place.inset(by: 6)
      }
      if let texture = cell.texture {
        painter.draw(texture, in: place)
      } else {
        painter.fill(place, grey: cell.state == .failed ? 0.05 : 0.2)
      }
      painted.add(cell.state, visibleShare: layout.visibleShare(ofItem: item, offset: offset))
    }
    return painted
  }
}
