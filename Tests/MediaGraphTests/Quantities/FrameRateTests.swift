import MediaGraph
import Testing

@Suite struct FrameRateTests {
  @Test(arguments: [
    ("30000/1001", 30000, 1001), ("25/1", 25, 1), ("25", 25, 1), ("50/2", 25, 1), ("2147483647/2147483647", 1, 1),
    ("2147483647/1", .max, 1), ("1/2147483647", 1, .max),
  ])
  func rates_areInLowestTerms(_ text: String, _ numerator: Int32, _ denominator: Int32) throws {
    let rate = try FrameRate(parsing: text)
    #expect(rate.numerator == numerator)
    #expect(rate.denominator == denominator)
    #expect(try FrameRate(parsing: rate.text) == rate)
  }

  @Test(arguments: [
    ("29.97", "30000/1001"), ("59.94", "60000/1001"), ("23.976", "24000/1001"), ("23.98", "24000/1001"),
    ("119.88", "120000/1001"), ("12.5", "25/2"), ("0.5", "1/2"), ("29.5", "59/2"), ("30.0", "30/1"), ("5.0", "5/1"),
  ])
  func decimals_areRefusedWithTheRateThatIsMeant(_ text: String, _ meant: String) {
    #expect(throws: ArgumentError("must be exact", label: "is not a rational", help: "write \(meant)")) {
      try FrameRate(parsing: text)
    }
  }

  @Test(arguments: [
    "", "/", "30/", "/1", "30/1/1", "30:1", "abc", "1e99", "nan", "inf", "-29.97",
  ])
  func whatIsNoRational(_ text: String) {
    #expect(throws: ArgumentError("must be exact", label: "is not a rational")) { try FrameRate(parsing: text) }
  }

  @Test(arguments: ["2147483648", "1/2147483648", "9223372036854775807/1"])
  func numbersTooLarge_areOutOfRange(_ text: String) {
    #expect(throws: ArgumentError("must be a ratio of numbers up to 2147483647", label: "is out of range")) {
      try FrameRate(parsing: text)
    }
  }

  @Test(arguments: ["0", "0/1", "1/0", "-30/1", "30/-1", "-2147483648/-2147483648"])
  func notAboveZero(_ text: String) {
    #expect(throws: ArgumentError("must be above zero", label: "is not")) { try FrameRate(parsing: text) }
  }

  @Test func order_isExact() {
    #expect(FrameRate(30000, 1001)! < FrameRate(30)!)
    #expect(FrameRate(.max, .max - 1)! > FrameRate(1)!)
    #expect(FrameRate(0) == nil)
    #expect(FrameRate(1, -1) == nil)
  }
}
