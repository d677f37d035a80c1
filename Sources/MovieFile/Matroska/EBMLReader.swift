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
    guard budget > 0, let header = try EBMLHeader(window, at: position, before: end) else { return nil }
    budget -= 1
    let remaining = end - header.start
    // Without a size, the element ends where another begins.
    let length = header.size ?? remaining
    guard length <= remaining else { return nil }
    position = header.start + length
    return EBMLElement(id: header.id, contents: header.start..<position, hasUnknownSize: header.size == nil)
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

  /// Reads a signed number of at most eight bytes; nil if there are more.
  func signed(_ element: EBMLElement) throws(MovieError) -> Int64? {
    let count = element.contents.count
    guard let value = try unsigned(element), count > 0 else { return nil }
    // The highest bit stored is the sign.
    return Int64(bitPattern: value << UInt64(64 - 8 * count)) >> Int64(64 - 8 * count)
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
