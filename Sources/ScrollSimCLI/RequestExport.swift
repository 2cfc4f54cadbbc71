internal import Foundation
internal import GalleryKit
internal import ScrollSim

/// Writes what a scenario's cells ask for, for cache simulators.
enum RequestExport {
  static func write(_ scenario: Scenario, isModel: Bool, to path: String) throws {
    let trace = try Exit.onFailure {
      let assets: StageAssets
      if isModel {
        assets = try ModelLibrary.prepare(scenario.library, seed: scenario.seed) { _ in }.assets
      } else {
        let photos = try PreparedLibrary.prepare(scenario.library, seed: scenario.seed) { _ in }
        assets = .fetched(try photos.location.open().fetchAssets())
      }
      return try RequestTrace(of: scenario, over: assets)
    }
    try OutputFiles.write(trace.oracleGeneral, to: path)
    Terminal.writeError("requests: \(path) (\(trace.requests.count) of them, oracleGeneral)")
  }
}
