extension UInt8 {
  /// The number as two hexadecimal digits.
  var hexText: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

extension Sequence<UInt8> {
  /// The bytes as two hexadecimal digits each.
  package var hexText: String { map(\.hexText).joined() }
}
