/// A survey's tables: the recommended combination's results, its rivals and its losses.
struct SurveyTables {
  private let report: SurveyReport
  private let leader: SurveyStanding
  private var survey: SurveyFile { report.survey }

  init(_ report: SurveyReport, _ leader: SurveyStanding) {
    self.report = report
    self.leader = leader
  }

  /// The orders that an app can choose from.
  private var orderNames: [String] {
    survey.combinations.filter { !$0.isReference }.compactMap { $0[.order] }.uniqued
  }

  // MARK: By scenario

  /// The share gained by scenario and load, over all situations together, beside the reachable one.
  var byScenario: Document.Table {
    let oracle = survey.combinations.firstIndex(where: \.isReference)
    let rows = survey.scenarios.map(\.scenario.name).map { scenario in
      let cells = survey.loads.flatMap { load in
        let situations = survey.situations.filter { $0.scenario == scenario && $0.load == load }
        return [leader.place, oracle].map { place in
          let share = place.flatMap { SurveyStanding(of: $0, in: survey, over: situations)?.share }
          return Document.Cell(SurveyReport.percent(share))
        }
      }
      return Document.Row([Document.Cell(scenario)] + cells)
    }
    return Document.Table(
      label: "By scenario",
      columns: [.init(title: "scenario")]
        + survey.loads.flatMap { load in
          [
            Document.Column.figure("at \(Figure.plain(load))"),
            .figure("reachable at \(Figure.plain(load))", importance: 1),
          ]
        },
      rows: rows)
  }

  // MARK: Beside others

  static let rivalsAbout =
    "Avoidable is the mean share of the area that is not sharp while scrolling, above the bound; less by is the share of it that "
    + "the recommended one avoids. In counts the situations in which it leaves at most as much as the other, to half a point."

  /// The best other strategy of each order at each load, and the recommended combination's advantage.
  var rivals: Document.Table {
    let rows = survey.loads.flatMap { load in
      let situations = survey.situations.filter { $0.load == load }
      let standings = survey.standings(over: situations)
      let own = standings.first { $0.place == leader.place }
      return orderNames.compactMap { order -> Document.Row? in
        guard let own,
          let rival = standings.first(where: { standing in
            !standing.combination.isReference && standing.combination[.order] == order
              && standing.combination.strategy != leader.combination.strategy
          })
        else { return nil }
        let kept = situations.filter { situation in
          guard let mine = situation.avoidable(of: leader.place),
            let other = situation.avoidable(of: rival.place)
          else { return false }
          return mine <= other + Merit.visibleDifference
        }
        return Document.Row([
          Figure.plain(load), order, report.names.strategy(rival.combination),
          Figure.text(rival.avoidable, unit: "rate"), Figure.text(own.avoidable, unit: "rate"),
          rival.avoidable > 0 ? SurveyReport.percent(1 - own.avoidable / rival.avoidable) : Figure.none,
          "\(kept.count) of \(situations.count)",
          SurveyReport.memory(rival.imageBytes), SurveyReport.memory(own.imageBytes),
          Figure.text(rival.waste, unit: "rate"), Figure.text(own.waste, unit: "rate"),
        ])
      }
    }
    return Document.Table(
      label: "Beside the best of each order",
      columns: [
        .figure("load"), .init(title: "order"), .init(title: "best other"), .figure("its avoidable"),
        .figure("avoidable"), .figure("less by"), .figure("in"), .figure("its memory", importance: 1),
        .figure("memory", importance: 1), .figure("its waste", importance: 1),
        .figure("waste", importance: 1),
      ],
      rows: rows)
  }

  // MARK: Where another is better

  /// The situations in which another combination leaves visibly less.
  private var losses: [(situation: SurveyFile.Situation, place: Int, less: Double)] {
    survey.situations.compactMap { situation in
      guard let mine = situation.avoidable(of: leader.place), let best = situation.ranking(of: survey).first,
        mine - best.avoidable > Merit.visibleDifference
      else { return nil }
      return (situation, best.place, mine - best.avoidable)
    }.sorted { ($0.less, $0.situation.scenario) > ($1.less, $1.situation.scenario) }
  }

  var lostAbout: String {
    "In \(losses.count) of \(survey.situations.count) situations another leaves so much less that a person could see it, half a "
      + "point of the area."
  }

  var lost: Document.Table {
    let rows = losses.map { loss in
      Document.Row(
        words(for: loss.situation) + [
          report.names.line(for: survey.combinations[loss.place]),
          left(loss.place, in: loss.situation), left(leader.place, in: loss.situation),
          memory(loss.place, in: loss.situation), memory(leader.place, in: loss.situation),
        ])
    }
    return Document.Table(
      label: "Where another is better",
      columns: Self.situationColumns + [
        .init(title: "best"), .figure("not sharp"), .figure("recommended"), .figure("memory", importance: 1),
        .figure("recommended's", importance: 1),
      ],
      rows: rows)
  }

  // MARK: Everything

  /// The share that each strategy gains in each order over all situations, and the worst.
  var orders: Document.Table {
    let rows = report.best.filter { !$0.combination.isReference }.map { best in
      let name = report.names.strategy(best.combination)
      let own = report.standings.filter { report.names.strategy($0.combination) == name }
      return Document.Row(
        [Document.Cell(name)]
          + orderNames.map { order in
            let standing = own.first { $0.combination[.order] == order }
            return Document.Cell(
              "\(SurveyReport.percent(standing?.share)) (\(SurveyReport.percent(standing?.worst)))",
              standing == best ? .best : .plain)
          })
    }
    return Document.Table(
      label: "Every strategy in every order, of possible (worst)",
      columns: [.init(title: "of possible (worst)")] + orderNames.map { .figure($0) }, rows: rows)
  }

  /// Bound, reachable, no caching, the recommended and the best combination of each situation.
  var situations: Document.Table {
    let oracle = survey.combinations.firstIndex(where: \.isReference)
    let rows = survey.situations.map { situation in
      let best = situation.ranking(of: survey).first?.place
      return Document.Row(
        words(for: situation) + [
          Figure.text(situation.decodeTime, unit: "ratio"), Figure.text(situation.bound, unit: "rate"),
          oracle.map { left($0, in: situation) } ?? Figure.none, Figure.text(situation.plain, unit: "rate"),
          left(leader.place, in: situation), best.map { left($0, in: situation) } ?? Figure.none,
          best.map { report.names.line(for: survey.combinations[$0]) } ?? Figure.none,
        ])
    }
    return Document.Table(
      label: "Not sharp while scrolling, in every situation",
      columns: Self.situationColumns + [
        .figure("decode time ×", importance: 1), .figure("bound"), .figure("reachable"),
        .figure("no caching"),
        .figure("recommended"), .figure("best"), .init(title: "which"),
      ],
      rows: rows)
  }

  private static let situationColumns: [Document.Column] = [
    .init(title: "scenario"), .init(title: "physics"), .figure("columns"), .figure("load"),
  ]

  private func words(for situation: SurveyFile.Situation) -> [String] {
    [situation.scenario, situation.physics, "\(situation.columns)", Figure.plain(situation.load)]
  }

  private func left(_ place: Int, in situation: SurveyFile.Situation) -> String {
    Figure.text(situation.figure("scrollNotSharpRatio", of: place), unit: "rate")
  }

  private func memory(_ place: Int, in situation: SurveyFile.Situation) -> String {
    Figure.text(situation.figure("peakImageBytes", of: place), unit: "bytes")
  }
}
