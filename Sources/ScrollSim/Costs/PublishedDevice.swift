internal import Foundation
internal import GalleryKit

/// A device with a few published decode times: a measured table, scaled to them.
///
/// The shape of the costs, their spread and the memory they take are those of the table that was measured; only the speed
/// is the device's. That is less than a measurement, and the table's source says so. `scrollsim calibrate` on the device
/// itself makes a better one.
struct PublishedDevice: Codable {
  /// The device's name in scenarios.
  var name: String
  /// The processor.
  var cpu: String
  /// Its cores.
  var cores: Int
  /// The published result, in words and figures.
  var published: String
  /// The URL of the publication.
  var url: String
  /// The date, as year-month-day.
  var date: String
  /// The measured table's result for the same work.
  var reference: String
  /// Published times over the measured table's.
  var factors: CostFactors
  /// The factors by which decoding slows down while 1, 2, … decoders are busy, if they were published.
  var slowdown: [Double]?

  /// The measured table at this device's speed.
  func table(scaling measured: CostTable) -> CostTable {
    var table = measured
    table.name = name
    table.about = "What decoding costs on \(cpu), by published times; in all else as \(measured.name)."
    table.source = CostTable.Source(
      method: "scaled from \(measured.name); published: \(published) (\(url)); \(reference)", command: "",
      cpu: cpu, cores: cores, os: "", libraries: [:], date: date, measurements: 0)
    table.images = measured.images.map { image in
      var image = image
      image.scale(by: factors[image.resizeMode])
      return image
    }
    table.preview.fixedMs *= factors.fast
    table.firstScans.fixedMs *= factors.fast
    table.firstScans.msPerStoredMegapixel *= factors.fast
    table.slowdown = slowdown ?? measured.slowdown
    return table
  }
}
