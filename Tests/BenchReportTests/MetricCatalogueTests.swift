import BenchReport
import Testing

struct MetricCatalogueTests {
  @Test func `the catalogue names what the design names`() {
    #expect(
      MetricCatalogue.scalars.keys.sorted() == [
        "appearances", "baseResidentBytes", "blankAreaRatio", "blankCellMs", "blurredAreaRatio",
        "byteHitRate",
        "bytesRead", "cacheExcessBytes", "cacheHitRate", "cancelledDownloads", "cancelledQueued",
        "cancelledRunning", "cellWaitMs", "coldStartMs",
        "cpuSeconds",
        "decodedBytes", "decodes", "degradedRate", "delayedRate", "downloadWasteRatio", "downloadedBytes",
        "downloads", "duplicateDecodes", "failedAppearances",
        "frameCount", "hitchMsPerSecond", "jankFrames", "leftoverImageBytes", "libraryChanges",
        "load",
        "maxBlankRunMs",
        "megapixelsDecoded", "missRate", "networkFailures", "networkRetries", "notSharpAreaRatio",
        "peakImageBytes", "peakResidentBytes", "peakScratchBytes", "prefetchAccuracy", "prefetchCoverage",
        "prematureStops",
        "redecodes", "redundantStarts", "reloadHitRate", "reloadedCells", "residentOverheadRatio",
        "revisitHitRate", "scrollBlankRatio", "scrollNotSharpRatio", "settleToFullMs",
        "settledImageBytes", "settledResidentBytes", "unsettledRests", "wasteRatio", "windowChurnPerSecond",
        "wrongKeyMisses",
      ])
    #expect(
      MetricCatalogue.distributions.keys.sorted() == [
        "changeApplyMs", "decodeMs", "downloadMs", "frameWorkMs", "overrunMs", "queueMs",
        "timeToFirstImageMs",
        "timeToReadyMs",
      ])
  }

  @Test func `what is of the network is expected only of results over one`() {
    let near = MetricCatalogue.definitions(in: .replay)
    let far = MetricCatalogue.definitions(in: .replay, isRemote: true)
    #expect(near["downloads"] == nil && near["downloadMs"] == nil)
    #expect(far.count == near.count + 7)
    #expect(MetricCatalogue.definitions(in: .model, isRemote: true)["downloadMs"]?.class == .exact)
  }

  @Test func `what is of changes is expected only of results whose library changes`() {
    let still = MetricCatalogue.definitions(in: .replay)
    let changing = MetricCatalogue.definitions(in: .replay, changesLibrary: true)
    #expect(still["reloadedCells"] == nil && still["changeApplyMs"] == nil)
    #expect(changing.count == still.count + 4)
    let model = MetricCatalogue.definitions(in: .model, changesLibrary: true)
    #expect(model["reloadedCells"]?.class == .exact && model["changeApplyMs"] == nil)
  }

  @Test func `units follow from names`() {
    for (name, definition) in MetricCatalogue.definitions {
      if name.hasSuffix("Bytes") { #expect(definition.unit == "bytes") }
      if name.hasSuffix("Ms") { #expect(definition.unit == "ms") }
      if name.hasSuffix("Rate") { #expect(definition.unit == "rate") }
      #expect(definition.about.hasSuffix("."))
    }
  }

  @Test func `only what has a better and a worse can be limited`() {
    #expect(MetricCatalogue.limitable.contains("peakResidentBytes"))
    #expect(MetricCatalogue.limitable.contains("cacheHitRate"))
    #expect(!MetricCatalogue.limitable.contains("frameCount"))
    #expect(!MetricCatalogue.limitable.contains("decodeMs"))
  }

  @Test func `every definition has its place in the reading order`() {
    #expect(MetricCatalogue.readingOrder.sorted() == MetricCatalogue.all.keys.sorted())
  }
}
