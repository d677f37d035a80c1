/// Which of a decoder's samples are the sound: what comes before was only for the decoder to find its state, what comes
/// after only to fill the last packet.
public struct GaplessInfo: Hashable, Sendable {
  /// Who says so.
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

  /// Samples to drop before the first that is heard.
  public var priming: Int64
  /// Samples that are heard.
  public var sampleCount: Int64
  /// Samples to drop after the last that is heard, of those that the decoder gives for all packets; negative if it has to
  /// be asked for as many more.
  public var padding: Int64
  /// Samples a second of these numbers.
  public var sampleRate: Int32
  public var source: Source
  /// Packets to decode ahead of the one that is wanted, if decoding does not start at the first (sample group `roll`);
  /// nil if the file does not say.
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

  /// Samples that every decoder of MPEG audio, layer III, is late by.
  public static let mp3DecoderDelay: Int64 = 529

  /// What LAME's numbers mean; nil if they leave no sound.
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
