import CoreAudioTypes

/// Counts the samples that audio packets decode to, with as few bytes of them as tell.
struct AudioPacketDuration: Sendable {
  private var lengths: PacketLength
  private let codec: Codec
  private let framesPerPacket: Int64
  private let bytesPerPacket: Int64

  /// The bytes at the beginning of a packet that tell.
  private static let inspectedSize = 32

  /// Nil for streams that are no audio, or of an unknown codec.
  init?(_ stream: ContainerStream) {
    guard stream.sampleRate > 0, let coded = stream.coded,
      let format = stream.formatDescription?.audioStreamBasicDescription
    else { return nil }
    (lengths, codec) = (PacketLength(coded), coded.codec)
    (framesPerPacket, bytesPerPacket) = (Int64(format.mFramesPerPacket), Int64(format.mBytesPerPacket))
  }

  /// Returns the number of samples of the next packet; nil if only a decoder can tell.
  ///
  /// - Throws: Read errors of the source.
  mutating func samples(_ bytes: PacketBytes, of source: any ByteSource) throws(MovieError) -> Int64? {
    if bytesPerPacket > 0 {
      let (count, overflow) = (Int64(bytes.count) / bytesPerPacket).multipliedReportingOverflow(
        by: max(framesPerPacket, 1))
      return overflow ? nil : count
    }
    // Packets of E-AC-3 have one to six blocks, those of layer III depend on the version, and last ones may be shorter.
    let varying: [Codec] = [.enhancedAC3, .mpegAudio, .flac, .trueAudio]
    if framesPerPacket > 0, !varying.contains(codec) { return framesPerPacket }
    let head = try bytes.read(from: source, limit: Self.inspectedSize)
    return head.withUnsafeBytes { lengths.samples($0) }
  }
}
