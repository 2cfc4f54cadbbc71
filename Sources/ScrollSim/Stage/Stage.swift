package import GalleryKit
internal import Support

/// The grid on screen, driven frame by frame; it has no clock, thread or decoder itself.
///
///     receive results ──► cells leave ──► cells come and ask ──► the caching window moves ──► look
///
/// Under a strategy that holds cells, cells outside the window ask only once they are in it. Cells are identified by their photos
/// (``StageAssets/identity(of:)``), so that they stay the same when photos come and go around them.
package final class Stage {
  /// The photos of a stage, and how it shows them.
  package struct Setting {
    package var layout: GridLayout
    package var assets: StageAssets
    /// The image specification that cells request in a layout.
    package var specification: (GridLayout) -> ImageSpecification
    package var deliveryMode: DeliveryMode
    package var lifecycle: CellLifecycle
    package var strategy: any CachingStrategy
    package var changes = ChangePolicy.visibleOnly
    package var keepsColours = true
    /// Gives originals in the cloud their locations, for photos that come with a change.
    package var place: (StageAssets) -> StageAssets = { $0 }
  }

  package struct Frame: Sendable {
    package var index: Int
    /// The frame's time in the trace, in seconds, as strategies see it.
    package var time: Double
    /// The due time on the run's clock, which may be behind the trace because the run waited between laps.
    package var due: Double
    package var sample: ScrollSample
    /// Points on the path of momentum, where speed and resting offset do not determine it.
    package var waypoints: [ScrollState.Waypoint] = []
    /// Whether the offset jumped here since the last frame.
    package var isJump = false
    /// The grid's layout; `nil` if it is the previous frame's.
    package var layout: GridLayout?
  }

  let setting: Setting
  let caching: CachingImageManager
  private let mailbox: Mailbox
  let recorder: RunRecorder
  var assets: StageAssets
  var layout: GridLayout
  var specification: ImageSpecification
  var pool: CellPool
  var visible = 0..<0
  /// The cells on screen, in order, by identity.
  var shown: [Int] = []
  /// The cells on screen that the strategy holds back, with the tokens to ask with.
  var held: [Int: CellToken] = [:]
  /// The positions of the cells on screen, by identity.
  private var places: [Int: Int] = [:]
  /// Cells that a change discarded; they come again with the next frame if they are still on screen.
  var reloading: Set<Int> = []
  /// Whether the library or the layout has changed since the last frame.
  var hasChanged = false
  /// Visible cells that may still change, in order: only these are looked at frame by frame.
  var unsettled: [Int] = []
  private var lastOffset: Double?
  private var hasScrolled = false
  private var hasDisplayed = false
  private var coloured: Set<Int> = []
  package var memory = MemoryPressure.normal

  package init(setting: Setting, manager: ImageManager, mailbox: Mailbox, recorder: RunRecorder) {
    self.setting = setting
    self.assets = setting.assets
    self.caching = CachingImageManager(imageManager: manager)
    self.mailbox = mailbox
    self.recorder = recorder
    self.layout = setting.layout
    self.specification = setting.specification(setting.layout)
    self.pool = CellPool(lifecycle: setting.lifecycle, size: specification.targetSize)
  }

  /// Shows one frame, and records the visible result.
  package func show(_ frame: Frame) {
    receive()
    hasDisplayed = hasDisplayed || !shown.isEmpty && isFull
    let hasScrolledNow = lastOffset != nil && lastOffset != frame.sample.offset
    let isMoving = layOut(frame) || hasScrolledNow
    lastOffset = frame.sample.offset
    hasScrolled = hasScrolled || hasScrolledNow

    let state = ScrollState(
      time: frame.time, offset: frame.sample.offset, velocity: frame.sample.velocity,
      phase: frame.sample.phase, waypoints: frame.waypoints,
      hasScrolled: hasScrolled, hasDisplayed: hasDisplayed, layout: layout, itemCount: assets.count,
      memory: memory, decoding: caching.imageManager.decoding)
    caching.follow(state)
    let window = setting.strategy.window(for: state, after: caching.window)
    let nowVisible = state.visibleItems
    if nowVisible != visible || hasChanged {
      let nowShown = nowVisible.map(assets.identity)
      places = Dictionary(uniqueKeysWithValues: zip(nowShown, nowVisible))
      for item in shown where places[item] == nil { disappear(item) }
      let before = Set(shown)
      let isNew = nowShown.map { !before.contains($0) }
      let resized = resizeCells()
      let waiting = Set(unsettled).union(resized.keys)
      unsettled = zip(nowShown, isNew).filter { $1 || waiting.contains($0) }.map(\.0)
      (visible, shown) = (nowVisible, nowShown)
      // Cells ask before the window moves, so that they find only the window's work of earlier frames.
      for ((place, item), isNew) in zip(zip(nowVisible, nowShown), isNew) {
        if let token = resized[item] {
          resize(item, at: place, in: frame, asking: token, window)
        } else if isNew {
          appear(item, at: place, in: frame, window)
        }
      }
      reloading = []
      hasChanged = false
    }

    for item in shown where !held.isEmpty {
      guard let place = places[item], window.contains(place) else { continue }
      if let token = held.removeValue(forKey: item) { ask(with: token, at: place) }
    }

    caching.allowsCachingHighQualityImages = setting.strategy.cachesHighQualityImages(for: state)
    recorder.note(
      .windowMoved(caching.move(to: window, of: assets, as: specification, visibleItems: visible)))
    let cells = look(at: frame.sample.offset)
    recorder.note(
      .shown(
        RunLog.View(
          frame: frame, isMoving: isMoving, state: state, window: window,
          visibleArea: layout.visibleArea(of: visible, offset: state.offset), cells: cells,
          isFull: unsettled.isEmpty)))
  }

  package func receive() {
    for delivery in mailbox.take() where pool.deliver(delivery.result, to: delivery.token) {
      let item = delivery.token.item
      recorder.note(
        .delivered(
          item, CellState(delivery.result), at: delivery.time, newColour(of: delivery.result, for: item)))
    }
  }

  /// The mean colour of the first pixels that come for an item.
  private func newColour(of result: ImageResponse.Content, for item: Int) -> CellColour? {
    switch result {
    case .image(let image), .degraded(let image):
      guard setting.keepsColours, !coloured.contains(item), let colour = image.pixels.meanColour else {
        return nil
      }
      coloured.insert(item)
      return CellColour(red: colour.x, green: colour.y, blue: colour.z)
    case .data, .failure, .cancelled: return nil
    }
  }

  package var isFull: Bool { pool.displayed.values.allSatisfy(\.isSettled) }

  /// Takes the grid off the screen: its cells release their images, and caching stops.
  package func close() {
    receive()
    for item in shown { cancel(pool.endDisplaying(item)) }
    // Retained cells still wait, whether they were on screen or not.
    for request in pool.discardOffscreen() { cancel(request) }
    (visible, shown) = (0..<0, [])
    unsettled = []
    held = [:]
    pool = CellPool(lifecycle: setting.lifecycle, size: specification.targetSize)
    caching.stopCachingImagesForAllAssets()
  }

  private func disappear(_ item: Int) {
    if held.removeValue(forKey: item) != nil {
      // The cell has not asked yet, so no image can come for it, wherever it is kept.
      _ = pool.discard(item)
    } else {
      cancel(pool.endDisplaying(item))
    }
    recorder.note(.disappeared(item))
  }

  private func appear(_ item: Int, at place: Int, in frame: Frame, _ window: CachingWindow) {
    let asset = assets[place]
    let key = ImageKey(asset, specification: specification)
    let availability = caching.imageManager.availability(of: key)
    recorder.note(.appeared(item, key, at: frame))
    if let token = pool.display(item) { ask(with: token, at: place, window) }
    if let state = pool.displayed[item]?.state {
      recorder.note(
        .asked(
          item, state, availability, byteCount: asset.predictedByteCount(as: specification),
          isReload: reloading.contains(item)))
    }
  }

  /// Asks at once, or holds the cell if the strategy lets cells outside the window wait.
  func ask(with token: CellToken, at place: Int, _ window: CachingWindow) {
    let mayAsk = !type(of: setting.strategy).descriptor.holdsCells || window.contains(place)
    if mayAsk { ask(with: token, at: place) } else { held[token.item] = token }
  }

  private func ask(with token: CellToken, at place: Int) {
    let request = caching.imageManager.requestImage(
      for: assets[place], targetSize: specification.targetSize,
      contentMode: specification.contentMode,
      options: ImageRequestOptions(
        resizeMode: specification.resizeMode, deliveryMode: setting.deliveryMode,
        isNetworkAccessAllowed: true, position: place)
    ) { [mailbox] response in mailbox.post(response.result, for: token) }
    pool.setRequest(request, for: token)
    receive()
  }

  /// The cells that are not final, or became final since the last frame.
  private func look(at offset: Double) -> [RunLog.Cell] {
    let cells = unsettled.compactMap { item in
      pool.displayed[item].map {
        RunLog.Cell(
          item: item, state: $0.state,
          visibleArea: layout.visibleArea(ofItem: places[item] ?? item, offset: offset))
      }
    }
    unsettled.removeAll { pool.displayed[$0]?.isSettled ?? true }
    return cells
  }
}

extension CellState {
  /// The state of a cell that receives this content; `nil` if the content changes nothing.
  init?(_ result: ImageResponse.Content) {
    switch result {
    case .degraded: self = .degraded
    case .image: self = .final
    case .failure: self = .failed
    case .data, .cancelled: return nil
    }
  }
}

/// Results on their way from decoders, which post from any thread, to cells, which get them with the next frame.
package final class Mailbox: Sendable {
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

  func take() -> [Delivery] {
    deliveries.withLock { deliveries in
      defer { deliveries = [] }
      return deliveries
    }
  }
}

/// A grid's response to a new layout: the device is rotated, or a pinch changes its columns.
extension Stage {
  /// Switches to the frame's layout if it is a different one, and returns whether it is.
  ///
  /// The caching window is forgotten, as it was made for other offsets and for images of another size.
  func layOut(_ frame: Frame) -> Bool {
    guard let next = frame.layout, next != layout else { return false }
    layout = next
    specification = setting.specification(next)
    hasChanged = true
    recorder.note(.laidOut(due: frame.due))
    forgetWindow()
    return true
  }

  /// The cells on screen that the new size affects, each with the token to ask with; `nil` where an image that the cell
  /// has is large enough again.
  func resizeCells() -> [Int: CellToken?] {
    // Images at their stored size are the same in any layout.
    guard specification.targetSize != pool.size, specification.resizeMode != .none else { return [:] }
    let resizing = pool.resize(to: specification.targetSize)
    for request in resizing.cancelled { cancel(request) }
    for (item, _) in resizing.cells { held[item] = nil }
    return Dictionary(uniqueKeysWithValues: resizing.cells.map { ($0.item, $0.token) })
  }

  /// Lets a cell that stays on screen ask for its image in the new size, if it has none that is large enough.
  func resize(
    _ item: Int, at place: Int, in frame: Frame, asking token: CellToken?, _ window: CachingWindow
  ) {
    guard let state = pool.displayed[item]?.state else { return }
    let key = ImageKey(assets[place], specification: specification)
    recorder.note(.resized(item, key, state, due: frame.due))
    if let token { ask(with: token, at: place, window) }
  }
}
