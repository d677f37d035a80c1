/// Takes the payload of each packet as one unit: subtitles, metadata, and codecs whose frames are not cut.
struct PayloadSplitter: StreamSplitter {
  private var start: Int64?
  private var position: Int64 = 0
  private var complete: ArraySlice<StreamUnit> = []

  init() {}

  var headers: StreamHeaders { .none }
  var pending: Int64 { start ?? position }

  mutating func beginPayload(at position: Int64) { (start, self.position) = (position, position) }

  mutating func take(_ bytes: UnsafeRawBufferPointer, at position: Int64) {
    self.position = position + Int64(bytes.count)
  }

  mutating func endPayload(at position: Int64) {
    if let start, start < position {
      complete.append(StreamUnit(range: start..<position, stampPosition: start, isSync: true))
    }
    start = nil
  }

  mutating func finish() { endPayload(at: position) }

  mutating func next() -> StreamUnit? { complete.popFirst() }
}
