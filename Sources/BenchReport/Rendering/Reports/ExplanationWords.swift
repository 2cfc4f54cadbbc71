extension BlankCause {
  /// What heads a row or a column, in a word or two.
  var title: String {
    switch self {
    case .decoding: "decoding"
    case .queuedBehind: "queued"
    case .firstScreen: "first screen"
    case .jumped: "jumped"
    case .evictedEarly: "evicted"
    case .cancelled: "cancelled"
    case .failed: "failed"
    case .neverWanted: "never wanted"
    }
  }

  /// What it means, to follow the word.
  var meaning: String {
    switch self {
    case .decoding: "a decoder had begun and was not done"
    case .queuedBehind: "wanted, but no decoder was free"
    case .firstScreen: "there before any window was"
    case .jumped: "the offset jumped there"
    case .evictedEarly: "was in memory before and left it"
    case .cancelled: "wanted, then given up too early"
    case .failed: "could not be decoded before"
    case .neverWanted: "nobody had asked for it"
    }
  }

  /// What cells with this cause did, to follow "of the blank cells".
  var sentence: String {
    switch self {
    case .decoding: "appeared while their images were being decoded"
    case .queuedBehind: "were wanted and waited for a decoder"
    case .firstScreen: "were on screen in the first frame, before any window could want them"
    case .jumped: "were jumped to, which no window could know"
    case .evictedEarly: "had been in memory and left it before they were shown again"
    case .cancelled: "had been wanted and were given up before they were there"
    case .failed: "could not be decoded when they were tried before"
    case .neverWanted: "had been asked for by nobody when they appeared"
    }
  }
}

extension LossReason {
  /// How an image left memory, in a few words.
  var title: String {
    switch self {
    case .budget: "for want of budget"
    case .stopped: "because the window passed on"
    case .pressure: "under memory pressure"
    case .released: "when their cells let go, for no window kept them"
    case .dropped: "as soon as they were decoded, for nobody wanted them any more"
    }
  }

  /// The same in a word, for tables.
  var word: String {
    switch self {
    case .budget: "budget"
    case .stopped: "window passed"
    case .pressure: "pressure"
    case .released: "cell let go"
    case .dropped: "dropped"
    }
  }
}

extension BlankCause {
  /// The causes that any explanation has, in their order.
  static func present(in explanations: [RunExplanation]) -> [BlankCause] {
    let present = Set(explanations.flatMap { $0.causes.map(\.cause) })
    return allCases.filter(present.contains)
  }
}

extension RunExplanation {
  /// How many cells were blank, and how many for each of the causes.
  func counts(of causes: [BlankCause]) -> [String] {
    ([blankAppearances] + causes.map { cause in self.causes.first { $0.cause == cause }?.cells ?? 0 })
      .map { Figure.text(Double($0), unit: "count") }
  }
}
