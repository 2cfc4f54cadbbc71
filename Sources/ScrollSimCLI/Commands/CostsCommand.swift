internal import ArgumentParser
internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// `scrollsim costs`: the cost tables of model mode.
struct CostsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "costs", abstract: "Lists the cost tables, or shows one.",
    discussion: """
      A model run takes what decoding costs from a table, which 'costs' in the scenario or --costs names. \
      'scrollsim calibrate' measures one of this machine.
      """)

  @Argument(help: "A table's name, or a .json file; by default, lists the shipped tables.")
  var table: String?

  func run() throws {
    guard let table else {
      let tables = CostTables.shipped
      let width = tables.map(\.name.count).max() ?? 0
      for table in tables {
        let name = table.name + String(repeating: " ", count: width - table.name.count)
        try Terminal.write("\(name)  \(table.about)\n")
      }
      return
    }
    try Terminal.write("\(CostTableDescription(Exit.onFailure { try CostTables.named(table) }))")
  }
}
/// A cost table for people: the cost of a photo of 12 megapixels in each format and mode.
struct CostTableDescription: CustomStringConvertible {
  let table: CostTable

  init(_ table: CostTable) { self.table = table }

  private static let size = PixelSize(width: 4000, height: 3000)
  private static let byteCount = 2_000_000
  private static let cell = PixelSize(width: 386, height: 386)

  var description: String {
    var lines = [
      "\(table.name): \(table.about)", source, "",
      "a photo of 12 megapixels and 2 MB for a cell of 386 × 386, in ms (nine of ten within)",
    ]
    for image in table.images {
      let estimate = ImageDecoder.estimate(
        storedSize: Self.size, orientation: .up, format: image.format,
        as: ImageSpecification(
          targetSize: Self.cell, contentMode: .aspectFill, resizeMode: image.resizeMode))
      let mean = image.milliseconds(estimate, byteCount: Self.byteCount)
      let low = mean * CostTable.factor(at: 0.05, of: image.spread)
      let high = mean * CostTable.factor(at: 0.95, of: image.spread)
      guard image.atAnEighth.map({ $0 == estimate.isAtAnEighth }) ?? true else { continue }
      let name = pad(image.format.rawValue, 16) + pad(image.resizeMode.rawValue, 6)
      lines.append("  \(name)\(figure(mean)) (\(figure(low)) to \(figure(high)))")
    }
    lines.append("  \(pad("embedded thumbnail", 22))\(figure(table.preview.fixedMs))")
    let scans = table.firstScans.milliseconds(storedPixels: Self.size.width * Self.size.height)
    lines.append("  \(pad("first scans", 22))\(figure(scans))")
    let slowdown = table.slowdown.enumerated().map { "\($0.offset + 1): \(figure($0.element))" }
    lines += ["", "times as long with so many decoders busy: \(slowdown.joined(separator: ", "))"]
    for transfer in [table.store, table.network].compactMap(\.self) {
      lines.append(
        "\(transfer.medium): \(figure(transfer.fixedMs)) ms and \(figure(transfer.msPerMegabyte)) ms a megabyte"
      )
    }
    if let own = table.ownPhotos {
      let files = Set(own.map(\.path)).count { $0.hasPrefix("/") }
      lines.append("photos whose own costs are known: \(files)")
    }
    lines.append("")
    return lines.joined(separator: "\n")
  }

  private var source: String {
    let source = table.source
    return source.measurements > 0
      ? "\(source.measurements) measurements, \(source.date)" : "\(source.method); \(source.date)"
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private func figure(_ value: Double) -> String { "\(value.rounded(toPlaces: 2))" }
}
