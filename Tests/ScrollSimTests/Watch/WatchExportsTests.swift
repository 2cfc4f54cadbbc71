import GalleryKit
import Testing

@testable import ScrollSim

/// What a recording is written as, for replays and as an app's own log.
@Suite struct `Exports of a recording` {
  /// A recording at ten frames a second or at times, of a photo that fills the viewport; `nil` where a frame tells no offset.
  private func recording(
    _ offsets: [Double?], empty: Set<Int> = [], times: [Double]? = nil, refusal: String? = nil,
    isSharp: Bool = true, states: [SeenState?]? = nil, width: Int = 100
  ) -> WatchedVideo {
    let frames = offsets.enumerated().map { index, offset in
      SeenFrame(
        time: times?[index] ?? Double(index) / 10,
        fix: offset.map { PositionMap.Fix(part: 0, x: 0, y: $0, votes: 9) },
        cells: offset == nil
          ? []
          : [SeenCell(number: 1, state: states.map { $0[index] } ?? .photo, area: 1, isSharp: isSharp)],
        isEmpty: empty.contains(index))
    }
    return WatchedVideo(
      path: "app.mp4", width: width, height: 100, times: frames.map(\.time), indices: Array(frames.indices),
      seen: frames, map: PositionMap.read([], height: 100).map, areMarked: true, viewport: 0...100,
      refusal: refusal, tornFrames: 0, pictures: [:])
  }

  private func result(_ recording: WatchedVideo) -> ResultFile {
    ResultFile(watching: [recording], name: "app", provenance: SmallSearch.provenance)
  }

  private func columns(_ text: String, _ wanted: Int...) -> [[Double]] {
    text.split(separator: "\n").dropFirst().map { line in
      let all = line.split(separator: ",").map { Double($0) ?? .nan }
      return wanted.map { all[$0] }
    }
  }

  @Test func `a grid at rest keeps still where its reading errs by part of a pixel, and slow motion adds up`()
  {
    let rest = recording([100, 100.01, 99.98, 100.2, 99.98])
    #expect(columns(rest.trace(), 1).map { $0[0] } == Array(repeating: 0.02, count: 5))
    let slow = recording((0...8).map { Double($0) / 4 })
    #expect(columns(slow.trace(), 1).map { $0[0] } == [0, 0, 0, 0.75, 0.75, 0.75, 1.5, 1.5, 1.5])
  }

  @Test func `offsets are in points, from the least, and keep still where a frame does not tell`() {
    let scrolled = recording([300, 500, nil, 100])
    #expect(columns(scrolled.trace(scale: 2), 0, 1) == [[0, 100], [0.1, 200], [0.3, 0]])
    #expect(columns(scrolled.frameLog(scale: 2), 0, 1) == [[0, 100], [0.1, 200], [0.2, 200], [0.3, 0]])
  }

  @Test func `a scroll that begins at the end of the photos is played from there`() throws {
    let scrolled = recording([600, 200, 400])
    let limits = ScrollLimits(maximumOffset: 5000, viewportLength: 100)
    let trace = try Recording.parse(scrolled.trace(scale: 2), path: "scroll.csv").trace(
      physics: UIScrollViewPhysics.normal, limits: limits, from: scrolled.traceStart(scale: 2))
    #expect([0, 0.1, 0.2].map { trace.sample(at: $0).offset } == [200, 0, 100])
  }

  @Test func `a rest of which a video has no frames is a rest`() {
    let phone = recording([0, 40, 80, 120], times: [0, 0.1, 0.2, 2])
    // A refresh of 24 Hz before the grid moves on.
    #expect(columns(phone.trace(), 0, 1) == [[0, 0], [0.1, 40], [0.2, 80], [1.958333, 80], [2, 120]])
  }

  @Test func `a rest of which a video has no frames is no gap, and a fling without frames is one`() {
    let rested = recording([0, 40, 80, 120, 160], times: [0, 0.1, 0.2, 2, 2.1])
    #expect(abs(rested.longestGap - 0.1) < 1e-9)
    let stalled = recording([0, 40, 80, 560, 600], times: [0, 0.1, 0.2, 1.4, 1.5])
    #expect(abs(stalled.longestGap - 1.2) < 1e-9)
  }

  @Test func `frames before the first photo and after the last are no frames of the grid`() {
    let opened = recording([nil, nil, 0, nil, nil, 5, nil], empty: [3])
    // Sharp, blank and unknown.
    let shares: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]]
    #expect(columns(opened.frameLog(isOfGrid: true), 2, 4, 6) == shares)
    #expect(columns(opened.frameLog(), 2, 4, 6) == [[0, 0, 1], [0, 0, 1]] + shares + [[0, 0, 1]])
    #expect(columns(recording([nil, nil]).frameLog(isOfGrid: true), 6) == [[1], [1]])
  }

  @Test func `a video of which nobody can tell what is sharp has all figures that it promises`() {
    let result = result(recording([0, 0, 40], refusal: "expected photos with stripes, found none"))
    #expect(result.runs[0].distributions.keys.sorted() == ["timeToFirstImageMs"])
    #expect(result.unmeasured.isEmpty, "\(result.unmeasured.map(\.text))")
  }

  @Test func `a photo that is open for some time begins no rest of the grid behind it`() {
    func rests(_ offsets: [Double?]) -> Double? {
      result(recording(offsets, isSharp: false)).runs[0].figure("unsettledRests")
    }
    #expect(rests([0, 90, 90, 90, 90, 90, nil, nil, 90, 90, 90, 90]) == 1)
    // It is scrolled meanwhile.
    #expect(rests([0, 90, 90, 90, 90, 90, nil, nil, 50, 50, 50, 50]) == 2)
  }

  @Test(arguments: [(SeenState.blank, 400.0), (.photo, 0)])
  func `a cell that is seen to be blank has waited since it came on screen, and one that is sharp has not`(
    first: SeenState, waited: Double
  ) {
    let states: [SeenState?] = [nil, nil, first, first, .photo, .photo, .photo, .photo]
    let run = result(recording(Array(repeating: 0, count: 8), states: states)).runs[0]
    let wait = run.distributions["timeToFirstImageMs"]
    #expect(wait?.n == 1 && abs((wait?.p50 ?? -1) - waited) < 50, "\(String(describing: wait))")
  }

  @Test func `a photo between two blanks ends the first`() {
    let states: [SeenState?] = [.blank, .blank, .photo, .photo, .blank, .photo, .photo, .photo]
    let run = result(recording(Array(repeating: 0, count: 8), states: states)).runs[0]
    #expect(run.figure("maxBlankRunMs").map { abs($0 - 200) < 20 } == true)
  }

  @Test func `recordings of grids of different sizes or columns are no series`() throws {
    let one = recording([0, 0])
    try one.checkLayout(like: one)
    let error = #expect(throws: VideoError.self) { try recording([0, 0], width: 50).checkLayout(like: one) }
    #expect(
      error?.reason.hasPrefix("expected frames of 100×100 with 1 column as in 'app.mp4', found") == true)
  }

  @Test func `a cold start is reported if a recording begins with the grid, and only then`() {
    func coldStart(_ offsets: [Double?]) -> Double? {
      let result = result(recording(offsets))
      #expect(result.unmeasured.isEmpty, "\(result.unmeasured.map(\.text))")
      return result.runs[0].figure("coldStartMs")
    }
    #expect(coldStart([0, 0, 40]) == 0)
    #expect(coldStart([nil, nil, 0, 0, 40]) == nil)
  }

  @Test
  func `photos in cells too small for stripes are no proof of sharpness, and the least size is reported`() {
    let frames = (0..<3).map {
      SeenFrame(time: Double($0), cells: [SeenCell(number: 1, state: .photo, area: 1)])
    }
    let map = PositionMap.read([], height: 100).map
    let refusal = SharpnessRule.judge(frames, stripes: [], map: map).refusal
    #expect(refusal?.contains("in a cell of at least 32 pixels, found none; record at full size") == true)
  }

  @Test func `photos that fade in over smaller ones are no fault of the recording alone`() {
    let frames = (0..<100).map { index in
      let detail: Float = (10..<20).contains(index) ? 0.4 : 1
      return SeenFrame(
        time: Double(index) / 60, cells: [SeenCell(number: 1, state: .photo, area: 1, detail: detail)])
    }
    let tag = TagSighting(number: 1, x: 50, y: 50, width: 40, height: 40)
    let map = PositionMap.read([MapFrame(tags: [tag])], height: 100).map
    let refusal = SharpnessRule.judge(frames, stripes: [1], map: map).refusal
    let end =
      "found 10 %; record with less compression, at full size, or without the app's fades from smaller pictures"
    #expect(refusal?.hasSuffix(end) == true, "\(refusal ?? "no refusal")")
  }

  @Test(.enabled(if: TagReader.isAvailable, "build with the trait Watch"))
  func `a recording of few frames over hours, each refresh of which would be counted, is refused`() async {
    struct Frames: FrameSource {
      let path = "night.mp4"

      func read(_ body: (borrowing LumaFrame) async throws -> Void) async throws {
        for time in [0, 1.0 / 60, 28_800] {
          let pixels = [UInt8](repeating: 0, count: 64 * 64)
          try await body(LumaFrame(width: 64, height: 64, pixels: pixels, time: time))
        }
      }
    }
    let error = await #expect(throws: VideoError.self) {
      _ = try await WatchedVideo.read(Frames()) { _ in }
    }
    #expect(
      error?.description
        == "night.mp4: expected at most 1,000,000 refreshes of the screen, found 1,728,000, 8.0 hours at 60 Hz; cut the video into parts"
    )
  }

  @Test func `frames that tell nothing are noted as such, and a recording that tells all has none`() throws {
    func timeline(_ offsets: [Double?]) -> Timeline {
      result(recording(offsets)).runs[0].timeline
    }
    #expect(timeline([0, 0, 40]).unknownShare == nil)
    let unclear = timeline([0, nil, 40])
    let unknown = try #require(unclear.unknownShare)
    #expect(unknown.count == unclear.timeMs.count && Set(unknown) == [0, 1])
    #expect(unknown.first == 0)
  }
}
