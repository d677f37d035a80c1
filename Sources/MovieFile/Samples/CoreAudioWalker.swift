/// Walks the packets of a Core Audio file.
struct CoreAudioWalker {
  /// The state of a walk.
  struct Position: Sendable {
    var sample = 0
    var decodeTime: Int64 = 0
    /// The offsets of the next packet and of its entry.
    var offset: Int64
    var entry: Int64
  }

  private let layout: CoreAudioLayout
  private let timescale: Int32
  private let name: String?
  private let window: ByteWindow
  private(set) var position: Position
  /// The problem with a packet, after those that could be read.
  private(set) var problem: MovieError?

  init(
    _ layout: CoreAudioLayout, source: any ByteSource, timescale: Int32, readAhead: Int, at position: Position? = nil
  ) {
    self.layout = layout
    self.timescale = timescale
    name = source.name
    window = ByteWindow(source, capacity: max(readAhead, 4096))
    self.position = position ?? Position(offset: layout.data.lowerBound, entry: layout.entries.lowerBound)
  }

  /// Returns the next run of equal packets; nil after the last.
  mutating func next() throws(MovieError) -> SampleRun? {
    if let packet = layout.packet {
      let left = layout.data.upperBound - position.offset
      let count = Int(left / Int64(packet.bytes))
      guard count > 0 else {
        if layout.missing > 0 { note(.truncated, "\(layout.missing) bytes of sound are missing") }
        return nil
      }
      return run(size: packet.bytes, frames: packet.frames, count: count)
    }
    guard Int64(position.sample) < layout.packetCount, problem == nil else { return nil }
    var (size, frames) = (layout.bytesPerPacket, layout.framesPerPacket)
    if size == nil { size = try number() }
    if frames == nil { frames = try number() }
    guard let size, var frames else {
      note(.malformed, "the packet table ends after \(position.sample) of \(layout.packetCount) packets")
      return nil
    }
    guard Int64(size) <= layout.data.upperBound - position.offset else {
      note(.truncated, "the sound ends in packet \(position.sample)")
      return nil
    }
    let isLast = Int64(position.sample) == layout.packetCount - 1
    // FFmpeg ends FLAC with a packet for changed headers.
    if size == 0, isLast { return nil }
    frames = min(frames, try asked(size, isLast: isLast) ?? frames)
    return run(size: size, frames: frames, count: 1)
  }

  /// Returns the number of frames that a packet says it has; nil if it is not asked.
  private func asked(_ size: Int, isLast: Bool) throws(MovieError) -> Int? {
    switch layout.asked {
    case .none: return nil
    case .lastOfAppleLossless:
      return isLast ? PacketLength.framesOfLastPacket(lossless: try head(size)) : nil
    case .allOfFLAC:
      return PacketLength.frames(ofFLAC: try head(size))
    }
  }

  private func head(_ size: Int) throws(MovieError) -> [UInt8] {
    try window.bytes(at: position.offset, count: min(size, 16))
  }

  private mutating func note(_ code: MovieError.Code, _ message: String) {
    problem = MovieError(code, message, box: "data", offset: position.offset, file: name)
  }

  private mutating func run(size: Int, frames: Int, count: Int) -> SampleRun? {
    let time = Int64(frames).multipliedReportingOverflow(by: Int64(count))
    guard !time.overflow, time.partialValue < 1 << 62 - position.decodeTime else {
      note(.excessive, "times of samples exceed 62 bits")
      return nil
    }
    let sample = Sample(
      index: position.sample, decodeTime: position.decodeTime, presentationTime: position.decodeTime,
      duration: Int64(frames), offset: position.offset, size: size, descriptionIndex: 0, flags: .sync,
      rollDistance: nil, timescale: timescale)
    position.sample += count
    position.decodeTime += time.partialValue
    position.offset += Int64(size) * Int64(count)
    return SampleRun(first: sample, count: count)
  }

  /// Reads a number of the table: seven bits per byte, the highest bit set if more follow. Nil at the table's end.
  private mutating func number() throws(MovieError) -> Int? {
    var value = 0
    for _ in 0..<5 {
      guard position.entry < layout.entries.upperBound else { return nil }
      let byte = try window.u8(at: position.entry)
      position.entry += 1
      value = value << 7 | Int(byte & 0x7f)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
