import Foundation
import GalleryKit
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PickerBatchTests {
  /// Counts the photos in the making, and makes the first wait for the third.
  actor Gate {
    private var running = 0
    private var ended: Set<Int> = []
    private(set) var most = 0

    func enter() {
      running += 1
      most = max(most, running)
    }

    func leave(_ number: Int) {
      running -= 1
      ended.insert(number)
    }

    func hasEnded(_ number: Int) -> Bool { ended.contains(number) }
  }

  /// A photo whose width is its number; number 1 is not made before number 3.
  struct Number: PickerTransferable {
    static let gate = Gate()
    let value: Int

    static var pickerRepresentation: PickerRepresentation<Number> {
      .image { image in
        let number = image.pixels.size.width
        await gate.enter()
        while number == 1, await !gate.hasEnded(3) { await Task.yield() }
        await gate.leave(number)
        return Number(value: number)
      }
    }
  }

  @Test func `many are loaded in one batch, in their order, whichever is there first, and a few at a time`()
    async throws
  {
    let fixture = try PickerFixture()
    for number in 1...9 { try fixture.write(try ChangesTests.photo(number, 8), to: "\(number).jpg") }
    let items = try await fixture.pickAll()
    let results = await items.loadTransferables(type: Number.self)
    #expect(try results.map { try $0.get()?.value } == Array(1...9))
    #expect(await Number.gate.most <= 4)
    #expect(await [PickerItem]().loadTransferables(type: Number.self).isEmpty)
  }

  @Test func `values, what is not there and failures stand side by side`() async throws {
    let fixture = try PickerFixture()
    try fixture.write(try ChangesTests.photo(20, 10), to: "a.jpg")
    try fixture.write(Data("no picture".utf8), to: "b.jpg")
    for name in ["c.jpg", "d.jpg"] { try fixture.write(try ChangesTests.photo(), to: name) }
    let items = try await fixture.pickAll()
    try fixture.files.remove("c.jpg")
    let results = await items.loadTransferables(
      type: DecodedImage.self, targetSize: PixelSize(width: 10, height: 10))
    #expect(try results[0].get()?.pixels.size == PixelSize(width: 10, height: 5))
    #expect(try results[1].get() == nil)
    #expect(throws: ImageError.self) { try results[2].get() }
    #expect(try results[3].get() != nil)
  }
}
