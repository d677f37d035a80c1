/// Puts the packets of one elementary stream together out of pieces, headers included: what a walk needs for each
/// stream.
struct PacketAssembler: Sendable {
  var stream: PacketizedStream
  /// The bytes of a header that is not complete.
  private var header: [UInt8] = []
  private var anchorOffset: Int64 = 0
  private var state = State.between
  /// True if a packet was encrypted.
  private(set) var isScrambled = false

  private enum State {
    case between, header
    /// The number of bytes that the payload still has; nil if the next packet ends it.
    case payload(Int?)
  }

  init(_ stream: PacketizedStream) { self.stream = stream }

  /// Begins a packet; what is left of the last one is cut off.
  mutating func begin(at offset: Int64) {
    stream.end()
    header.removeAll(keepingCapacity: true)
    (state, anchorOffset) = (.header, offset)
  }

  /// Takes bytes at an offset in the file; `resolve` turns the stamps of a header into times.
  mutating func take(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64, _ base: inout TimeBase
  ) {
    var rest = bytes
    var offset = offset
    if case .header = state {
      let known = header.count
      // No header is longer.
      header.append(contentsOf: bytes.prefix(9 + 255 - known))
      switch PESHeader.read(header) {
      case .incomplete: return
      case .none: state = .between
      case .header(let found):
        begin(found, &base)
        let passed = found.size - known
        rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(passed))
        offset += Int64(passed)
      }
    }
    guard case .payload(let size) = state else { return }
    let count = min(rest.count, size ?? .max)
    stream.append(UnsafeRawBufferPointer(rebasing: rest.prefix(count)), at: offset)
    guard let size else { return }
    state = .payload(size - count)
    if size == count {
      stream.end()
      state = .between
    }
  }

  mutating func finish() {
    stream.finish()
    state = .between
  }

  private mutating func begin(_ header: PESHeader, _ base: inout TimeBase) {
    if header.isScrambled {
      isScrambled = true
      state = .between
      return
    }
    stream.begin(times(of: header, &base), anchor: WalkAnchor(offset: anchorOffset, reference: base.packed))
    state = .payload(header.payloadSize)
    if header.payloadSize == 0 {
      stream.end()
      state = .between
    }
  }

  /// Returns the times of a packet; nil if it has none, or impossible ones.
  private func times(of header: PESHeader, _ base: inout TimeBase) -> (presentation: Int64, decode: Int64?)? {
    guard let presentation = header.presentation else { return nil }
    let decode = header.decode ?? presentation
    guard let time = base.time(ofDecode: decode, after: stream.lastStamp) else { return nil }
    return (
      TimeBase.time(ofPresentation: presentation, decode: decode, at: time), header.decode == nil ? nil : time
    )
  }
}
