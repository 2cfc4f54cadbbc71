import Foundation
import GalleryKit
import Testing

struct PickingPhotosSnippets {
  @Test func `photos are picked and loaded by a client that may not see the library`() async throws {
    let fixture = PickerFixture()
    for name in ["a.jpg", "b.jpg"] { try fixture.write(try ChangesTests.photo(), to: name) }
    let owner = try fixture.files.indexedPictures()
    let dialogue = PhotoPicker.FixedChoice(try owner.fetchAssets().identifiers)
    let library = try await fixture.client(.denied)
    var told: [String] = []
    func tell(_ text: String) { told.append(text) }
    func show(_ images: [DecodedImage]) { tell("\(images.count)") }
    // The code that is shown may return before its end.
    defer { #expect(told == ["2", "40×30"]) }
    // begin
    let picker = PhotoPicker(library: library, prompt: dialogue)
    let configuration = PhotoPicker.Configuration(
      filter: .all(of: [.images, .not(.screenshots)]), selectionLimit: 4, selection: .ordered)
    guard let items = try await picker.pick(configuration) else { return }
    // end
    // begin
    let results = await items.loadTransferables(
      type: DecodedImage.self, targetSize: PixelSize(width: 390, height: 390))
    if !Task.isCancelled { show(results.compactMap { try? $0.get() }) }
    // end
    let item = items[0]
    // begin
    do {
      if let avatar = try await item.loadTransferable(type: Avatar.self) {
        tell("\(avatar.pixels.size)")
      } else {
        tell("This is no picture.")
      }
    } catch is CancellationError {
      // The image is no longer wanted.
    } catch {
      tell("It cannot be loaded: \(error)")
    }
    // end
  }

  // begin
  struct Avatar: PickerTransferable {
    let pixels: PixelBuffer

    static var pickerRepresentation: PickerRepresentation<Avatar> {
      .image { Avatar(pixels: $0.pixels) }
    }
  }
  // end
}
