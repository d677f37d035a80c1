/// An element of an EBML file: an ID, and its contents (RFC 8794, section 6).
struct EBMLElement {
  let id: UInt32
  /// The byte range of the contents; to the end of the parent if the size is unknown.
  let contents: Range<Int64>
  let hasUnknownSize: Bool
}

/// Reads the elements inside a range of a file in order.
struct EBMLReader {
  private let window: ByteWindow
  private var position: Int64
  private let end: Int64
  /// The largest number of elements: a file of empty elements must not take unlimited time.
  private var budget: Int

  init(_ window: ByteWindow, in range: Range<Int64>, limit: Int = 16_384) {
    self.window = window
    (position, end, budget) = (range.lowerBound, range.upperBound, limit)
  }

  /// Returns the next element; nil at the end, and at bytes that are no element.
  ///
  /// - Throws: Read errors of the source.
  mutating func next() throws(MovieError) -> EBMLElement? {
    guard budget > 0, let id = try number(keepingMarker: true, upTo: 4) else { return nil }
    budget -= 1
    guard let size = try number(keepingMarker: false, upTo: 8) else { return nil }
    // All ones: the size is unknown, the element ends where another begins.
    let isUnknown = size.value == (1 << (7 * UInt64(size.length))) - 1
    let remaining = end - position
    guard isUnknown || size.value <= UInt64(remaining) else { return nil }
    let length = isUnknown ? remaining : Int64(size.value)
    defer { position += length }
    return EBMLElement(
      id: UInt32(truncatingIfNeeded: id.value), contents: position..<position + length, hasUnknownSize: isUnknown)
  }

  /// Reads a number whose first byte gives its length (RFC 8794, section 4).
  private mutating func number(
    keepingMarker: Bool, upTo longest: Int
  ) throws(MovieError) -> (value: UInt64, length: Int)? {
    guard position < end else { return nil }
    let first = try window.u8(at: position)
    let length = first.leadingZeroBitCount + 1
    guard length <= longest, Int64(length) <= end - position else { return nil }
    var value = UInt64(keepingMarker ? first : first & UInt8(truncatingIfNeeded: 0xff >> length))
    for index in 1..<max(length, 1) { value = value << 8 | UInt64(try window.u8(at: position + Int64(index))) }
    position += Int64(length)
    return (value, length)
  }
}

/// Reads values and lists of elements from a file.
struct EBMLValues {
  let window: ByteWindow

  func children(of element: EBMLElement) throws(MovieError) -> [EBMLElement] {
    var reader = EBMLReader(window, in: element.contents)
    var children: [EBMLElement] = []
    while let child = try reader.next() { children.append(child) }
    return children
  }

  /// Reads a number of at most eight bytes; nil if there are more.
  func unsigned(_ element: EBMLElement) throws(MovieError) -> UInt64? {
    guard element.contents.count <= 8 else { return nil }
    return try bytes(element).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads a number of four or eight bytes; nil for other sizes, or if it is not a number.
  func float(_ element: EBMLElement) throws(MovieError) -> Double? {
    guard case .float(let number, _)? = MetadataValue.float(bigEndian: try bytes(element)) else { return nil }
    return number
  }

  /// Reads text in UTF-8, perhaps padded with zeros; nil if it is longer than the limit.
  func text(_ element: EBMLElement) throws(MovieError) -> String? {
    guard element.contents.count <= MetadataLimit.valueSize else { return nil }
    return String(decoding: try bytes(element).prefix { $0 != 0 }, as: UTF8.self)
  }

  func bytes(_ element: EBMLElement) throws(MovieError) -> [UInt8] {
    guard element.contents.count <= MetadataLimit.valueSize else { return [] }
    return try window.bytes(at: element.contents.lowerBound, count: element.contents.count)
  }
}
