extension Document {
  /// Reports a survey: the winner in each situation, its margin, and where it loses.
  public init(_ survey: SurveyFile) {
    let report = SurveyReport(survey)
    head = Head(
      title: "\(survey.name) · survey", kind: "scrollsim sweep --survey", heading: survey.name,
      about: SurveyReport.about, hasScript: false)
    blocks = [
      .only(
        .text, [.section(.init(heading: "What wins where", about: SurveyReport.about, blocks: report.text))]),
      .only(.page, report.page),
    ]
  }
}

extension SurveyFile {
  /// The chart of the survey's report, as a file of its own.
  public func chart() -> String { SurveyReport(self).chart.document() }
}

/// A survey in blocks.
struct SurveyReport {
  let survey: SurveyFile
  let names: RowNames
  /// All combinations, by falling share.
  let standings: [SurveyStanding]
  /// The recommendation over all situations; `nil` if nothing completed.
  let leader: SurveyStanding?

  init(_ survey: SurveyFile) {
    self.survey = survey
    names = RowNames(survey.combinations)
    standings = survey.standings(over: survey.situations)
    leader = survey.leader(of: standings)
  }

  static let about =
    "The share of the possible gain that each strategy reaches: 0 % is no caching, first in first out; 100 % is the bound."

  var text: [Document.Block] {
    [
      .sentences(conclusions),
      .only(
        .markdown, [.image("The share of the possible gain by strategy and situation", "\(survey.name).svg")]),
      .hint(legend), .table(summary(of: best)), .list(notes),
    ] + tables
  }

  var page: [Document.Block] {
    [
      .sentences(conclusions),
      .markup("<div class=\"curves\">\n\(chart.svg(id: "survey"))\n</div>"), .hint(legend),
      .section("Each strategy in its best order", [.table(summary(of: best)), .list(notes)]),
    ] + tables
  }

  private var tables: [Document.Block] {
    guard let leader else { return [] }
    let tables = SurveyTables(self, leader)
    let name = names.line(for: leader.combination)
    return [
      .section("\(name) by scenario", [.table(tables.byScenario)]),
      .section(
        "\(name) beside the best of each order", [.table(tables.rivals), .hint(SurveyTables.rivalsAbout)]),
      .section("Where another is better", [.table(tables.lost), .hint(tables.lostAbout)]),
      .folded("Every strategy in every order", [.table(tables.orders)]),
      .folded("Every situation", [.table(tables.situations)]),
    ]
  }

  private var conclusions: [Document.Sentence] {
    var sentences = [Document.Sentence(extent)]
    if let leader {
      sentences.insert(
        .init(
          "\(names.line(for: leader.combination)) is recommended over all: it reaches \(Self.percent(leader.share)) of the possible gain with \(Self.memory(leader.imageBytes)) of images.",
          .strong), at: 0)
    }
    return sentences
  }

  /// The extent of the survey.
  var extent: String {
    let scenarios = survey.scenarios.map(\.scenario.name).joined(separator: ", ")
    let loads = survey.loads.map(Figure.plain).joined(separator: ", ")
    return
      "\(survey.combinations.count) combinations in \(survey.situations.count) situations: \(scenarios); \(physics.joined(separator: ", ")); \(columns.map(String.init).joined(separator: " and ")) columns; loads of \(loads)."
  }

  var physics: [String] { survey.situations.map(\.physics).uniqued }
  var columns: [Int] { survey.situations.map(\.columns).uniqued }

  private var legend: String {
    let tiles = physics.flatMap { physics in columns.map { "\(physics) with \($0) columns" } }
    return
      "Within a load and a scenario: \(tiles.joined(separator: ", ")). Gaps: nothing to gain that a person could see."
  }

  private var notes: [String] {
    Self.columnNotes + [
      "Of those within half a point of the area of each other, the one with the least memory is recommended.",
      "Strategies named after libraries are models of their rules, not measurements of their code.",
    ] + survey.scenarios.compactMap(\.costsNote).prefix(1)
  }

  /// The meaning of a summary's columns.
  static let columnNotes = [
    "Shares are of the area not sharp while scrolling, over all situations of a load together; their mean over the loads. Worst: the least of any situation in which half a point or more can be gained.",
    "Memory is the mean of the situations' peaks, and the greatest. Wasted: decoded bytes that were never shown.",
  ]

  /// Each strategy in its best order, by falling share.
  var best: [SurveyStanding] { standings.uniqued { names.strategy($0.combination) } }

  /// A row for each standing.
  func summary(of standings: [SurveyStanding]) -> Document.Table {
    let plainOrder = survey.combinations.first?[.order]
    let rows = standings.map { standing in
      let plain = self.standings.first {
        names.strategy($0.combination) == names.strategy(standing.combination)
          && $0.combination[.order] == plainOrder
      }
      let isLeader = standing == leader
      return Document.Row(
        [
          Document.Cell(names.strategy(standing.combination)),
          Document.Cell(standing.combination[.order] ?? ""),
        ]
          + [Document.Cell(Self.percent(standing.share))]
          + survey.loads.map { Document.Cell(Self.percent(standing.shares[$0])) }
          + [
            Document.Cell(Self.percent(standing.worst)), Document.Cell(Self.memory(standing.imageBytes)),
            Document.Cell(Self.memory(standing.mostImageBytes)),
            Document.Cell(Figure.text(standing.waste, unit: "rate")),
            Document.Cell(Self.percent(plain?.share)), Document.Cell(Self.percent(plain?.worst)),
          ],
        isLeader ? .recommended : standing.combination.isReference ? .reference : .plain)
    }
    return Document.Table(
      label: "Strategies in their best orders",
      columns: [.init(title: "strategy"), .init(title: "order"), .figure("of possible")]
        + survey.loads.map { .figure("at \(Figure.plain($0))", importance: 2) }
        + [
          .figure("worst"), .figure("memory"), .figure("most", importance: 1), .figure("wasted"),
          .figure("by \(plainOrder ?? "")", importance: 3), .figure("worst so", importance: 1),
        ],
      rows: rows)
  }

  static func percent(_ share: Double?) -> String {
    share.map { "\(Figure.fixed($0 * 100, 0)) %" } ?? Figure.none
  }

  static func memory(_ bytes: Double) -> String { Figure.text(bytes, unit: "bytes") }
}

extension SurveyReport {
  /// The winners by situation: strategies in their best orders and in the first one.
  var chart: TileChart {
    let situations = survey.loads.flatMap { load in survey.situations.filter { $0.load == load } }
    let plainOrder = survey.combinations.first?[.order]
    let plain = standings.filter { $0.combination[.order] == plainOrder }
    return TileChart(
      title: "The share of the possible gain",
      groups: [
        Self.groups(situations.map { "load \(Figure.plain($0.load))" }),
        Self.groups(situations.map(\.scenario)),
      ],
      rows: rows(best, over: situations, heading: "in the best order")
        + rows(plain, over: situations, heading: "all by \(plainOrder ?? "")"))
  }

  private static func groups(_ names: [String]) -> [TileChart.Group] {
    names.reduce(into: []) { groups, name in
      if let last = groups.last, last.name == name {
        groups[groups.count - 1] = .init(name: name, columns: last.columns + 1)
      } else {
        groups.append(.init(name: name, columns: 1))
      }
    }
  }

  private func rows(
    _ standings: [SurveyStanding], over situations: [SurveyFile.Situation], heading: String
  ) -> [TileChart.Row] {
    standings.enumerated().map { index, standing in
      TileChart.Row(
        name: names.line(for: standing.combination),
        tiles: situations.map { situation in
          guard situation.tells, let share = situation.share(of: standing.place) else { return .nothing }
          return .share(share, isBest: situation.isBest(standing.place, of: survey))
        },
        heading: index == 0 ? heading : "")
    }
  }
}

extension SurveyFile.Situation {
  /// The combinations that an app can ship, by rising avoidable area.
  func ranking(of survey: SurveyFile) -> [(place: Int, avoidable: Double)] {
    survey.combinations.indices.filter { !survey.combinations[$0].isReference }
      .compactMap { place in avoidable(of: place).map { (place, $0) } }
      .sorted { ($0.avoidable, $0.place) < ($1.avoidable, $1.place) }
  }

  /// Whether a combination is the best that an app can ship, or indistinguishable from it.
  fileprivate func isBest(_ place: Int, of survey: SurveyFile) -> Bool {
    guard !survey.combinations[place].isReference, let avoidable = avoidable(of: place),
      let least = ranking(of: survey).first?.avoidable
    else { return false }
    return avoidable <= least + Merit.visibleDifference
  }
}
