internal import ScrollSim

extension Document {
  /// A page of `list`: what it lists, in sections below a sentence.
  init(reference title: String, _ about: String, _ sections: [Block]) {
    head = Head(title: title, kind: "scrollsim list", heading: title, about: about, hasScript: false)
    blocks = [.only(.text, [.section(title, [.text(about)] + sections)]), .only(.page, sections)]
  }

  /// A page of all keys of scenario files: values, defaults and meaning.
  package static var scenarioKeys: Document {
    let about =
      "Lengths are in points, times in seconds, velocities in points a second; positive is towards the end of the content. Memory is \"150 MB\" (B, kB, MB, GB by thousands; KiB, MiB, GiB by 1024) or a number of bytes. Unknown keys are refused."
    func group(_ key: ScenarioSchema.KeyPath) -> Substring { key.path.prefix { $0 != "." && $0 != "[" } }
    let groups = Dictionary(grouping: ScenarioSchema.keys, by: group)
    let order = ScenarioSchema.keys.map(group).uniqued
    let single = order.filter { groups[$0]?.count == 1 }
    let sections =
      [Block.section("The file", [.table(table("The file", single.flatMap { groups[$0] ?? [] }))])]
      + order.filter { !single.contains($0) }.map { name in
        let keys = groups[name] ?? []
        return .section(
          String(name), [.text(keys[0].key.about), .table(table("\(name)", Array(keys.dropFirst())))])
      }
    return Document(reference: "Keys of scenarios", about, sections)
  }

  private static func table(_ label: String, _ keys: [ScenarioSchema.KeyPath]) -> Table {
    Table(
      label: label,
      columns: [
        "key", .init(title: "value", kind: .prose), "default", .init(title: "meaning", kind: .prose),
      ],
      rows: keys.map { key in
        Row([key.path, key.values, key.key.isRequired ? "required" : key.key.initial ?? "", key.key.about])
      })
  }
}
