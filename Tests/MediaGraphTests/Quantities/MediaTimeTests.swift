import CoreMedia
import MediaGraph
import Testing

@Suite struct MediaTimeTests {
  @Test(arguments: [
    ("2s", 2, 1), ("1.5s", 3, 2), ("500ms", 1, 2), ("40us", 1, 25000), ("7ns", 7, 1_000_000_000),
    ("1001/30000s", 1001, 30000),
    ("0s", 0, 1), ("0.1s", 1, 10), ("1.000000001s", 1_000_000_001, 1_000_000_000),
    ("999999999999999999s", 999_999_999_999_999_999, 1),
    ("9223372036854775807/2147483647s", .max, .max),
    ("90", 90, 1), ("1.5", 3, 2), ("0", 0, 1), ("0.000000001", 1, 1_000_000_000),
    ("1m30s", 90, 1), ("2m", 120, 1), ("90m", 5400, 1), ("1h", 3600, 1), ("1h30m", 5400, 1), ("1h2m3.5s", 7447, 2),
    ("1h5s", 3605, 1), ("0m0.1s", 1, 10),
    ("00:01:30.000", 90, 1), ("1:30", 90, 1), ("00:10:15", 615, 1), ("1:02:03.04", 93076, 25), ("90:00", 5400, 1),
    ("999999:59:59.999999999", 3_599_999_999_999_999_999, 1_000_000_000),
  ])
  func everyUnit_isExact(_ text: String, _ value: Int64, _ scale: Int32) throws {
    #expect(try MediaTime(parsing: text).time() == CMTime(value: value, timescale: scale))
  }

  @Test(arguments: [
    ("500ms", "0.5s", "500ms"), ("1500ms", "1.5s", "1.5s"), ("1000ms", "1s", "1s"), ("2/4s", "500000us", "500ms"),
    ("1001/30000s", "2002/60000s", "1001/30000s"), ("007s", "7.0s", "7s"), ("0ms", "0s", "0s"), ("+30f", "30f", "30f"),
    ("0:0:1:5", "00:00:01:05", "00:00:01:05"), ("1500us", "0.0015s", "1500us"),
    ("1000000.5s", "2000001/2s", "1000000.5s"),
    ("100:00:00:120", "100:00:00:120", "100:00:00:120"), ("1m30s", "90", "90s"), ("00:00:01.50", "1.5", "1.5s"),
    ("0:00.5", "0.5", "500ms"),
  ])
  func equalTimes_haveEqualTexts(_ left: String, _ right: String, _ canonical: String) throws {
    let (a, b) = (try MediaTime(parsing: left), try MediaTime(parsing: right))
    #expect(a == b)
    #expect(a.text == canonical)
    #expect(b.text == canonical)
    #expect(try MediaTime(parsing: canonical) == a)
  }

  @Test func frames_needARate() throws {
    let ntsc = try FrameRate(parsing: "30000/1001")
    #expect(try MediaTime(parsing: "30f").time() == nil)
    #expect(try MediaTime(parsing: "30f").time(at: ntsc) == CMTime(value: 30030, timescale: 30000))
    #expect(try MediaTime(parsing: "00:00:10:15").time(at: FrameRate(25)) == CMTime(value: 265, timescale: 25))
    #expect(try MediaTime(parsing: "00:00:01:00").time(at: ntsc) == CMTime(value: 30030, timescale: 30000))
    #expect(try MediaTime(parsing: "00:01:00:00").time() == CMTime(value: 60, timescale: 1))
    #expect(try MediaTime(parsing: "00:01:00:01").time() == nil)
  }

  @Test func whatNoTimeCanHold_isInfinite() throws {
    let (fastest, slowest) = (try FrameRate(parsing: "2147483647/1"), try FrameRate(parsing: "1/2147483647"))
    #expect(try MediaTime(parsing: "9223372036854775807f").time(at: slowest) == .positiveInfinity)
    #expect(try MediaTime(parsing: "999999:59:59:9223372036854775807").time(at: fastest) == .positiveInfinity)
    #expect(MediaTime.frames(.min).time(at: slowest) == .negativeInfinity)
    #expect(MediaTime.milliseconds(.min).time() == CMTime(value: .min / 8, timescale: 125))
    #expect(MediaTime.rational(.min, .min).time() == CMTime(value: .min, timescale: 1))
  }

  @Test(arguments: [
    "", "s", "f", "ms", "m", "h", "2 s", "2min", "1.5m", "1m60s", "1h60m", "1m5", "1m-5s", "1s1m", "1m1h", "1h1h",
    "1m500ms",
    "60:60", "1:2:60", "1:60:00", "1:30s", ":30", "1:", "1::2", "-1:30", "1:-30", "+1:30", "1:2:3:4.5", "1:2:3:4:5",
    "1.5:00", "1000000:00", "1e3", ".5", "5.", "00:60:00:00", "00:00:60:00", "-1:00:00:00",
    "1/0s", "1/2ms",
    "1/-2s", "1//2s", "1.5f", "9223372036854775808f", "1e3s", "0.0000000001s", "1000000:00:00:00", ":::",
    "00:00:00:9223372036854775808",
    "2s\n", "٢s", "infs", "nans",
  ])
  func whatIsNoTime(_ text: String) {
    #expect(throws: ArgumentError.self) { try MediaTime(parsing: text) }
  }

  @Test(arguments: ["-2", "-1.5", "-2s", "-1f", "-0.5s", "-1/2s", "-9223372036854775808f"])
  func belowZero(_ text: String) {
    #expect(throws: ArgumentError("must not be negative", label: "is below zero")) { try MediaTime(parsing: text) }
  }
}
