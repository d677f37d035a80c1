/// A block with what its group says of it (RFC 9559, section 5.1.3.5). Additions, such as alpha, are passed over.
struct MatroskaBlockGroup {
  /// The contents of the block; nil if there is none.
  private(set) var block: Range<Int64>?
  /// The duration in the track's units; nil if it is not stated.
  private(set) var duration: Int64?
  /// True if the block refers to others.
  private(set) var isDependent = false
  /// The nanoseconds to leave out: at the end, or negative ones at the start.
  private(set) var discardPadding: Int64 = 0

  /// A group has a dozen elements at most; references are the most numerous.
  private static let limit = 256

  init(_ window: ByteWindow, in contents: Range<Int64>) throws(MovieError) {
    let values = EBMLValues(window: window)
    var reader = EBMLReader(window, in: contents, limit: Self.limit)
    while let field = try reader.next() {
      switch field.id {
      case 0xa1: block = block ?? field.contents
      case 0x9b: duration = try values.unsigned(field).flatMap { Int64(exactly: $0) }
      case 0xfb: isDependent = true
      case 0x75a2: discardPadding = try values.signed(field) ?? 0
      default: break
      }
    }
  }
}
