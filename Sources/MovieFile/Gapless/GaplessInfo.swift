/// The part of a decoder's output that is the audio: earlier samples only prime the decoder, later ones only fill the
/// last packet.
public struct GaplessInfo: Hashable, Sendable {
  /// The origin of the numbers.
  public enum Source: Hashable, Sendable {
    /// The track's edit list.
    case editList
    /// iTunes' free-form entry `iTunSMPB`.
    case iTunes
    /// LAME's extension of the Xing header.
    case lame
    /// The packet table of a Core Audio file.
    case packetTable
  }

  /// The number of samples to drop at the beginning.
  public var priming: Int64
  /// The number of valid samples.
  public var sampleCount: Int64
  /// The number of samples to drop at the end of the output for all packets; negative if the decoder must be drained
  /// for more.
  public var padding: Int64
  /// The number of samples per second.
  public var sampleRate: Int32
  public var source: Source
  /// The number of packets to decode before the wanted one, unless decoding starts at the first (sample group `roll`);
  /// nil if the file does not state it.
  public var prerollPackets: Int?

  public init(
    priming: Int64, sampleCount: Int64, padding: Int64, sampleRate: Int32, source: Source, prerollPackets: Int? = nil
  ) {
    self.priming = priming
    self.sampleCount = sampleCount
    self.padding = padding
    self.sampleRate = sampleRate
    self.source = source
    self.prerollPackets = prerollPackets
  }

  /// The delay of every MPEG layer III decoder, in samples.
  public static let mp3DecoderDelay: Int64 = 529

  /// Converts LAME's numbers; nil if no audio is left.
  init?(mp3Frames: Int64, samplesPerFrame: Int, encoderDelay: Int, encoderPadding: Int, sampleRate: Int32) {
    let total = mp3Frames * Int64(samplesPerFrame)
    priming = Int64(encoderDelay) + Self.mp3DecoderDelay
    padding = Int64(encoderPadding) - Self.mp3DecoderDelay
    sampleCount = total - Int64(encoderDelay) - Int64(encoderPadding)
    guard sampleCount >= 0 else { return nil }
    self.sampleRate = sampleRate
    source = .lame
  }
}
