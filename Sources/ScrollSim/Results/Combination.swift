/// One choice on every axis, encoded flat: a run has `strategy`, `parameters`, `cells` and so on as its own
/// fields.
package struct Combination: Hashable, Sendable {
  /// The library whose policies these choices model; `nil` if they model none.
  package var library: String?
  package var strategy: String
  /// The strategy's parameters, defaults included.
  package var parameters: [String: Double] = [:]
  /// The choice on each axis; an axis is absent if the scenario has no choice on it.
  package var choices: [Axis: String]
  /// The visit, from 1; `nil` if there is only one.
  package var visit: Int?
  /// Whether it is only a reference and never recommended, because it knows the future, has no budget, or models a library.
  package var isReference = false

  package static let libraryNote =
    "A model follows a library's policies, and does not measure its code; 'scrollsim list libraries' says what it leaves out."

  /// The name of the library or the strategy.
  package var name: String { library ?? strategy }

  /// The role of a combination that is never recommended, for people to read; `nil` for others.
  package var role: String? { library != nil ? "model" : isReference ? "ref." : nil }

  /// The choice on an axis; `nil` if the scenario has none.
  package subscript(axis: Axis) -> String? {
    get { choices[axis] }
    set { choices[axis] = newValue }
  }

  /// Everything but the strategy, for people to read.
  var options: [String] { Axis.allCases.compactMap { choices[$0] } + [visitName].compactMap(\.self) }

  var visitName: String? {
    visit.map { [1: "first", 2: "second", 3: "third"][$0].map { "\($0) visit" } ?? "visit \($0)" }
  }
}

extension Combination: Codable {
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldKey.self)
    library = try fields.decodeIfPresent(String.self, forKey: "library")
    strategy = try fields.decode(String.self, forKey: "strategy")
    parameters = try fields.decode([String: Double].self, forKey: "parameters")
    choices = [:]
    for axis in Axis.allCases {
      let key = FieldKey(stringValue: axis.rawValue)
      choices[axis] =
        axis.standard == nil
        ? try fields.decodeIfPresent(String.self, forKey: key) : try fields.decode(String.self, forKey: key)
    }
    visit = try fields.decodeIfPresent(Int.self, forKey: "visit")
    isReference = try fields.decodeIfPresent(Bool.self, forKey: "isReference") ?? false
  }

  /// Writes fields beside those of a run or a candidate; `isReference` only if it is true.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldKey.self)
    try fields.encodeIfPresent(library, forKey: "library")
    try fields.encode(strategy, forKey: "strategy")
    try fields.encode(parameters, forKey: "parameters")
    for (axis, choice) in choices { try fields.encode(choice, forKey: FieldKey(stringValue: axis.rawValue)) }
    try fields.encodeIfPresent(visit, forKey: "visit")
    if isReference { try fields.encode(true, forKey: "isReference") }
  }
}

/// A strategy by name, with values of its parameters; the others have their defaults or are searched.
package struct StrategySpec: Codable, Hashable, Sendable {
  package var name: String
  package var parameters: [String: Double]

  package init(name: String, parameters: [String: Double] = [:]) {
    (self.name, self.parameters) = (name, parameters)
  }

  /// The strategy on the command line: `screens` or `screens:leading=3,trailing=1`.
  package var argument: String {
    parameters.isEmpty ? name : "\(name):\(parameters.words.joined(separator: ","))"
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case parameters = "fixed"
  }
}

struct FieldKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral name: String) { stringValue = name }
  init(stringValue name: String) { stringValue = name }
  init?(intValue: Int) { nil }
}
