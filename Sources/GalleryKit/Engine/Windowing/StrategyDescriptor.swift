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

  /// One number that tunes a strategy.
  public struct Parameter: Sendable {
    /// The name that scenarios use.
    public let name: String
    /// The unit: `screenfuls`, `rows`, `seconds`.
    public let unit: String
    /// The value if a scenario gives none.
    public let defaultValue: Double
    /// The range of values; one beyond it counts as its nearest end.
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
