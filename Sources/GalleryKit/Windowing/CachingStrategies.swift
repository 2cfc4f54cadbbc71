/// The strategies there are, each registered with one line.
public enum CachingStrategies {
  /// All strategies, in the order in which tables show them.
  public static let all: [any CachingStrategy.Type] = [
    NoCachingStrategy.self,
    AppleSampleStrategy.self,
    ScreensStrategy.self,
    SettleStrategy.self,
    DirectionalStrategy.self,
    UnboundedStrategy.self,
    ClairvoyantStrategy.self,
  ]

  /// The strategy of that name, or `nil`.
  public static func named(_ name: String) -> (any CachingStrategy.Type)? {
    all.first { $0.descriptor.name == name }
  }
}
