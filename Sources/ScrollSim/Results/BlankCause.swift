/// Why a cell was blank when it came on screen; the first cause that applies, in this order.
package enum BlankCause: String, Codable, Hashable, Sendable, CaseIterable {
  case decoding
  case queuedBehind
  case firstScreen
  case jumped
  case evictedEarly
  case cancelled
  case failed
  case neverWanted
}

/// How an image left memory.
package enum LossReason: String, Codable, Hashable, Sendable, CaseIterable {
  /// The cache's budget was needed for another image.
  case budget
  /// The window no longer wanted it cached.
  case stopped
  /// The system was short of memory.
  case pressure
  /// Its cell let it go, and no window had kept it.
  case released
  /// It was no longer wanted when it was decoded.
  case dropped
}

extension BlankCause {
  private var words: (title: String, meaning: String) {
    switch self {
    case .decoding: ("decoding", "a decoder had begun but not finished")
    case .queuedBehind: ("queued", "wanted, but no decoder was free")
    case .firstScreen: ("first screen", "on screen before any window was")
    case .jumped: ("jumped", "the offset jumped there")
    case .evictedEarly: ("evicted", "was in memory before and left it")
    case .cancelled: ("cancelled", "wanted, then given up too early")
    case .failed: ("failed", "could not be decoded before")
    case .neverWanted: ("never wanted", "it had not been asked for")
    }
  }

  package var title: String { words.title }
  /// The cause's meaning, to follow the word.
  package var meaning: String { words.meaning }

  /// The predicate for cells with this cause, to follow "of the blank cells".
  var sentence: String {
    switch self {
    case .decoding: "appeared while their images were being decoded"
    case .queuedBehind: "were wanted and waited for a decoder"
    case .firstScreen: "were on screen in the first frame, before any window could want them"
    case .jumped: "were jumped to, which no window could foresee"
    case .evictedEarly: "had been in memory and left it before they were shown again"
    case .cancelled: "had been wanted and were given up before they were ready"
    case .failed: "could not be decoded when they were tried before"
    case .neverWanted: "had not been asked for when they appeared"
    }
  }
}

extension LossReason {
  private var words: (word: String, title: String) {
    switch self {
    case .budget: ("budget", "for lack of budget")
    case .stopped: ("window passed", "because the window passed on")
    case .pressure: ("pressure", "under memory pressure")
    case .released: ("cell let go", "when their cells let go and no window kept them")
    case .dropped: ("dropped", "as soon as they were decoded, because they were no longer wanted")
    }
  }

  package var title: String { words.title }
  /// The same in a word, for tables.
  package var word: String { words.word }
}
