/// A file of AAC in LATM with LOAS, as broadcasters record it (ISO/IEC 14496-3, 1.7.2: AudioSyncStream).
package struct LOASFile: InterleavedFile {
  package let source: any ByteSource
  package var streams: [ContainerStream]
  package let statedDuration: CMTime? = nil
  private let configuration: LATMConfiguration

  /// The frames that must follow each other at the beginning.
  private static let checked = 3

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` if it does not begin with frames that can be decoded; read errors of the source.
  package init(source: any ByteSource) throws(MovieError) {
    self.source = source
    try source.checkSize()
    var walker = LOASWalker(source, nil, from: PacketPlace(offset: 0))
    guard try walker.next() != nil, walker.problem == nil, let configuration = walker.configuration,
      let rate = Int32(exactly: configuration.rate), rate > 0
    else { throw MovieError(.notAMovie, "it is no AAC in LOAS", offset: 0, file: source.name) }
    self.configuration = configuration
    var stream = ContainerStream(number: 1, mediaType: "soun", codecID: "LATM", timescale: rate)
    stream.describe(ElementaryStream.latm.format(.latm(configuration), packet: []))
    streams = [stream]
  }

  /// True if the first bytes of a file are frames that follow each other.
  package static func matches(_ head: [UInt8]) -> Bool {
    var (position, count) = (0, 0)
    while count < checked, let frame = ElementaryFrameHeader(head.dropFirst(position), .loas) {
      position += frame.size
      count += 1
    }
    return count == checked
      || count == checked - 1 && position > head.count - ElementaryFrameHeader.Format.loas.headLength
  }

  package func packets(from place: PacketPlace?) throws(MovieError) -> any PacketWalker {
    LOASWalker(source, configuration, from: place ?? PacketPlace(offset: 0))
  }

  /// Nil: only a walk from the beginning counts the samples.
  package func place(of stream: Int, atOrBefore time: Int64) throws(MovieError) -> PacketPlace? { nil }
}
