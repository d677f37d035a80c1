/// The header of an element of an EBML file: its ID and the size of its contents (RFC 8794, section 6).
struct EBMLHeader {
  let id: UInt32
  /// The offset of the header in the file.
  let offset: Int64
  /// The offset of the contents.
  let start: Int64
  /// The stated size of the contents, which may exceed the file; nil if it is unknown.
  let size: Int64?

  /// The stated end of the contents; nil if it is unknown.
  var end: Int64? { size.map { start + $0 } }

  /// Reads the header at an offset; nil if there is none, or it does not end before `end`.
  ///
  /// - Throws: Read errors of the source.
  init?(_ window: ByteWindow, at offset: Int64, before end: Int64) throws(MovieError) {
    var position = offset
    guard let id = try EBMLNumber(window, at: &position, before: end, longest: 4, keepsMarker: true),
      let size = try EBMLNumber(window, at: &position, before: end, longest: 8)
    else { return nil }
    self.id = UInt32(truncatingIfNeeded: id.value)
    self.offset = offset
    start = position
    // 56 bits at most: the end of an element in a file is a valid number.
    self.size = size.isUnknown ? nil : Int64(size.value)
  }
}

/// A number whose first byte gives its length (RFC 8794, section 4).
struct EBMLNumber {
  let value: UInt64
  /// The number of bytes.
  let length: Int

  /// True for all ones: the size of an element that ends where another begins.
  var isUnknown: Bool { value == (1 << (7 * UInt64(length))) - 1 }

  /// The value of a signed difference, as EBML lacing stores it (RFC 9559, section 10.3.3).
  var difference: Int64 { Int64(value) - ((1 << (7 * Int64(length) - 1)) - 1) }

  /// Reads a number and moves the position behind it; nil if there is none of at most `longest` bytes before `end`.
  ///
  /// - Parameter keepsMarker: True for IDs, whose value includes the bit that marks the length.
  init?(
    _ window: ByteWindow, at position: inout Int64, before end: Int64, longest: Int, keepsMarker: Bool = false
  ) throws(MovieError) {
    guard position < end else { return nil }
    let first = try window.u8(at: position)
    length = first.leadingZeroBitCount + 1
    guard length <= longest, Int64(length) <= end - position else { return nil }
    var value = UInt64(keepsMarker ? first : first & UInt8(truncatingIfNeeded: 0xff >> length))
    for index in 1..<max(length, 1) { value = value << 8 | UInt64(try window.u8(at: position + Int64(index))) }
    self.value = value
    position += Int64(length)
  }
}
