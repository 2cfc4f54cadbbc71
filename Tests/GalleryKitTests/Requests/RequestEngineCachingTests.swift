import GalleryKit
import Support
import TestSupport
import Testing

@testable import GalleryEngine

@Suite("Caching, in the request engine,")
struct RequestEngineCachingTests {
  private let photos = (0..<6).map { Asset.sample("\($0)") }
  private let specification = ImageSpecification(targetSize: PixelSize(width: 10, height: 10))
  private let decoder: ManualDecoder
  private let manager: ImageManager

  init() {
    let ledger = MemoryLedger()
    decoder = ManualDecoder(ledger: ledger)
    manager = ImageManager(configuration: .init(decodeWorkers: 1), ledger: ledger, executor: decoder)
  }

  private func grid() -> CachingImageManager { CachingImageManager(imageManager: manager) }

  private func move(
    _ grid: CachingImageManager?, to items: Range<Int>, of assets: [Asset]? = nil, showing: Range<Int> = 0..<0
  ) {
    grid?.move(
      to: CachingWindow([.init(items)], anchor: 0), of: assets ?? photos, as: specification,
      visibleItems: showing)
  }

  private static let stories = Story.all(
    in: """
      over budget the least recently used goes first [budget 2]
      start a b | begin a
      finish a  | begin b
      finish b  |
      request a | 1:image
      start c   | evict b begin c
      finish c  |
      request a | 2:image

      an image larger than the budget is not made ahead, and delivered without being kept [budget 0]
      start a   |
      request a | begin a
      finish a  | evict a 1:image
      images    | 0 bytes

      memory pressure empties the cache by grades, and spares what is on screen [budget 4]
      start a b c d     | begin a
      finish a          | begin b
      finish b          | begin c
      finish c          | begin d
      finish d          |
      show b            |
      pressure notice   | evict a
      pressure warning  | evict c
      pressure critical | evict d
      pressure critical |
      request b         | 1:image
      show              |
      pressure critical | evict b
      images            | 0 bytes

      what is on screen is not given up for what is not [budget 2]
      start a b | begin a
      finish a  | begin b
      finish b  |
      show a    |
      start c   | evict b begin c
      finish c  |
      show a c  |
      start d   |
      stop a    | evict a begin d
      finish d  |
      start e   | evict d begin e
      finish e  |

      while high quality is off, caching makes degraded images, which requests get at once
      quality off       |
      start a+ b c+     | begin preview a+
      finish preview a+ | begin preview c+
      request a+        | 1:degraded
      finish preview c+ | begin a+
      finish a+         | 1:image
      request a+ fast   | 2:degraded
      stop a+ b c+      | evict preview a+ evict preview c+
      idle              | yes
      images            | 0 bytes

      turning high quality off and on changes over what is queued and keeps what is there
      start a+ b+ c+    | begin a+
      finish a+         | begin b+
      quality off       | doom b+ drop c+
      quality off       |
      finish b+         | begin preview b+
      finish preview b+ | begin preview c+
      quality on        | doom preview c+
      finish preview c+ | begin b+
      finish b+         | evict preview b+ begin c+
      finish c+         |
      request a+        | 1:image
      request b+        | 2:image
      stop all          | evict a+ evict b+ evict c+
      images            | 0 bytes

      starting twice and stopping what never started change nothing
      start a  | begin a
      start a  |
      stop z   |
      finish a |
      start a  |
      stop a   | evict a
      stop a   |
      images   | 0 bytes

      stopping drops what is queued and spares what a cell waits for
      start a b c | begin a
      request c   |
      stop a b c  | doom a drop b
      finish a    | begin c
      finish c    | 1:image
      images      | 0 bytes

      stopping all leaves nothing
      start b a c | begin b
      finish b    | begin a
      stop all    | doom a evict b drop c
      finish a    |
      idle        | yes
      images      | 0 bytes

      cells take what they need, and the cache gives it up before they are served [budget 3, held]
      start a b c | begin a
      finish a    | begin b
      finish b    | begin c
      finish c    |
      request x   | evict a begin x
      finish x    | 1:image
      request y   | evict b begin y
      finish y    | 2:image
      memory      | cells 800 cache 400

      nothing is decoded ahead without room, until cells let go [budget 2, held]
      request x | begin x
      finish x  | 1:image
      request y | begin y
      finish y  | 2:image
      start a   |
      idle      | yes
      let go    |
      start a   | begin a

      cells are served beyond the budget, and then nothing else is kept [workers 2, budget 1, held]
      start a   | begin a
      finish a  |
      request x | evict a begin x
      request y | begin y
      finish x  | 1:image
      finish y  | 2:image
      start x   | evict x
      memory    | cells 800

      what is decoded ahead is a cell's as soon as a cell waits for it [budget 3]
      start a   | begin a
      memory    | ahead 400
      request a |
      memory    | cells 400
      cancel 1  | 1:cancelled
      memory    | cells 400
      finish a  |
      memory    | cache 400

      a cell waits for what is in flight only where the budget has no room beside its own [workers 3, budget 2, held]
      start a   | begin a
      request x | begin x
      request y |
      finish a  | evict a begin y
      finish x  | 1:image
      finish y  | 2:image

      an image on screen counts once, as the cell's, though it is cached [budget 2, held]
      start a b | begin a
      finish a  | begin b
      finish b  |
      request a | 1:image
      show a    |
      memory    | cells 400 cache 400
      show      |
      memory    | cache 800

      degraded images of a window stay until the final image is there, or their item leaves
      window degraded 1+ 2+ 3  | begin preview 1+
      finish preview 1+        | begin preview 2+
      finish preview 2+        |
      window 1+ degraded 1+ 2+ | begin 1+
      finish 1+                | evict preview 1+
      request 2+               | 1:degraded begin 2+
      finish 2+                | 1:image
      window degraded 1+       | evict preview 2+ evict 1+ begin preview 1+
      finish preview 1+        |
      window                   | evict preview 1+
      idle                     | yes
      images                   | 0 bytes

      degraded images of a window are not made where the final image was faster, or is there already
      window 1+                | begin 1+
      window 1+ degraded 1+ 2+ |
      finish 1+                | drop preview 1+ begin preview 2+
      finish preview 2+        |
      window degraded 2+       | evict 1+
      window 1+ degraded 2+    | begin 1+
      finish 1+                |
      window 1+ degraded 1+ 2+ |

      degraded images of a window come before final ones that are only to be cached, in the order of the window
      window 1+                   | begin 1+
      window 1+ 2+ degraded 2+ 3+ |
      finish 1+                   | begin preview 2+
      finish preview 2+           | begin preview 3+
      finish preview 3+           | begin 2+
      finish 2+                   | evict preview 2+

      the farthest from the middle of the screen goes first, in either direction [budget 3, eviction farthest]
      start 10 20 30 | begin 10
      finish 10      | begin 20
      finish 20      | begin 30
      finish 30      |
      show 12        |
      start 15       | evict 30 begin 15
      finish 15      |
      show 40        |
      start 25       | evict 10 begin 25
      finish 25      |
      start z        | evict 15 begin z
      finish z       |
      start 26       | evict z begin 26
      finish 26      |
      """)

  @Test(arguments: stories)
  func `each story goes as drawn`(story: Story) throws { try EngineTimeline.tell(story) }

  @Test func `a photo at two places stays cached until both have left the window`() {
    let (caching, other) = (grid(), Asset.sample("other"))
    for (items, byteCount) in [(0..<3, 800), (1..<3, 800), (1..<2, 400)] {
      move(caching, to: items, of: [photos[0], other, photos[0]])
      // Nothing is made again.
      #expect(decoder.running.isEmpty == (items.lowerBound > 0))
      decoder.finish()
      #expect(manager.cachedBytes == byteCount)
    }
  }

  @Test func `an image that cannot be made is tried again whenever caching starts for it, and not otherwise`()
  {
    let caching = grid()
    let isAllowed = Locked(false)
    let photo = Asset.sample("late", grant: AssetGrant { _ in isAllowed.withLock { $0 } ? nil : .denied })
    func start() { caching.startCachingImages(for: [photos[0], photo], as: specification) }
    start()
    for _ in 0..<2 {
      #expect(decoder.running == ["0"])
      decoder.finish(failure: "broken")
      move(caching, to: 1..<2)
      decoder.finish()
      start()
    }
    isAllowed.withLock { $0 = true }
    start()
    decoder.finish()
    start()
    #expect(decoder.running.isEmpty && manager.cachedBytes == 3 * 400)
  }

  @Test func `nothing is made of photos to which access was taken back`() {
    let caching = grid()
    let photos = (0..<4).map { number in
      Asset.sample("\(number)", grant: AssetGrant { _ in number.isMultiple(of: 2) ? .denied : nil })
    }
    caching.startCachingImages(for: Array(photos[..<2]), as: specification)
    move(caching, to: 2..<4, of: photos)
    #expect(decoder.running == ["1"])
    decoder.finish(1)
    #expect(decoder.running == ["3"])
    decoder.finish()
    #expect(manager.cachedBytes == 2 * 400)
  }

  /// Names no victim, whatever it holds.
  private struct Miser: EvictionPolicy {
    static let name = "miser"

    mutating func insert(_ slot: Int, at position: Int?) {}
    mutating func access(_ slot: Int) {}
    mutating func remove(_ slot: Int) {}
    mutating func victim() -> Int? { nil }
  }

  @Test func `what has no room waits if the policy evicts nothing`() {
    let ledger = MemoryLedger()
    let decoder = ManualDecoder(ledger: ledger)
    let manager = ImageManager(
      configuration: .init(decodeWorkers: 1, memoryBudget: 400, eviction: Miser.self), ledger: ledger,
      executor: decoder)
    let caching = CachingImageManager(imageManager: manager)
    caching.startCachingImages(for: Array(photos[..<2]), as: specification)
    decoder.finish()
    #expect(decoder.running.isEmpty && manager.cachedBytes == 400)
  }

  @Test func `what only a grid wanted that is gone is neither kept nor made`() {
    let stays = grid()
    var goes: CachingImageManager? = grid()
    move(stays, to: 0..<2)
    move(goes, to: 1..<5, showing: 1..<3)
    decoder.finish(3)
    #expect(decoder.running == ["3"])
    goes = nil
    decoder.finish()
    #expect(manager.cachedBytes == 2 * 400)
    #expect(stays.window.items(tier: .decoded) == [0, 1])
  }

  @Test func `what one grid scrolls past, or loses, another keeps`() {
    let (rests, scrolls) = (grid(), grid())
    move(rests, to: 0..<2)
    for items in [1..<3, 3..<5, 1..<3] {
      move(scrolls, to: items)
      decoder.finish()
      #expect(manager.cachedBytes == (items.contains(1) ? 3 : 4) * 400)
    }
    // What must be made again is still made.
    scrolls.refill(of: photos, as: specification, discarding: ["1"])
    #expect(decoder.running == ["1"])
    decoder.finish()
    scrolls.refill(of: Array(photos[3...]), as: specification)
    decoder.finish()
    #expect(manager.cachedBytes == 4 * 400)
    rests.move(to: .empty, of: photos, as: specification)
    #expect(manager.cachedBytes == 2 * 400)
    #expect(scrolls.window.items(tier: .decoded) == [1, 2])
  }

  @Test func `memory pressure spares what any grid shows`() {
    let (one, other) = (grid(), grid())
    move(one, to: 0..<3, showing: 0..<2)
    move(other, to: 3..<6, showing: 3..<4)
    decoder.finish()
    #expect(manager.cachedBytes == 6 * 400)
    manager.relieve(.critical)
    #expect(manager.cachedBytes == 3 * 400)
    #expect(!one.window.isEmpty && !other.window.isEmpty)
  }

  @Test func `an image from the thumbnail store is no decode, and tells only how large images are`() {
    let ledger = MemoryLedger()
    var engine = RequestEngine(workers: 1, memoryBudget: 10 * 400, ledger: ledger)
    let made: [(seconds: Double, source: ImageSource, mean: Double)] = [
      (0.001, .thumbnailStore, 0), (0.02, .original, 0.02), (0.001, .thumbnailStore, 0.02),
    ]
    for (number, image) in made.enumerated() {
      let actions = engine.request(
        ImageRequestID(rawValue: number), of: photos[number],
        as: ImageKey(photos[number], specification: specification), options: ImageRequestOptions())
      for case .start(let job) in actions {
        let pixels = PixelBuffer(accounting: specification.targetSize, ledger: ledger)
        _ = engine.finish(
          job,
          DecodeOutcome(
            result: .success(DecodedImage(pixels: pixels)), seconds: image.seconds, source: image.source))
      }
      // The image that was just made is still held: there is room for nine beside it.
      #expect(engine.decoding == ScrollState.Decoding(workers: 1, seconds: image.mean, capacity: 9))
    }
  }
}
