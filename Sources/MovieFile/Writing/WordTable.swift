/// A long table of 32-bit words that only grows.
///
/// Its blocks are never moved: growing neither copies it, nor needs twice the memory.
struct WordTable {
  private static let blockSize = 16_384

  private var blocks: [[UInt32]] = []
  /// The words of the last block.
  private var last: [UInt32] = []

  /// The number of words.
  var count: Int { blocks.count * Self.blockSize + last.count }

  mutating func append(_ word: UInt32) {
    if last.count == Self.blockSize {
      blocks.append(last)
      last = []
      last.reserveCapacity(Self.blockSize)
    }
    last.append(word)
  }

  mutating func append(_ large: UInt64) {
    append(UInt32(truncatingIfNeeded: large >> 32))
    append(UInt32(truncatingIfNeeded: large))
  }

  /// The word at an index, which must exist.
  subscript(index: Int) -> UInt32 {
    get {
      let (block, place) = index.quotientAndRemainder(dividingBy: Self.blockSize)
      return block < blocks.count ? blocks[block][place] : last[place]
    }
    set {
      let (block, place) = index.quotientAndRemainder(dividingBy: Self.blockSize)
      if block < blocks.count { blocks[block][place] = newValue } else { last[place] = newValue }
    }
  }

  /// Calls a body with the words in big-endian order.
  func forEachPiece<E>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) {
    for block in blocks { try Self.pass(block, to: body) }
    try Self.pass(last, to: body)
  }

  private static func pass<E>(_ words: [UInt32], to body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) {
    guard !words.isEmpty else { return }
    let result: Result<Void, E> = words.map(\.bigEndian).withUnsafeBytes { bytes in
      do throws(E) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}
