/// The parameters of a coded stream that are needed to parse its samples.
package struct CodedStream: Hashable, Sendable {
  package let codec: Codec
  /// The decoder configuration that precedes the stream, such as the contents of 'avcC'; nil if there is none.
  package let configuration: [UInt8]?
  /// The headers that precede the stream (Vorbis, Speex).
  package let headers: [[UInt8]]
  /// The number of audio channels; 0 if unknown.
  package let channels: Int
  /// The size of an ADPCM block, or of a PCM frame, in bytes; 0 if it has none.
  package let bytesPerBlock: Int
  /// The layout of blocks of ADPCM, as caps name it.
  package let adpcmLayout: String?
  /// The size of the length before each NAL unit, in bytes; nil for streams with start codes and for other codecs.
  package let nalUnitLength: Int?
  /// True if HEVC frames may be in temporal layers.
  package let hasTemporalLayers: Bool

  package init(
    _ codec: Codec, configuration: [UInt8]? = nil, headers: [[UInt8]] = [], channels: Int = 0, bytesPerBlock: Int = 0,
    adpcmLayout: String? = nil
  ) {
    self.codec = codec
    self.configuration = configuration
    self.headers = headers
    self.channels = channels
    self.bytesPerBlock = bytesPerBlock
    self.adpcmLayout = adpcmLayout
    nalUnitLength = Self.nalUnitLength(configuration, codec)
    hasTemporalLayers = Self.hasTemporalLayers(configuration, codec)
  }

  /// The samples at the beginning of a decode that are not heard, as what they overlap with is missing, and those that
  /// decoders still hold after the last packet (Windows Media Audio).
  package var overlap: (start: Int64, end: Int64) {
    guard let windowsMedia, let frame = windowsMedia.samplesPerFrame else { return (0, 0) }
    return (2 * frame, silentPacket == nil ? 0 : frame)
  }

  /// A packet of silence, for which decoders give out what they still hold after the last packet; nil if they hold
  /// nothing, or no packet is silent by itself.
  package var silentPacket: [UInt8]? {
    guard let windowsMedia, windowsMedia.samplesPerFrame != nil, !windowsMedia.hasReservoir, windowsMedia.blockSize > 0
    else { return nil }
    // No channel is coded.
    return [UInt8](repeating: 0, count: windowsMedia.blockSize)
  }

  private var windowsMedia: WindowsMediaHeader? {
    codec == .windowsMediaAudio ? configuration.flatMap { WindowsMediaHeader($0) } : nil
  }

  /// Returns the size of a NAL unit's length, from 'avcC' and 'hvcC' (ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1).
  private static func nalUnitLength(_ data: [UInt8]?, _ codec: Codec) -> Int? {
    guard let data, codec == .h264 || codec == .hevc else { return nil }
    let index = codec == .h264 ? 4 : 21
    return data.indices.contains(index) ? Int(data[index] & 3) + 1 : nil
  }

  private static func hasTemporalLayers(_ data: [UInt8]?, _ codec: Codec) -> Bool {
    guard let data else { return true }
    return codec == .hevc && (!data.indices.contains(21) || data[21] >> 3 & 7 != 1)
  }
}
