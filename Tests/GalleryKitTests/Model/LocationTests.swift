import Foundation
import GalleryKit
import Testing

struct LocationTests {
  @Test func `a location lies on the earth, its edges included`() {
    #expect(Location(latitude: -90, longitude: 180) != nil)
    for (latitude, longitude) in [
      (90.1, 0.0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
    ] {
      #expect(Location(latitude: latitude, longitude: longitude) == nil)
    }
  }

  @Test func `an altitude that is no number is unknown`() {
    #expect(Location(latitude: 1, longitude: 2, altitude: -3.5)?.altitude == -3.5)
    #expect(Location(latitude: 1, longitude: 2, altitude: .nan)?.altitude == nil)
    #expect(Location(latitude: 1, longitude: 2, altitude: .infinity)?.altitude == nil)
  }

  @Test func `a location is written and read, and refused where it is no place`() throws {
    let location = try #require(Location(latitude: 48.2082, longitude: 16.3738, altitude: 171))
    #expect(try JSONDecoder().decode(Location.self, from: JSONEncoder().encode(location)) == location)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Location.self, from: Data(#"{"latitude":91,"longitude":0}"#.utf8))
    }
  }
}
