package import GalleryEngine
internal import Locking
internal import SystemCalls

/// Thumbnails on disk, within a limit of bytes: what was decoded once is mapped into memory the next time.
///
///     let store = try ThumbnailStore(.persistent(folder: "Caches/Thumbnails"), byteLimit: 200_000_000)
///     let manager = ImageManager(configuration: .init(), thumbnailStore: store)
///
/// An entry is found by the photo's content and by all options of the image (`ThumbnailKey`), verified by checksum, and
/// given out only if the original is still what it was made of; anything else is dropped and decoded anew. Pictures in full
/// size and pictures that are damaged are not kept. What was not used the longest goes first.
///
/// Whatever befalls the disk, images are delivered, by decoding; what went wrong is told once for each kind of failure. After
/// a thumbnail that could not be written, the next ``passedOver`` are not even tried.
///
/// Thumbnails are mapped, not copied, so that they cost the process little to read, and the system can take their memory
/// back. The store never writes to a file that is in its place; another program that makes one shorter while its image is in
/// use ends the process, as with every mapped file.
///
/// Safe from any thread. Of several stores over one folder, also of other processes, the first one writes and the others
/// only read; none of them sees what another has written since it was opened.
public final class ThumbnailStore: Sendable {
  /// How long thumbnails are kept.
  public enum Lifetime: Hashable, Sendable {
    /// Until the store is closed or its process ends, in a folder of the system's temporary one. Of a process that was
    /// killed, the next volatile store of the same user removes what is left.
    case volatile
    /// Until they are not used any more, in this folder, which is made if need be.
    case persistent(folder: String)
  }

  /// What a store has done.
  public struct Statistics: Hashable, Sendable {
    /// Thumbnails given out, and those that were not there, or not whole.
    public internal(set) var hits = 0, misses = 0
    /// Bytes of the files of thumbnails that were given out.
    public internal(set) var bytesRead = 0
    /// Thumbnails written, and bytes of their files.
    public internal(set) var writes = 0, bytesWritten = 0
    /// Thumbnails given up for others.
    public internal(set) var evictions = 0
    /// Thumbnails that were dropped because they were damaged, or because their original has changed.
    public internal(set) var damaged = 0, outdated = 0
    /// Thumbnails that could not be written.
    public internal(set) var failedWrites = 0
  }

  /// How many thumbnails are not written after one that could not be.
  public static let passedOver = 100

  private struct State {
    var index: ThumbnailIndex
    var statistics = Statistics()
    var told: Set<ThumbnailStore.Failure.Kind> = []
    var toPassOver = 0
    var isClosed = false
  }

  /// After so many thumbnails the order of use is written down.
  private static let rememberedWrites = 1024

  /// Where the thumbnails are.
  public var path: String { folder.path }
  /// Where a volatile store has its folder.
  private let scratch: ScratchFolder?
  private let folder: ThumbnailFolder
  private let state: Locked<State>
  private let onProblem: (@Sendable (ThumbnailStore.Failure) -> Void)?

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - lifetime: how long thumbnails are kept.
  ///   - byteLimit: the most bytes that their files take.
  ///   - onProblem: is told of the first failure of each kind, on any thread, with no lock held.
  /// - Throws: ``ThumbnailStore/Failure`` of kind `folder`, if there is no folder to be had.
  /// - Complexity: O(thumbnails); names are listed, no file is opened.
  public init(
    _ lifetime: Lifetime, byteLimit: Int, onProblem: (@Sendable (ThumbnailStore.Failure) -> Void)? = nil
  ) throws(ThumbnailStore.Failure) {
    var problems: [ThumbnailStore.Failure] = []
    switch lifetime {
    case .volatile:
      let scratch = try ScratchFolder()
      self.scratch = scratch
      folder = try ThumbnailFolder(path: scratch.path + "/thumbnails") { problems.append($0) }
    case .persistent(let path):
      scratch = nil
      folder = try ThumbnailFolder(path: path) { problems.append($0) }
    }
    self.onProblem = onProblem
    var index = ThumbnailIndex(byteLimit: byteLimit)
    let entries = try folder.list()
    index.reserve(entries.count)
    let gone = entries.flatMap { index.insert($0) }
    if folder.isWriter { for entry in gone { folder.remove(entry) } }
    state = Locked(State(index: index, told: Set(problems.map(\.kind))))
    for problem in problems { onProblem?(problem) }
  }

  deinit { close() }

  /// Writes down in which order thumbnails were used, or removes them if they are volatile; keeps and finds no more.
  public func close() {
    let index = state.withLock { state -> ThumbnailIndex? in
      guard !state.isClosed else { return nil }
      state.isClosed = true
      defer { state.index = ThumbnailIndex(byteLimit: 0) }
      return state.index
    }
    guard let index, folder.isWriter else { return }
    if let scratch { scratch.remove() } else { remember(index.entries) }
    folder.release()
  }

  /// Whether thumbnails are kept, and not only read.
  public var isWriter: Bool { folder.isWriter }

  /// How many thumbnails there are.
  public var count: Int { state.withLock { $0.index.count } }

  /// Bytes of their files.
  public var byteCount: Int { state.withLock { $0.index.byteCount } }

  /// What the store has done so far.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// What there is for a key, without a look at any file.
  ///
  /// - Complexity: O(1).
  package func stored(for key: ThumbnailKey) -> StoredThumbnail {
    state.withLock { $0.index.stored(for: key) }
  }

  // MARK: Reading

  /// The image of a key as it was made of this original; `nil` if it is not there, damaged, or of another.
  func image(for key: ThumbnailKey, of original: OriginalState, ledger: MemoryLedger) -> DecodedImage? {
    let entry = state.withLock { $0.index.use(key) }
    return read(entry, of: original, ledger: ledger) { $0.key == key.encoding }
  }

  /// The same picture in the size that is nearest, which may be the very one; `nil` if there is none.
  func nearestImage(to key: ThumbnailKey, of original: OriginalState, ledger: MemoryLedger) -> DecodedImage? {
    let entry = state.withLock { $0.index.useNearest(to: key) }
    return read(entry, of: original, ledger: ledger) { $0.key.starts(with: key.familyEncoding) }
  }

  private func read(
    _ entry: ThumbnailIndex.Entry?, of original: OriginalState, ledger: MemoryLedger,
    isRight: (ThumbnailEntry) -> Bool
  ) -> DecodedImage? {
    guard let entry else {
      state.withLock { $0.statistics.misses += 1 }
      return nil
    }
    do throws(SystemError) {
      let file = try folder.map(entry)
      let colorProfile: ColorProfile?
      do throws(ThumbnailEntry.Damage) {
        let content = unsafe try file.withUnsafeBytes { bytes throws(ThumbnailEntry.Damage) in
          unsafe try ThumbnailEntry(parsing: bytes)
        }
        guard content.size == entry.size, isRight(content), content.original == original
        else {
          drop(entry) { $0.outdated += 1 }
          return nil
        }
        colorProfile = content.colorProfile
      } catch {
        drop(entry) { $0.damaged += 1 }
        tell(
          ThumbnailStore.Failure(
            kind: .damaged, path: folder.file(of: entry), reason: "dropped: \(error)"))
        return nil
      }
      state.withLock { state in
        state.statistics.hits += 1
        state.statistics.bytesRead += entry.length
      }
      return DecodedImage(
        pixels: file.pixels(from: ThumbnailEntry.headerByteCount, size: entry.size, ledger: ledger),
        colorProfile: colorProfile, bytesRead: entry.length)
    } catch {
      state.withLock { state in
        state.index.remove(entry)
        state.statistics.misses += 1
      }
      // The file was deleted, as systems do with folders of caches.
      guard !error.isMissing else { return nil }
      tell(
        ThumbnailStore.Failure(
          kind: .unreadable, path: folder.file(of: entry), reason: "cannot be read: \(error.reason)"))
      return nil
    }
  }

  private func drop(_ entry: ThumbnailIndex.Entry, _ count: (inout Statistics) -> Void) {
    state.withLock { state in
      // Out of the index first: otherwise a file that is written in between would be lost to it.
      state.index.remove(entry)
      state.statistics.misses += 1
      count(&state.statistics)
    }
    if folder.isWriter { folder.remove(entry) }
  }

  // MARK: Writing

  /// Keeps an image, unless it is there, damaged, or larger than the limit.
  ///
  /// - Parameter original: what it was made of.
  func insert(_ image: DecodedImage, for key: ThumbnailKey, of original: OriginalState) {
    let pixels = image.pixels
    let length = ThumbnailEntry.byteCount(of: pixels.size, profile: image.colorProfile)
    let entry = ThumbnailIndex.Entry(
      family: key.family, variant: key.variant, size: pixels.size, length: length)
    // What is wrong with a picture would not be known of its thumbnail any more.
    guard folder.isWriter, image.damage == nil, image.warnings.isEmpty, pixels.hasPixels,
      image.colorProfile?.bytes.count ?? 0 <= ThumbnailEntry.longestProfile
    else { return }
    let room = state.withLock { state -> [ThumbnailIndex.Entry]? in
      guard !state.isClosed, entry.byteCount <= state.index.byteLimit, state.index.stored(for: key) != .exact
      else { return nil }
      guard state.toPassOver == 0 else {
        state.toPassOver -= 1
        return nil
      }
      let gone = state.index.makeRoom(for: entry.byteCount)
      state.statistics.evictions += gone.count
      return gone
    }
    guard let room else { return }
    for old in room { folder.remove(old) }
    do throws(ThumbnailStore.Failure) {
      let content = ThumbnailEntry(
        size: pixels.size, colorProfile: image.colorProfile, original: original, key: key)
      try write(pixels, content, as: entry)
    } catch {
      state.withLock { state in
        state.statistics.failedWrites += 1
        state.toPassOver = Self.passedOver
      }
      tell(error)
      return
    }
    let (gone, order) = state.withLock { state in
      guard !state.isClosed else { return ([entry], nil as [ThumbnailIndex.Entry]?) }
      let gone = state.index.insert(entry)
      state.statistics.evictions += gone.count
      state.statistics.writes += 1
      state.statistics.bytesWritten += entry.length
      let isTime = scratch == nil && state.statistics.writes % Self.rememberedWrites == 0
      return (gone, isTime ? state.index.entries : nil)
    }
    for old in gone { folder.remove(old) }
    if let order { remember(order) }
  }

  private func write(
    _ pixels: PixelBuffer, _ content: ThumbnailEntry, as entry: ThumbnailIndex.Entry
  ) throws(ThumbnailStore.Failure) {
    try unsafe pixels.withUnsafeBytes { pixels throws(ThumbnailStore.Failure) in
      let header = unsafe content.header(of: pixels)
      try unsafe folder.write(header, pixels, content.colorProfile?.bytes ?? [], as: entry)
    }
  }

  private func remember(_ entries: [ThumbnailIndex.Entry]) {
    do throws(ThumbnailStore.Failure) { try folder.remember(entries) } catch { tell(error) }
  }

  /// Tells of the first failure of each kind.
  private func tell(_ problem: ThumbnailStore.Failure) {
    let isNew = state.withLock { $0.told.insert(problem.kind).inserted }
    if isNew { onProblem?(problem) }
  }
}
