package import GalleryEngine
internal import Support

/// Thumbnails on disk, within a limit of bytes: an image decoded once is mapped into memory the next time.
///
///     let store = try ThumbnailStore(.persistent(folder: "Caches/Thumbnails"), byteLimit: 200_000_000)
///     let manager = ImageManager(configuration: .init(), thumbnailStore: store)
///
/// The store finds an entry by the photo's content and by all options of the image (`ThumbnailKey`), verifies its
/// checksums, and returns it only if the original has not changed since; it drops any other entry, whose image is decoded
/// again. Not kept are damaged pictures, pictures that were asked for in full size, and those of more than a megapixel that
/// were not reduced. The least recently used entry is evicted first.
///
/// Whatever happens to the disk, images are delivered, by decoding; the first failure of each kind is reported. After a
/// failed write, the store does not try to write the next ``passedOver`` thumbnails.
///
/// Thumbnails are mapped, not copied, so that reading costs the process little, and the system can reclaim their memory.
/// The store never changes a file in place; if another program shortens a file while its image is in use, the process
/// ends, as with every mapped file.
///
/// Safe from any thread. If several stores share a folder, also in different processes, the first one writes and the
/// others only read; after opening, none of them sees another's writes.
public final class ThumbnailStore: Sendable {
  /// The lifetime of thumbnails.
  public enum Lifetime: Hashable, Sendable {
    /// Until the store is closed or its process ends, in a folder of the system's temporary folder.
    ///
    /// The next volatile store of the same user removes the remains of a killed process.
    case volatile
    /// Until they fall out of use, in this folder, which is made if necessary.
    case persistent(folder: String)
  }

  /// A store's counters.
  public struct Statistics: Hashable, Sendable {
    /// Lookups that returned a thumbnail, and those that found none, or a faulty one.
    public internal(set) var hits = 0, misses = 0
    /// Bytes of the returned thumbnails' files.
    public internal(set) var bytesRead = 0
    /// Thumbnails written, and bytes of their files.
    public internal(set) var writes = 0, bytesWritten = 0
    /// Thumbnails evicted for others.
    public internal(set) var evictions = 0
    /// Thumbnails dropped because they were damaged, or because their original has changed.
    public internal(set) var damaged = 0, outdated = 0
    /// Thumbnails that could not be written.
    public internal(set) var failedWrites = 0
  }

  /// The number of thumbnails that are not written after a failed write.
  public static let passedOver = 100

  private struct State {
    var index: ThumbnailIndex
    var statistics = Statistics()
    var told: Set<Failure.Kind> = []
    var toPassOver = 0
    var isClosed = false
  }

  /// Thumbnails written between two records of the order of use.
  private static let rememberedWrites = 1024

  /// The path of the thumbnails' folder.
  public var path: String { folder.path }
  /// The scratch folder of a volatile store.
  private let scratch: ScratchFolder?
  private let folder: ThumbnailFolder
  private let state: Locked<State>
  private let onProblem: (@Sendable (Failure) -> Void)?

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - lifetime: the lifetime of thumbnails.
  ///   - byteLimit: the most bytes that their files take.
  ///   - onProblem: gets the first failure of each kind, on any thread, with no lock held.
  /// - Throws: ``ThumbnailStore/Failure`` of kind `folder`, if the folder is not available.
  /// - Complexity: O(thumbnails); names are listed, no file is opened.
  public init(
    _ lifetime: Lifetime, byteLimit: Int, onProblem: (@Sendable (Failure) -> Void)? = nil
  ) throws(Failure) {
    switch lifetime {
    case .volatile:
      let scratch = try ScratchFolder()
      self.scratch = scratch
      folder = try ThumbnailFolder(path: scratch.path + "/thumbnails")
    case .persistent(let path):
      scratch = nil
      folder = try ThumbnailFolder(path: path)
    }
    self.onProblem = onProblem
    var index = ThumbnailIndex(byteLimit: byteLimit)
    let entries = try folder.list()
    index.reserve(entries.count)
    let gone = entries.flatMap { index.insert($0) }
    if folder.isWriter { for entry in gone { folder.remove(entry) } }
    state = Locked(State(index: index))
    if let problem = folder.problem { tell(problem) }
  }

  deinit { close() }

  /// Records the order of use, or removes volatile thumbnails; afterwards the store keeps and finds nothing.
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

  /// Whether the store keeps new thumbnails; false if it only reads.
  public var isWriter: Bool { folder.isWriter }

  /// The number of thumbnails.
  public var count: Int { state.withLock { $0.index.count } }

  /// Bytes of their files.
  public var byteCount: Int { state.withLock { $0.index.byteCount } }

  /// The counters so far.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// The match for a key, without reading any file.
  ///
  /// - Complexity: O(1).
  package func stored(for key: ThumbnailKey) -> StoredThumbnail {
    state.withLock { $0.index.stored(for: key) }
  }

  /// The image of a key as it was made from this original; `nil` if it is missing, damaged, or made from another.
  func image(for key: ThumbnailKey, of original: OriginalState, ledger: MemoryLedger) -> DecodedImage? {
    let entry = state.withLock { $0.index.use(key) }
    return read(entry, of: original, ledger: ledger) { $0.key == key.encoding }
  }

  /// The same picture in the nearest size, possibly the exact one; `nil` if there is none.
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
        tell(Failure(kind: .damaged, path: folder.file(of: entry), reason: "dropped: \(error)"))
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
      // The file was deleted, as systems do with cache folders.
      guard !error.isMissing else { return nil }
      tell(
        Failure(kind: .unreadable, path: folder.file(of: entry), reason: "cannot be read: \(error.reason)"))
      return nil
    }
  }

  private func drop(_ entry: ThumbnailIndex.Entry, _ count: (inout Statistics) -> Void) {
    state.withLock { state in
      // Out of the index first: otherwise the index would lose a file that is written in between.
      state.index.remove(entry)
      state.statistics.misses += 1
      count(&state.statistics)
    }
    if folder.isWriter { folder.remove(entry) }
  }

  /// Keeps an image, unless the store has it, or it is damaged or larger than the limit.
  ///
  /// - Parameter original: the state of the original that it was made from.
  func insert(_ image: DecodedImage, for key: ThumbnailKey, of original: OriginalState) {
    let pixels = image.pixels
    let entry = ThumbnailIndex.Entry(key, size: pixels.size, profile: image.colorProfile)
    // A thumbnail does not record its picture's faults.
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
    do throws(Failure) {
      let content = ThumbnailEntry(
        size: pixels.size, colorProfile: image.colorProfile, original: original, key: key)
      try unsafe pixels.withUnsafeBytes { pixels throws(Failure) in
        let header = unsafe content.header(of: pixels)
        try unsafe folder.write(header, pixels, content.colorProfile?.bytes ?? [], as: entry)
      }
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

  private func remember(_ entries: [ThumbnailIndex.Entry]) {
    do throws(Failure) { try folder.remember(entries) } catch { tell(error) }
  }

  /// Reports the first failure of each kind.
  private func tell(_ problem: Failure) {
    let isNew = state.withLock { $0.told.insert(problem.kind).inserted }
    if isNew { onProblem?(problem) }
  }
}
