import MediaGraph
import Testing

/// Sizes, gains, tracks, devices and plain values.
@Suite struct OtherQuantityTests {
  @Test func sizes() throws {
    #expect(try PixelSize(parsing: "1920x1080") == PixelSize(width: 1920, height: 1080))
    #expect(try PixelSize(parsing: "0032768x1").text == "32768x1")
    for text in [
      "", "x", "1920", "1920x", "x1080", "1920X1080", "1x2x3", "1920 x 1080", "-1x5", "32769x1", "0x0", "1e3x5",
      "99999999999999999999x1",
    ] {
      #expect(throws: ArgumentError.self, "\(text)") { try PixelSize(parsing: text) }
    }
  }

  @Test(arguments: [
    ("0.5", 0.5, "0.5"), ("1.0", 1, "1"), ("0dB", 1, "0dB"), ("20dB", 10, "20dB"), ("-20dB", 0.1, "-20dB"),
    ("-0", 0, "0"),
    ("-0dB", 1, "0dB"), ("1e-3", 0.001, "0.001"), ("-1e308dB", 0, "-1e+308dB"),
  ])
  func gains(_ text: String, _ factor: Double, _ canonical: String) throws {
    let gain = try Gain(parsing: text)
    #expect(abs(gain.factor - factor) < 1e-12)
    #expect(gain.text == canonical)
    #expect(try Gain(parsing: canonical) == gain)
  }

  @Test(arguments: ["", "dB", "-1", "nan", "inf", "infdB", "nandB", "1001", "61dB", "1e999", "3 dB", "3db"])
  func whatIsNoGain(_ text: String) {
    #expect(throws: ArgumentError.self) { try Gain(parsing: text) }
  }

  @Test(arguments: ["first", "all", "none", "id:2", "language:de", "characteristic:public.main-program-content"])
  func tracks(_ text: String) throws {
    #expect(try TrackChoice(parsing: text).text == text)
  }

  @Test(arguments: ["", "id:", "id:x", "language:", "characteristic:", "First", "2", "id:99999999999999999999"])
  func whatChoosesNoTrack(_ text: String) {
    #expect(throws: ArgumentError.self) { try TrackChoice(parsing: text) }
  }

  @Test(arguments: [
    ("-0", "0"), ("1.50", "1.5"), ("1e3", "1000"), ("1e300", "1e+300"), ("5e-324", "5e-324"), ("1", "1"),
  ])
  func numbers(_ text: String, _ canonical: String) throws {
    #expect(try Double(parsing: text).text == canonical)
    #expect(try Double(parsing: canonical) == Double(parsing: text))
  }

  @Test func choices_areInSnakeCase() throws {
    #expect(try TestVideo.Pattern(parsing: "zone_plate") == .zonePlate)
    #expect(try VideoOrient.Method(parsing: "flip_horizontal") == .flipHorizontal)
    #expect(throws: ArgumentError.self) { try TestVideo.Pattern(parsing: "zonePlate") }
  }

  @Test func devices() throws {
    #expect(try Device(parsing: "camera:0") == "camera:0")
    #expect(throws: ArgumentError("must not be empty", label: "names nothing")) { try Device(parsing: "") }
  }
}
