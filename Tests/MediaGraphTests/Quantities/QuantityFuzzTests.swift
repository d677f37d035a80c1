import MediaGraph
import TestSupport
import Testing

/// No text makes a parser trap, and a parsed value's text parses to the same value.
@Suite struct QuantityFuzzTests {
  private static let pieces =
    [
      "-", "+", ".", "/", ":", "x", "e", "s", "ms", "us", "ns", "f", "dB", "b/s", "kb/s", "Mb/s", "Gb/s", "id:",
      "language:", "file://", "%",
    ]
    + ["0", "1", "9", "00", "59", "60", "1001", "30000", "2147483647", "2147483648", "-2147483648", "4294967296"]
    + [
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615",
      "999999999999999999",
    ]
    + ["1e308", "1e-308", "nan", "inf", "0x1p1023", " ", "\0", "\u{301}", "٣", "é", "true", "all", "\u{1F600}", "\r\n"]

  private static func fuzz<Value: TextValue>(_ type: Value.Type, use: (Value) -> Void = { _ in }) {
    var generator = SeededGenerator(state: 7)
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...5, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let value = try? Value(parsing: text) else { continue }
      use(value)
      let again = try? Value(parsing: value.text)
      #expect(again == value, "\(Value.parameterType.name): \(text.debugDescription) → \(value.text.debugDescription)")
      #expect(again?.text == value.text)
    }
  }

  @Test func bitrates() { Self.fuzz(Bitrate.self) }
  @Test func frameRates() { Self.fuzz(FrameRate.self) { _ = $0 < FrameRate() } }
  @Test func sizes() { Self.fuzz(PixelSize.self) }
  @Test func gains() { Self.fuzz(Gain.self) { #expect($0.factor.isFinite) } }
  @Test func tracks() { Self.fuzz(TrackChoice.self) }
  @Test func devices() { Self.fuzz(Device.self) }
  @Test func locations() { Self.fuzz(Location.self) { _ = ($0.path, $0.scheme) } }
  @Test func ints() { Self.fuzz(Int.self) }
  @Test func numbers() { Self.fuzz(Double.self) }
  @Test func bools() { Self.fuzz(Bool.self) }
  @Test func texts() { Self.fuzz(String.self) }
  @Test func choices() { Self.fuzz(VideoOrient.Method.self) }
  @Test func portTypes() { Self.fuzz(PortType.self) }

  @Test func times() throws {
    let rates = try ["1/1", "30000/1001", "2147483647/1", "1/2147483647"].map { try FrameRate(parsing: $0) }
    Self.fuzz(MediaTime.self) { time in
      _ = time.time()
      for rate in rates { _ = time.time(at: rate) }
    }
  }
}
