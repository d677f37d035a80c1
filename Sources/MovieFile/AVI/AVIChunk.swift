/// A chunk of a stream's data: a frame, some audio, or nothing where a frame was dropped.
struct AVIChunk {
  /// The position in the file's streams.
  let stream: Int
  var payload: Range<Int64>
  /// True if the index says that it is a key frame; nil without an index.
  var isKey: Bool?

  /// The stream and the kind in the ID of a chunk, such as `01wb`.
  struct ID {
    enum Kind {
      case data
      /// A change of the palette, or an index: it takes no time.
      case aside
    }

    let stream: Int
    let kind: Kind

    /// Nil for IDs that are none of streams.
    init?(_ type: BoxType, streamCount: Int) {
      // Damage is searched for IDs byte by byte: nothing is allocated.
      func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: type.rawValue >> shift) }
      guard let tens = Self.digit(byte(24)), let ones = Self.digit(byte(16)), tens * 10 + ones < streamCount else {
        return nil
      }
      stream = tens * 10 + ones
      switch (byte(8), byte(0)) {
      // Writers invent codes for their data; all begin like this.
      case (UInt8(ascii: "d"), UInt8(ascii: "a")...UInt8(ascii: "z")), (UInt8(ascii: "w"), UInt8(ascii: "b")),
        (UInt8(ascii: "t"), UInt8(ascii: "x")), (UInt8(ascii: "s"), UInt8(ascii: "b")),
        (UInt8(ascii: "i"), UInt8(ascii: "v")),
        (UInt8(ascii: "_"), UInt8(ascii: "_")):
        kind = .data
      case (UInt8(ascii: "p"), UInt8(ascii: "c")), (UInt8(ascii: "i"), UInt8(ascii: "x")): kind = .aside
      default: return nil
      }
    }

    private static func digit(_ byte: UInt8) -> Int? {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte) - 48 : nil
    }
  }
}

/// The windows of one walk: one that follows its headers, and one for looks elsewhere.
struct AVIWindows {
  let near: RIFFReader
  let far: RIFFReader
}

/// A walk over the chunks of all streams, by an index or from header to header.
protocol AVIChunkCursor: Sendable {
  /// Returns the next chunk; nil after the last.
  mutating func next(_ windows: AVIWindows) throws(MovieError) -> AVIChunk?
  /// The damage that was passed over; nil if there was none.
  var problem: MovieError? { get }
}
