import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `A device's pace` {
  private let folder = TemporaryFolder()
  private let photos: StageAssets

  init() throws {
    for name in ["a", "b", "c"] {
      try PictureWriter.jpeg().write(TestImage.noise(600, 400), to: folder.file("\(name).jpg"))
    }
    photos = try StageAssets(PreparedLibrary.prepare(.folder(folder.path), seed: 1) { _ in }.location)
  }

  private func scenario(costs: String) throws -> LaidOutScenario {
    var scenario = try Scenario.model("fling")
    scenario.device.costs = costs
    return scenario.over(photos)
  }

  private func pace(_ ratio: Double) -> DevicePace { DevicePace(device: "phone", ratios: ["fast": ratio]) }

  @Test func `is as much slower as this machine is faster, and never faster`() {
    #expect(pace(0.25).factor == 4 && pace(2).factor == 1)
    #expect(pace(0.25).sentence.contains("take 4.0 times as long"))
    #expect(pace(2).sentence.contains("2.0 times as long as phone's and cannot be made faster"))
  }

  @Test func `is measured for a device that a scenario names, and for no other`() throws {
    let slow = try #require(try scenario(costs: "iphone-6").devicePace(over: photos))
    let fast = try #require(try scenario(costs: "epyc-2core").devicePace(over: photos))
    #expect(slow.device == "iphone-6" && fast.device == "epyc-2core")
    // The tables differ by a factor of 3.5, and one measurement differs from the next by what else runs.
    #expect(slow.ratio > 0 && slow.ratio < fast.ratio)
    #expect(try scenario(costs: "this-machine").devicePace(over: photos) == nil)
  }

  @Test func `is that of each resize mode, and of the slowest where one is asked for`() throws {
    var both = try scenario(costs: "iphone-6")
    both.scenario.compare.axes[.resizeMode] = ["exact", "fast"]
    let measured = try #require(try both.devicePace(over: photos))
    #expect(measured.ratios.keys.sorted() == ["exact", "fast"])
    let pace = DevicePace(device: "phone", ratios: ["exact": 0.25, "fast": 0.4])
    #expect(pace.of(.exact).factor == 4 && pace.of(.fast).factor == 2.5 && pace.ratio == 0.4)
    #expect(pace.sentence.contains("take 2.5 to 4.0 times as long"))
  }

  @Test func `is not that of a slower machine, whose own decode times bounds and foresight take`() throws {
    let table = try CostTables.named("iphone-6")
    var scenario = try Scenario.model("fling")
    for (ratio, factor) in [(0.25, 1.0), (2.0, 2.0)] {
      scenario.devicePace = DevicePace(device: "iphone-6", ratios: ["fast": ratio])
      #expect(table.scaled(for: scenario).slowdown == table.slowed(by: factor).slowdown)
    }
  }

  @Test func `makes every image take longer by its factor, of processor time`() async throws {
    let decoders = DecodeThreads(workers: 1, ledger: MemoryLedger()).slowed(by: 1, to: pace(0.2))
    let found = await outcome(by: decoders)
    let processor = try #require(found.processorSeconds)
    #expect(found.seconds >= processor * 0.8, "four fifths of five times the processor time are waited for")
  }

  @Test func `leaves stored thumbnails as fast as they are, and so does a factor, as in a model`()
    async throws
  {
    let store = try ThumbnailStore(.persistent(folder: folder.file("thumbnails")), byteLimit: 1_000_000)
    defer { store.close() }
    let threads = DecodeThreads(workers: 1, ledger: MemoryLedger(), store: store)
    #expect(await outcome(by: threads).source == .original)
    let found = await outcome(by: threads.slowed(by: 100_000, to: pace(0.5)))
    #expect(found.source == .thumbnailStore)
    let seconds = try #require(found.processorSeconds)
    #expect(seconds < 1, "a hundred thousand times as long would be some seconds")
  }

  private func outcome(by decoders: any DecodeExecuting) async -> DecodeOutcome {
    let specification = ImageSpecification(targetSize: PixelSize(width: 100, height: 100))
    let job = DecodeJob(id: 1, asset: photos[0], specification: specification, kind: .image)
    return await withCheckedContinuation { done in decoders.start(job) { done.resume(returning: $0) } }
  }

  @Test func `a recording that is replaced under its name is another question`() throws {
    var scenario = try Scenario.model("fling")
    let path = folder.file("scroll.csv")
    scenario.trace = .recording(RecordingSource(path: path, physics: ScrollPhysicsModels.all[0].name))
    func question(_ recording: String) throws -> String? {
      try folder.write(recording, as: "scroll.csv")
      return scenario.overPhotos(5000)?.record(durationSeconds: 1).sha256
    }
    let first = try question("time_s,offset_pt\n0,0\n1,3000\n")
    #expect(first != nil && first != scenario.sha256)
    #expect(try question("time_s,offset_pt\n0,0\n1,6000\n") != first)
    #expect(try question("time_s,offset_pt\n0,0\n1,3000\n") == first)
  }
}
