internal import Threading

/// Decides which items a grid caches, from its scroll state.
///
/// A strategy is a pure function: the same state and the same last window give the same window. Its only memory is its last
/// window. One strategy is one file in `Strategies/` and one line in ``CachingStrategies/all``.
public protocol CachingStrategy: Sendable {
  /// The strategy's name, behaviour and parameters.
  static var descriptor: StrategyDescriptor { get }

  /// Makes the strategy with values for all of its parameters, in the descriptor's order.
  init(_ parameters: StrategyParameters)

  /// The window wanted now, or `last` if it need not move.
  ///
  /// - Parameters:
  ///   - state: the grid's scroll state at this moment.
  ///   - last: the strategy's previous window; ``CachingWindow/empty`` at first and after a reload.
  func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow

  /// Whether to cache full-quality images at this moment, and not degraded ones where these are cheap; true by default.
  func cachesHighQualityImages(for state: ScrollState) -> Bool
}

extension CachingStrategy {
  /// Full quality in every scroll state.
  public func cachesHighQualityImages(for state: ScrollState) -> Bool { true }
}

/// A strategy's name, behaviour and parameters.
public struct StrategyDescriptor: Sendable {
  /// The name that scenarios and results use.
  public let name: String
  /// One sentence: what it keeps and when it moves.
  public let about: String
  /// Its parameters.
  public let parameters: [StrategyDescriptor.Parameter]
  /// Whether it serves only for comparison: no app can ship it, as it ignores the memory budget or knows the future.
  public let isReference: Bool
  /// Whether the image cache keeps to the device's memory budget under it.
  public let keepsToBudget: Bool
  /// When the window contains the visible items.
  public let covers: Coverage
  /// Whether cells request their images only once they are in the window.
  public let holdsCells: Bool
  /// The sources of its rule; empty if it has none.
  public let sources: [StrategyDescriptor.Source]

  /// When a window contains the visible items.
  public enum Coverage: Sendable {
    /// At every moment.
    case always
    /// While the grid rests.
    case atRest
    /// Only by chance.
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
    /// The unit: `screenfuls`, `rows`, `seconds`.
    public let unit: String
    /// The value if a scenario gives none.
    public let defaultValue: Double
    /// The range of sensible values.
    public let range: ClosedRange<Double>
    /// Its effect.
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
  /// The source of a strategy's or an order's rule: code, a paper, or a page.
  public struct Source: Hashable, Sendable {
    /// Its title.
    public let title: String
    /// Its web address; empty if it has none.
    public let address: String

    /// Makes a source.
    public init(_ title: String, _ address: String = "") {
      self.title = title
      self.address = address
    }

    /// A file in a GitHub repository at a commit or at its head; the whole repository if no path is given.
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

  /// Takes the values in `given`, and the descriptor's defaults for the rest.
  public init(_ given: [String: Double] = [:], for descriptor: StrategyDescriptor) {
    var values: [String: Double] = [:]
    for parameter in descriptor.parameters {
      values[parameter.name] = given[parameter.name] ?? parameter.defaultValue
    }
    self.values = values
  }
}

/// All strategies, each registered with one line.
public enum CachingStrategies {
  /// All strategies, custom ones included, in the order of the tables.
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

  /// Adds a custom strategy for scenarios and tables to name; call it before any run.
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
