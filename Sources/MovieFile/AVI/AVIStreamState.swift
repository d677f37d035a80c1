/// The state of a stream in a walk: the chunks so far, and what they have left.
struct AVIStreamState: Sendable {
  private var units: Int64 = 0
  private var bytes: Int64 = 0
  private var isFirst = true
  private var packed: AVIPackedFrames?
  private var frames: AVIFrameStream?
  private var presentation: AVIPresentation?

  /// The largest chunk of video that is searched for start codes.
  private static let searchLimit = 64 << 20

  init(_ plan: AVIStreamPlan) {
    switch plan.packets {
    case .chunks, .nalUnits: break
    case .packedPictures: packed = AVIPackedFrames()
    case .frames(let format): frames = AVIFrameStream(format)
    }
    presentation = plan.presentation
  }

  /// True if a copy takes little memory.
  var isSmall: Bool { frames?.isSmall ?? true }

  /// The offset of the first bytes whose packet is not complete, or has no time; nil if there are none.
  var firstPart: Int64? {
    [packed?.firstPart, frames?.firstPart, presentation?.firstPart].compactMap { $0 }.min()
  }

  /// Passes over a chunk before the place where a walk begins.
  mutating func pass(_ chunk: AVIChunk, _ plan: AVIStreamPlan, _ reader: RIFFReader) throws(MovieError) {
    var packets: [ContainerPacket] = []
    guard packed == nil, frames == nil, presentation == nil else {
      return try take(chunk, plan, reader, &packets)
    }
    if !chunk.payload.isEmpty { isFirst = false }
    count(chunk, plan)
  }

  private mutating func count(_ chunk: AVIChunk, _ plan: AVIStreamPlan) {
    let size = Int64(chunk.payload.count)
    // An empty chunk of video is a frame that was dropped; one of audio is nothing.
    if plan.isVideo || size > 0 { units += plan.timing.units(of: size) }
    bytes += size
  }

  /// Takes a chunk, and adds the packets that it completes.
  mutating func take(
    _ chunk: AVIChunk, _ plan: AVIStreamPlan, _ reader: RIFFReader, _ packets: inout [ContainerPacket]
  ) throws(MovieError) {
    let size = Int64(chunk.payload.count)
    let time = plan.timing.time(units: units, bytes: bytes)
    let duration = plan.timing.duration(of: size)
    defer { count(chunk, plan) }
    if frames != nil {
      try frames?.take(chunk.payload, at: time, plan.timing, stream: chunk.stream, reader.source, &packets)
      return
    }
    var packet = ContainerPacket(
      stream: chunk.stream, presentationTime: plan.isReordered ? nil : time, decodeTime: time,
      duration: duration, isSync: true, bytes: PacketBytes(chunk.payload))
    if plan.isVideo, size <= Self.searchLimit {
      if packed != nil {
        guard size > 0 else { return }
        let contents = try contents(of: chunk, reader)
        guard let picture = packed?.packet(of: chunk.payload, contents) else { return }
        packet.bytes = picture
      } else if case .nalUnits = plan.packets, size > 0 {
        let units = PacketBytes(lengthsForStartCodesIn: try contents(of: chunk, reader), at: chunk.payload.lowerBound)
        if units.count > 0 { (packet.bytes, packet.storedSize) = (units, chunk.payload.count) }
      }
    }
    guard size > 0 else { return }
    var head: [UInt8] = []
    if plan.isVideo {
      // A held picture is no key frame, whatever its chunk is.
      let isKey = packed == nil ? chunk.isKey : nil
      if presentation != nil || plan.needsBytes(isKey: isKey) {
        head = try packet.bytes.read(from: reader.window, limit: plan.inspectedSize)
      }
      packet.isSync = plan.isSync(head, isKey: isKey, isFirst: isFirst)
    }
    isFirst = false
    add(packet, head: head, &packets)
  }

  /// Ends the stream, and adds the packets that are left.
  mutating func finish(
    _ index: Int, _ plan: AVIStreamPlan, _ reader: RIFFReader, _ packets: inout [ContainerPacket]
  ) throws(MovieError) {
    frames?.finish(plan.timing, stream: index, &packets)
    if let picture = packed?.last() {
      let packet = ContainerPacket(
        stream: index, decodeTime: plan.timing.time(units: units, bytes: bytes), duration: plan.timing.duration(of: 1),
        isSync: false, bytes: picture)
      add(packet, head: try picture.read(from: reader.window, limit: plan.inspectedSize), &packets)
    }
    presentation?.finish()
    while let packet = presentation?.pop() { packets.append(packet) }
  }

  /// Adds a packet, or those whose presentation times it tells.
  private mutating func add(_ packet: ContainerPacket, head: [UInt8], _ packets: inout [ContainerPacket]) {
    guard presentation != nil else {
      packets.append(packet)
      return
    }
    presentation?.push(packet, head: head)
    while let next = presentation?.pop() { packets.append(next) }
  }

  private func contents(of chunk: AVIChunk, _ reader: RIFFReader) throws(MovieError) -> [UInt8] {
    try reader.source.bytes(at: chunk.payload.lowerBound, count: chunk.payload.count)
  }
}
