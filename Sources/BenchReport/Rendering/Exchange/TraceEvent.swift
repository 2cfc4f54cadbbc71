/// One of Chrome's trace events; times are microseconds.
struct TraceEvent: Encodable {
  var name: String
  /// What it is: `X` a slice, `C` a counter, `M` a name, `s`, `t` and `f` the start, a step and the end of a flow.
  var ph: String
  var pid: Int
  var tid: Int
  var ts: Double?
  var dur: Double?
  var args: [String: Value]?
  /// Which flow; a flow's events share it.
  var id: Int?
  /// The flow's category.
  var cat: String?
  /// Where a flow ends: `e` in the slice around it.
  var bp: String?

  enum Value: Encodable {
    case number(Double)
    case text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }
}
