import Foundation
import GalleryKit
import Testing

struct LocationTests {
  @Test func `a location lies on the earth, its edges included`() {
    #expect(throws: Never.self) { try Location(latitude: -90, longitude: 180) }
    for (latitude, longitude) in [
      (90.1, 0.0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
    ] {
      #expect(throws: ValueError.self) { try Location(latitude: latitude, longitude: longitude) }
    }
  }

  @Test func `what is wrong with a location is said with its name`() {
    let error = #expect(throws: ValueError.self) { try Location(latitude: 138, longitude: 9) }
    #expect(error?.description == "latitude: expected -90 to 90 degrees, found 138.0")
    #expect(throws: ValueError.self) { try Location(latitude: 1, longitude: 2, altitude: .nan) }
    #expect(throws: ValueError.self) { try Location(latitude: 1, longitude: 2, altitude: .infinity) }
  }

  @Test func `a location is written and read, and refused where it is no place`() throws {
    let location = try Location(latitude: 48.2082, longitude: 16.3738, altitude: 171)
    #expect(try JSONDecoder().decode(Location.self, from: JSONEncoder().encode(location)) == location)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Location.self, from: Data(#"{"latitude":91,"longitude":0}"#.utf8))
    }
  }
}
