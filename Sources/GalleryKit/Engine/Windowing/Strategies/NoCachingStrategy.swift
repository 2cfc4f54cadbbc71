/// `none`: caches nothing, as the lower bound of every comparison; only cells on screen request images.
public struct NoCachingStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "none", about: "Caches nothing beyond the cells on screen.", covers: .perhaps)

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) {}

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow { .empty }
}
