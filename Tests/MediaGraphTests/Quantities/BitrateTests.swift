import MediaGraph
import Testing

@Suite struct BitrateTests {
  @Test(arguments: [
    ("64000b/s", 64_000), ("128kb/s", 128_000), ("5Mb/s", 5_000_000), ("1Gb/s", 1_000_000_000), ("1.5Mb/s", 1_500_000),
    ("0.001kb/s", 1), ("9007199254740993b/s", 9_007_199_254_740_993), ("9000000000Gb/s", 9_000_000_000_000_000_000),
  ])
  func everyUnit_isExact(_ text: String, _ bits: Int) throws {
    #expect(try Bitrate(parsing: text).bitsPerSecond == bits)
  }

  @Test(arguments: [
    ("5000kb/s", "5Mb/s"), ("0.5Gb/s", "500Mb/s"), ("64000b/s", "64kb/s"), ("1500b/s", "1500b/s"), ("007kb/s", "7kb/s"),
  ])
  func theCanonicalForm_hasTheLargestUnit(_ text: String, _ canonical: String) throws {
    let value = try Bitrate(parsing: text)
    #expect(value.text == canonical)
    #expect(try Bitrate(parsing: canonical) == value)
  }

  @Test(arguments: [
    "", "5", "Mb/s", "0Mb/s", "-5Mb/s", "5 Mb/s", " 5Mb/s", "5MB/s", "5mb/s", "5M", "5Mbps", "1e6b/s", "0.5b/s",
    ".5Mb/s", "5.Mb/s",
    "1.2.3Mb/s", "999999999999999999Gb/s", "9223372036854775808b/s", "٣Mb/s", "5Mb/s\n", "∞b/s", "nanb/s",
  ])
  func whatIsNoBitrate(_ text: String) {
    #expect(throws: ArgumentError.self) { try Bitrate(parsing: text) }
  }

  /// The forms of ffmpeg and others, and what to write in their place.
  @Test(arguments: [
    ("3M", "write 3Mb/s"), ("128k", "write 128kb/s"), ("128K", "write 128kb/s"), ("1.5m", "write 1500kb/s"),
    ("5Mbps", "write 5Mb/s"), ("5 Mbit/s", "write 5Mb/s"), ("5mb/s", "write 5Mb/s"), ("2g", "write 2Gb/s"),
    ("64000bps", "write 64kb/s"), ("64000", "write 64kb/s, if bits a second are meant"),
    ("5MB/s", "write 40Mb/s, if bytes are meant"), ("1.5MBps", "write 12Mb/s, if bytes are meant"),
  ])
  func rateOfAnotherForm_isHelped(text: String, help: String) {
    let error = #expect(throws: ArgumentError.self) { try Bitrate(parsing: text) }
    #expect(error?.help == help)
  }

  @Test(arguments: [
    "", "M", "0M", "-3M", "3X", "3Mx", "0", "0.3", "high", "999999999999999999G", "9999999999999999999",
  ])
  func whatIsNoRateInAnyForm_isNotHelped(text: String) {
    let error = #expect(throws: ArgumentError.self) { try Bitrate(parsing: text) }
    #expect(error?.help == nil)
  }

  @Test func tooLargeInSwift_isTheLargest() {
    #expect(Bitrate.megabits(.max).bitsPerSecond == .max)
    #expect(Bitrate.kilobits(.max).bitsPerSecond == .max)
    #expect(Bitrate.kilobits(999) < .megabits(1))
  }
}
