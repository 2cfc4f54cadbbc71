internal import Support

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

  /// Whether to cache full-quality images at this moment, rather than degraded ones where these are cheap; true by default.
  func cachesHighQualityImages(for state: ScrollState) -> Bool
}

extension CachingStrategy {
  /// Makes the strategy with these values by name, brought within their ranges, and its defaults for the rest and for values that
  /// are not finite.
  ///
  /// - Precondition: the strategy declares parameters of these names.
  public init(_ values: [String: Double] = [:]) {
    let declared = Self.descriptor.parameters.map(\.name)
    let unknown = values.keys.filter { !declared.contains($0) }
    precondition(unknown.isEmpty, "expected parameters of \(declared), found \(unknown.sorted())")
    self.init(StrategyParameters(values, for: Self.descriptor))
  }

  /// Full quality in every scroll state.
  public func cachesHighQualityImages(for state: ScrollState) -> Bool { true }
}

/// Values for all parameters of a strategy, read by the names that its descriptor declares, as `parameters.leading`.
@dynamicMemberLookup
public struct StrategyParameters: Hashable, Sendable {
  private let names: [String]
  private let numbers: [Double]

  /// The values by name, defaults included.
  public var values: [String: Double] { Dictionary(uniqueKeysWithValues: zip(names, numbers)) }

  /// The value of a parameter.
  ///
  /// - Precondition: the descriptor declares it.
  public subscript(dynamicMember name: String) -> Double {
    // A strategy reads a few short names in each frame: comparing them is faster than hashing.
    guard let place = names.firstIndex(of: name) else {
      preconditionFailure("the strategy declares no parameter '\(name)'")
    }
    return numbers[place]
  }

  /// Takes the values in `given`, brought within their ranges, and the descriptor's defaults for the rest and for values that are
  /// not finite.
  package init(_ given: [String: Double] = [:], for descriptor: StrategyDescriptor) {
    names = descriptor.parameters.map(\.name)
    numbers = descriptor.parameters.map { parameter in
      guard let number = given[parameter.name], number.isFinite else { return parameter.defaultValue }
      return min(max(number, parameter.range.lowerBound), parameter.range.upperBound)
    }
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
    PreheatStrategy.self,
    RowsStrategy.self,
    SkewportStrategy.self,
    DisplayportStrategy.self,
    DeferringStrategy.self,
    DwellStrategy.self,
    ProjectedStrategy.self,
    ListLookaheadStrategy.self,
    TargetRowsStrategy.self,
    DynamicResolutionStrategy.self,
    BankStrategy.self,
    LadderStrategy.self,
  ]

  private static let references: [any CachingStrategy.Type] = [KeepAllStrategy.self]

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
