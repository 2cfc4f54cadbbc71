import Testing

@testable import ScrollSim

struct ScenarioTemplateTests {
  @Test(arguments: ScenarioTemplate.Worry.allCases)
  func `a template is a scenario for every device, over its grid and photos`(worry: ScenarioTemplate.Worry)
    throws
  {
    for (device, columns) in zip(ScenarioTemplate.Device.allCases, [3, 4, 6, 9]) {
      let template = ScenarioTemplate(
        name: "mine", device: device, columns: columns, photos: .synthetic(9000), worry: worry)
      let scenario = try ScenarioFile.parse([UInt8](template.text.utf8), path: "mine.json")
      #expect(scenario.name == "mine" && scenario.grid.columns == columns)
      #expect(try #require(scenario.overPhotos(9000)).traceNotes() == [])
      #expect(try CostChoice(for: scenario, isShared: true).table.images.isEmpty == false)
    }
  }

  @Test(arguments: [33_000_000, 123_456_789, 1_500_000_000])
  func `a budget is the one that was given, to the byte`(bytes: Int) throws {
    var template = ScenarioTemplate(
      name: "mine", device: .phone, columns: 3, photos: .synthetic(900), worry: .blank)
    template.memoryBudgetBytes = bytes
    let scenario = try ScenarioFile.parse([UInt8](template.text.utf8), path: "mine.json")
    #expect(scenario.device.memoryBudgetBytes == bytes)
  }

  @Test func `a folder's name may hold quotes`() throws {
    let template = ScenarioTemplate(
      name: "mine", device: .phone, columns: 3, photos: .folder("/\"my\" \\ photos"), worry: .blank)
    let scenario = try ScenarioFile.parse(
      [UInt8](template.text.utf8), path: "mine.json", library: "/elsewhere")
    #expect(scenario.library == .folder("/elsewhere"))
  }
}
