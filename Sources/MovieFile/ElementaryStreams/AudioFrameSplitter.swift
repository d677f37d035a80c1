/// Cuts a stream of audio into frames by their headers: MPEG audio, AAC in ADTS or LOAS, AC-3, Enhanced AC-3, DTS,
/// TrueHD.
///
/// A stream that begins within a frame, or is damaged, is searched for a header that another one follows.
struct AudioFrameSplitter: StreamSplitter {
  private let format: ElementaryFrameHeader.Format
  private var complete: ArraySlice<StreamUnit> = []
  /// The bytes from `start` on: those of a header, of the frame in LOAS, or all where frames are searched.
  private var bytes: [UInt8] = []
  private var start: Int64 = 0
  private var position: Int64 = 0
  private var isFound = false
  /// The payloads that began since frames are searched.
  private var payloads: [Int64] = []
  /// The packet that is being collected: its first frame, and its end so far.
  private var packet: (head: ElementaryFrameHeader, range: Range<Int64>)?
  private var firstHead: [UInt8] = []
  /// The last frame that stated its rate.
  private var stated: ElementaryFrameHeader?
  private var latm = LATMConfiguration.Reader()

  init(_ format: ElementaryFrameHeader.Format) { self.format = format }

  var headers: StreamHeaders {
    if let configuration = latm.configuration { return .latm(configuration) }
    return firstHead.isEmpty ? .none : .audioFrame(firstHead)
  }
  /// The number of bytes of the stream that it holds.
  var heldCount: Int { bytes.count }
  var pending: Int64 { packet?.range.lowerBound ?? start }

  mutating func adopt(_ headers: StreamHeaders) {
    switch headers {
    case .audioFrame(let head): firstHead = head
    case .latm(let known): latm = LATMConfiguration.Reader(configuration: known)
    default: break
    }
  }

  mutating func beginPayload(at position: Int64) {
    if !isFound { payloads.append(position) }
  }

  mutating func endPayload(at position: Int64) {}

  mutating func next() -> StreamUnit? { complete.popFirst() }

  mutating func take(_ new: UnsafeRawBufferPointer, at place: Int64) {
    if position != place { (bytes, start) = ([], place) }
    position = place + Int64(new.count)
    var rest = new[...]
    while !rest.isEmpty {
      if isFound {
        // Bytes of a frame whose header is known.
        let next = position - Int64(rest.count)
        if start > next, bytes.isEmpty {
          rest = rest.dropFirst(Int(clamping: start - next))
          if position >= start { closeFrame() }
          continue
        }
        rest = rest.dropFirst(fill(rest))
        advance()
      } else {
        bytes += rest
        rest = rest.dropFirst(rest.count)
        search(isAtEnd: false)
      }
    }
    if isFound, bytes.isEmpty, position >= start { closeFrame() }
  }

  mutating func finish() {
    if !isFound { search(isAtEnd: true) }
    if isFound, position >= start { closeFrame() }
    if let packet, packet.range.upperBound <= position { give(packet) }
    (packet, bytes, start, isFound) = (nil, [], position, false)
  }

  // MARK: Frames in sequence

  /// The number of bytes that are needed of the frame at `start`.
  private var wanted: Int {
    guard format == .loas, bytes.count >= format.headLength else { return format.headLength }
    return ElementaryFrameHeader(bytes[...], format)?.size ?? format.headLength
  }

  /// Adds bytes of the frame at `start`; returns their number.
  private mutating func fill(_ rest: Slice<UnsafeRawBufferPointer>) -> Int {
    let count = min(rest.count, max(0, wanted - bytes.count))
    bytes += rest.prefix(count)
    return count
  }

  /// Takes frames whose headers are in `bytes`.
  private mutating func advance() {
    while isFound, bytes.count >= format.headLength {
      guard let head = ElementaryFrameHeader(bytes[...], format) else {
        // The stream is damaged here, or has changed.
        isFound = false
        if let packet { give(packet) }
        packet = nil
        payloads = []
        search(isAtEnd: false)
        return
      }
      if format == .loas {
        guard bytes.count >= head.size else { return }
        unpack(head)
        bytes.removeFirst(head.size)
        start += Int64(head.size)
        continue
      }
      add(head)
      start += Int64(head.size)
      if head.size <= bytes.count {
        bytes.removeFirst(head.size)
        closeFrame()
      } else {
        bytes = []
        return
      }
    }
  }

  /// Adds a frame at `start` to the packet, or begins one.
  private mutating func add(_ head: ElementaryFrameHeader) {
    let range = start..<start + Int64(head.size)
    if head.isContinuation || head.isExtension && packet?.head.isExtension == false {
      // One that belongs to a frame that is lost.
      if let packet { self.packet = (packet.head, packet.range.lowerBound..<range.upperBound) }
      return
    }
    if let packet { give(packet) }
    packet = nil
    if head.isForeign { return }
    var head = head
    if head.rate > 0 { stated = head } else if let stated { (head.rate, head.samples) = (stated.rate, stated.samples) }
    packet = (head, range)
    if firstHead.isEmpty { firstHead = Array(bytes.prefix(format.headLength)) }
  }

  /// Gives the packet out as soon as its frame is complete, where no other frame can continue it.
  private mutating func closeFrame() {
    guard let packet, format == .mpeg || format == .trueHD else { return }
    give(packet)
    self.packet = nil
  }

  private mutating func give(_ packet: (head: ElementaryFrameHeader, range: Range<Int64>)) {
    let head = packet.head
    complete.append(
      StreamUnit(
        range: packet.range, stampPosition: packet.range.lowerBound,
        contents: head.stripped > 0 ? .after(head.stripped) : .stored, isSync: true,
        duration: head.rate > 0 ? UnitDuration(value: Int64(head.samples), timescale: head.rate) : nil))
  }

  /// Gives out the AAC of a frame of LOAS, whose bits are not aligned with bytes.
  private mutating func unpack(_ head: ElementaryFrameHeader) {
    for frame in latm.frames(bytes[format.headLength..<head.size]) {
      guard let configuration = latm.configuration else { continue }
      complete.append(
        StreamUnit(
          range: start..<start + Int64(head.size), stampPosition: start, contents: .made(frame), isSync: true,
          duration: UnitDuration(value: Int64(configuration.samples), timescale: Int32(configuration.rate))))
    }
  }

  // MARK: Search

  /// Looks for a frame that another one follows, in all bytes since the last frame.
  private mutating func search(isAtEnd: Bool) {
    var offset = 0
    while bytes.count - offset >= format.headLength {
      let place = bytes[offset...]
      guard let head = ElementaryFrameHeader(place, format), head.mayBegin(format) else {
        offset += 1
        continue
      }
      if place.count < head.size + format.headLength {
        // A single frame at the very beginning of a payload needs no other one.
        if isAtEnd {
          if head.size <= place.count, payloads.contains(start + Int64(offset)) {
            begin(at: offset)
            return
          }
        } else if place.count <= format.sizeLimit + format.headLength {
          break
        }
        offset += 1
        continue
      }
      if let next = ElementaryFrameHeader(place.dropFirst(head.size), format), next.follows(head) || head.follows(next)
      {
        begin(at: offset)
        return
      }
      offset += 1
    }
    bytes.removeFirst(offset)
    start += Int64(offset)
    payloads.removeAll { $0 < start }
  }

  private mutating func begin(at offset: Int) {
    bytes.removeFirst(offset)
    start += Int64(offset)
    isFound = true
    payloads = []
    advance()
  }
}
