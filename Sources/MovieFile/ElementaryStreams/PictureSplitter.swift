/// A splitter of MPEG video into pictures with the headers before them, by their start codes.
protocol PictureSplitter: StreamSplitter {
  associatedtype Draft: PictureDraft

  var heads: StartCodeHeads { get set }
  /// The unit that is being read; nil before its start.
  var current: Draft? { get set }
  var complete: ArraySlice<StreamUnit> { get set }

  /// Takes what begins with a start code.
  mutating func begin(_ head: [UInt8], at start: Int64)
  /// Ends the unit that is being read, and adds it to the complete ones if it has a picture.
  mutating func close(at end: Int64)
}

/// A picture, with the headers before it, that is being read.
protocol PictureDraft {
  var start: Int64 { get }
}

extension PictureSplitter {
  /// The most bytes of a unit; larger ones are damage.
  private static var unitSizeLimit: Int64 { 64 << 20 }

  var pending: Int64 { current?.start ?? heads.start ?? heads.position }

  mutating func beginPayload(at position: Int64) {}
  mutating func endPayload(at position: Int64) {}

  mutating func take(_ bytes: UnsafeRawBufferPointer, at position: Int64) {
    for (head, start) in heads.take(bytes, at: position) { begin(head, at: start) }
    if let draft = current, heads.position - draft.start > Self.unitSizeLimit { current = nil }
  }

  mutating func finish() {
    for (head, start) in heads.finish() { begin(head, at: start) }
    close(at: heads.position)
  }

  mutating func next() -> StreamUnit? { complete.popFirst() }
}
