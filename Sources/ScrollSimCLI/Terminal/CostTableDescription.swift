internal import GalleryKit
internal import ScrollSim

/// A cost table for people: the cost of a photo of 12 megapixels in each format and mode.
struct CostTableDescription: CustomStringConvertible {
  let table: CostTable

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
