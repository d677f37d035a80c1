/// A search for the next tag behind damage: one whose back pointer confirms it.
struct FLVSearch {
  private let source: any ByteSource
  private let window: ByteWindow
  /// A second window, so that looking behind a tag does not move the first.
  private let ahead: ByteWindow
  /// The number of places whose back pointer is read: a file of beginnings without ends must not take unlimited time.
  private var budget = 65_536

  init(source: any ByteSource) {
    self.source = source
    window = ByteWindow(source, capacity: 65_536)
    ahead = ByteWindow(source, capacity: 4)
  }

  /// Returns the first tag after an offset; nil if there is none.
  mutating func tag(after offset: Int64) throws(MovieError) -> FLVTag? {
    var offset = offset + 1
    while offset <= source.size - FLVTag.headerSize, budget > 0 {
      let first = try window.u8(at: offset)
      if FLVTag.Kind(rawValue: first) != nil, let tag = try FLVTag(at: offset, window), tag.streamID == 0,
        tag.size > 0, tag.isPlausible(in: source)
      {
        budget -= 1
        if try tag.isConfirmed(ahead) { return tag }
      }
      offset += 1
    }
    return nil
  }
}
