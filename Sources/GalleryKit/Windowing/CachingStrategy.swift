internal import Locking

/// Decides which items a grid should have cached, from how it scrolls.
///
/// A strategy is a pure function: the same state and the same last window give the same window. What it must
/// remember from one moment to the next, it reads off its last window. One strategy is one file in `Strategies/`
/// and one line in ``CachingStrategies/all``.
public protocol CachingStrategy: Sendable {
  /// What the strategy is called, what it does and which parameters it takes.
  static var descriptor: StrategyDescriptor { get }

  /// Makes the strategy with values for all of its parameters, in the descriptor's order.
  init(_ parameters: StrategyParameters)

  /// The window wanted now, or `last` if it need not move.
  ///
  /// - Parameters:
  ///   - state: how the grid scrolls at this moment.
  ///   - last: the window that the strategy gave before; ``CachingWindow/empty`` at first and after a reload.
  func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow

  /// Whether images of full quality are cached at this moment, and not degraded ones where these are cheap; always true
  /// unless a strategy says otherwise.
  func cachesHighQualityImages(for state: ScrollState) -> Bool
}

extension CachingStrategy {
  /// Full quality, however the grid scrolls.
  public func cachesHighQualityImages(for state: ScrollState) -> Bool { true }
}

/// What a strategy is called, what it does and which parameters it takes.
public struct StrategyDescriptor: Sendable {
  /// The name that scenarios and results use.
  public let name: String
  /// What it keeps and when it moves, in a sentence.
  public let about: String
  /// Its parameters.
  public let parameters: [StrategyDescriptor.Parameter]
  /// Whether it is there to compare with, and no app could ship it: it keeps to no memory budget, or knows the future.
  public let isReference: Bool
  /// Whether the image cache keeps to the device's memory budget under it.
  public let keepsToBudget: Bool
  /// When the window contains what is on screen.
  public let covers: Coverage
  /// Whether cells outside the window are to wait with their requests until they are in it.
  public let holdsCells: Bool
  /// Where its rule was read; empty if it was not read anywhere.
  public let sources: [StrategyDescriptor.Source]

  /// When a window contains what is on screen.
  public enum Coverage: Sendable {
    /// At every moment.
    case always
    /// While the grid rests.
    case atRest
    /// When it so happens.
    case perhaps
  }

  /// Makes a descriptor.
  public init(
    name: String, about: String, parameters: [StrategyDescriptor.Parameter] = [], isReference: Bool = false,
    keepsToBudget: Bool = true, covers: Coverage = .always, holdsCells: Bool = false,
    sources: [StrategyDescriptor.Source] = []
  ) {
    self.name = name
    self.about = about
    self.parameters = parameters
    self.isReference = isReference
    self.keepsToBudget = keepsToBudget
    self.covers = covers
    self.holdsCells = holdsCells
    self.sources = sources
  }
}

extension StrategyDescriptor {
  /// One number that tunes a strategy.
  public struct Parameter: Sendable {
    /// The name that scenarios use.
    public let name: String
    /// What it counts: `screenfuls`, `rows`, `seconds`.
    public let unit: String
    /// The value where a scenario gives none.
    public let defaultValue: Double
    /// The values that make sense.
    public let range: ClosedRange<Double>
    /// What it tunes.
    public let about: String

    /// Makes a parameter.
    public init(
      _ name: String, unit: String, default defaultValue: Double, in range: ClosedRange<Double>, about: String
    ) {
      self.name = name
      self.unit = unit
      self.defaultValue = defaultValue
      self.range = range
      self.about = about
    }
  }
}

extension StrategyDescriptor {
  /// Where the rule of a strategy or an order was read: code, a paper, or a page.
  public struct Source: Hashable, Sendable {
    /// What it is called.
    public let title: String
    /// Where it is on the web; empty if it is not.
    public let address: String

    /// Makes a source.
    public init(_ title: String, _ address: String = "") {
      self.title = title
      self.address = address
    }

    /// A file of a repository on GitHub as it was at a commit, or as it is now; all of it where no path is given.
    static func gitHub(_ repository: String, at commit: String? = nil, _ path: String = "") -> Source {
      let address = "https://github.com/\(repository)/\(path.isEmpty ? "tree" : "blob")/\(commit ?? "HEAD")"
      return Source(
        [repository + (commit.map { "@\($0)" } ?? ""), path].filter { !$0.isEmpty }.joined(separator: " "),
        path.isEmpty ? address : "\(address)/\(path)")
    }
  }
}

/// Values for all parameters of a strategy, by name.
public struct StrategyParameters: Hashable, Sendable {
  /// The values, defaults included.
  public let values: [String: Double]

  /// The value of a parameter that the strategy's descriptor names.
  public subscript(name: String) -> Double {
    guard let value = values[name] else {
      preconditionFailure("the strategy declares no parameter '\(name)'")
    }
    return value
  }

  /// Takes `given` where there is a value, and the descriptor's default elsewhere.
  public init(_ given: [String: Double] = [:], for descriptor: StrategyDescriptor) {
    var values: [String: Double] = [:]
    for parameter in descriptor.parameters {
      values[parameter.name] = given[parameter.name] ?? parameter.defaultValue
    }
    self.values = values
  }
}

/// The strategies there are, each registered with one line.
public enum CachingStrategies {
  /// All strategies, those of one's own among them, in the order in which tables show them.
  public static var all: [any CachingStrategy.Type] { shipped + added.withLock { $0 } + references }

  private static let shipped: [any CachingStrategy.Type] = [
    NoCachingStrategy.self,
    AppleSampleStrategy.self,
    ScreensStrategy.self,
    SettleStrategy.self,
    DirectionalStrategy.self,
    Preheat.self,
    Rows.self,
    Skewport.self,
    Displayport.self,
    Deferring.self,
    Dwell.self,
    Projected.self,
    ListLookahead.self,
    TargetRows.self,
    DynamicResolution.self,
    BankStrategy.self,
    Ladder.self,
  ]

  private static let references: [any CachingStrategy.Type] = [KeepAllStrategy.self, OracleStrategy.self]

  private static let added = Locked<[any CachingStrategy.Type]>([])

  /// Adds a strategy of one's own, for scenarios and tables to name; before anything is run.
  ///
  /// - Precondition: no other strategy has its name.
  public static func add(_ strategy: any CachingStrategy.Type) {
    let name = strategy.descriptor.name
    precondition(named(name) == nil, "a strategy is called '\(name)' already; give this one another name")
    added.withLock { $0.append(strategy) }
  }

  /// The strategy of that name, or `nil`.
  public static func named(_ name: String) -> (any CachingStrategy.Type)? {
    all.first { $0.descriptor.name == name }
  }
}
