/// Finds the formats of elementary streams in their first packets, and the time at which they begin.
struct StreamProbe {
  /// The bytes of a packet that headers are read of.
  private static let headSize = 16_384
  private let kinds: [ElementaryStream]
  private(set) var formats: [ElementaryStream.Format?]
  /// The headers that did not tell enough.
  private var tried: [StreamHeaders?]
  /// The earliest presentation time of pictures and sound, or of other streams if there are none.
  private(set) var start: Int64?

  init(_ kinds: [ElementaryStream]) {
    self.kinds = kinds
    formats = kinds.map { _ in nil }
    tried = kinds.map { _ in nil }
  }

  /// True if all pictures and sound are described.
  var isComplete: Bool {
    kinds.indices.allSatisfy { !kinds[$0].isAudiovisual || formats[$0] != nil }
      && kinds.contains(where: \.isAudiovisual)
  }

  /// - Parameter headers: The headers that the stream has shown so far.
  mutating func take(
    _ packet: ContainerPacket, _ headers: StreamHeaders, _ source: any ByteSource
  ) throws(MovieError) {
    let (index, kind) = (packet.stream, kinds[packet.stream])
    if let time = packet.presentationTime, kind.isAudiovisual || !kinds.contains(where: \.isAudiovisual) {
      start = min(start ?? time, time)
    }
    let needsPacket = kind.needsPacket(headers)
    guard formats[index] == nil, needsPacket || tried[index] != headers else { return }
    tried[index] = headers
    var head: [UInt8] = []
    if needsPacket { head = try packet.bytes.read(from: source, limit: Self.headSize) }
    formats[index] = kind.format(headers, packet: head)
  }

  /// The formats, where the packets did not tell, too: of streams whose format is in the tables.
  var allFormats: [ElementaryStream.Format?] {
    kinds.indices.map { index in
      let kind = kinds[index]
      if formats[index] != nil || kind.needsPacket(.none) { return formats[index] }
      return tried[index].flatMap { kind.format($0, packet: []) } ?? kind.format(.none, packet: [])
    }
  }
}

extension ElementaryStream {
  /// True if the format is in the frames themselves, as the layout of AAC that no number names.
  fileprivate func needsPacket(_ headers: StreamHeaders) -> Bool {
    if case .audioFrame(let head) = headers, self == .mpegAudio { return ADTSHeader(head)?.channels == 0 }
    return self == .dolby || self == .dts
  }
}

extension ContainerStream {
  /// Notes what an elementary stream's own headers tell.
  mutating func describe(_ format: ElementaryStream.Format?) {
    guard let format else { return }
    formatDescription = format.description
    coded = format.coded
    sampleRate = format.sampleRate
    frameDuration = format.frameDuration.map { CMTime(value: $0.value, timescale: $0.timescale) }
  }
}
