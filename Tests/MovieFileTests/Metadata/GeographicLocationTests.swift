import Testing

@testable import MovieFile

@Suite struct GeographicLocationTests {
  @Test(
    arguments: [
      ("+48.2082+016.3738+171.000/", 48.2082, 16.3738, 171), ("+40.680-074.500/", 40.68, -74.5, nil),
      ("-33.8688+151.2093+004.000/", -33.8688, 151.2093, 4), ("+4012-07500/", 40.2, -75, nil),
      ("+401213.1-0750015.1+2.79/", 40 + 12.0 / 60 + 13.1 / 3600, -(75 + 15.1 / 3600), 2.79), ("+00-025/", 0, -25, nil),
      ("+4012.22-07500.25", 40 + 12.22 / 60, -(75 + 0.25 / 60), nil),
      ("+27.5916+086.5640+8850CRSWGS_84/", 27.5916, 86.564, 8850),
    ] as [(String, Double, Double, Double?)])
  func formsOfISO6709(text: String, latitude: Double, longitude: Double, altitude: Double?) throws {
    let location = try #require(GeographicLocation(iso6709: text))
    #expect(abs(location.latitude - latitude) < 1e-9 && abs(location.longitude - longitude) < 1e-9)
    #expect(location.altitude == altitude)
  }

  @Test(arguments: ["", "48.2+16.3/", "+48.2", "+98.0+016.0/", "+48.0+190.0/", "+123456789+1/", "nowhere", "+1+2+3+4/"])
  func otherTexts_areNone(text: String) {
    #expect(GeographicLocation(iso6709: text) == nil)
  }

  @Test func text_readsBackTheSame() {
    for location in [
      GeographicLocation(latitude: 48.2082, longitude: 16.3738, altitude: 171),
      GeographicLocation(latitude: -0.5, longitude: -179.123456, altitude: -3.5),
      GeographicLocation(latitude: 0, longitude: 0),
    ] {
      #expect(GeographicLocation(iso6709: location.iso6709) == location)
    }
    #expect(
      GeographicLocation(latitude: 48.2082, longitude: 16.3738, altitude: 171).iso6709 == "+48.2082+016.3738+171.000/")
  }
}
