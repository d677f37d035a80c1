internal import MediaSource
internal import GStreamer
import CoreAudioTypes
import CoreMedia
import MediaGraph

/// The linear PCM that a program pushes, as interleaved blocks in the program's own sample format, whose channels are in the order of
/// their speakers.
package struct ProgramAudio {
  struct Format {
    let caps: Caps
    let bytesPerFrame: Int
    let rate: Int
    /// The byte of which silence is made.
    let silence: UInt8
    /// The arrangement of the program's channels; nil if it is that of the caps.
    fileprivate let arrangement: Arrangement?
  }

  /// The places of channels in a program's blocks.
  fileprivate struct Arrangement {
    let isPlanar: Bool
    let bytesPerSample: Int
    /// The program's channel for each channel of the caps.
    let sources: [Int]
  }

  private var known: (description: CMFormatDescription, format: Format)?

  /// Returns a block's bytes, interleaved, and their format.
  ///
  /// - Throws: `Diagnostic` for anything else than linear PCM of 8, 16, 24 or 32 bits, or floats, and for data that are no whole frames.
  mutating func block(_ sample: CMSampleBuffer) throws -> (bytes: Data, format: Format) {
    guard let description = sample.formatDescription, let data = sample.dataBuffer else {
      throw Diagnostic(
        "a sample of audio has no data", kind: .usage, help: "send linear PCM with its format and its data buffer")
    }
    guard let format = try format(of: description) else {
      throw Diagnostic("a sample of audio cannot be taken: \(Self.refusal(of: description))", kind: .usage)
    }
    if let problem = Self.shortage(of: sample, bytesPerFrame: format.bytesPerFrame) {
      throw Diagnostic("a sample of audio cannot be taken: \(problem)", kind: .usage)
    }
    let bytes = try data.dataBytes()
    return (format.arrangement.map { Self.interleaved(bytes, $0) } ?? bytes, format)
  }

  /// Returns the channels of a description of linear PCM, with GStreamer's mask of their speakers, 0 for none, and the bytes of a sample of
  /// all of them; nil for audio that is not taken.
  package static func channels(
    of description: CMFormatDescription
  ) -> (count: Int, mask: UInt64, bytesPerFrame: Int)? {
    var audio = ProgramAudio()
    guard let format = try? audio.format(of: description), let count = format.caps.first?["channels"]?.int else {
      return nil
    }
    return (count, format.caps.channelMask, format.bytesPerFrame)
  }

  /// The rates of audio that is taken, in samples a second.
  private static let rates = 1.0...768_000

  /// Returns the reason why audio of a description is not taken, with what to do about it.
  package static func refusal(of description: CMFormatDescription) -> String {
    if let rate = description.audioStreamBasicDescription?.mSampleRate, !rates.contains(rate) {
      return "the mSampleRate of its format is \(rate); give it one from 1 to 768000"
    }
    return "its format is not one that is taken; send linear PCM in packed samples of 8, 16, 24 or 32 bits, or floats"
  }

  /// Returns the reason why the data of a sample are not its frames, with what to do about it; nil if they are.
  package static func shortage(of sample: CMSampleBuffer, bytesPerFrame: Int) -> String? {
    let (length, count) = (sample.dataBuffer?.dataLength ?? 0, sample.numSamples)
    guard length / bytesPerFrame < count || length % bytesPerFrame != 0 else { return nil }
    return "it has \(count) frames of \(bytesPerFrame) bytes, and its data buffer has \(length) bytes; "
      + "give it as many as the frames have"
  }

  private mutating func format(of description: CMFormatDescription) throws -> Format? {
    if let known, known.description === description { return known.format }
    guard let stream = description.audioStreamBasicDescription, stream.mFormatID == kAudioFormatLinearPCM,
      Self.rates.contains(stream.mSampleRate)
    else { return nil }
    let isPlanar = stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0 && stream.mChannelsPerFrame > 1
    let order = description.audioChannelLayout.flatMap { try? SpeakerOrder($0) }
    let speakers = order?.channels.count == Int(stream.mChannelsPerFrame) ? order : nil
    let coded = try? CodedFormat(Self.interleaved(stream, isPlanar: isPlanar, speakers?.mask))
    guard let coded, let pcm = coded.pcm else { return nil }
    let isArranged = !isPlanar && speakers?.isIdentity != false
    let format = Format(
      caps: coded.caps, bytesPerFrame: pcm.bytesPerFrame, rate: pcm.rate,
      silence: coded.caps.first?["format"]?.string == "U8" ? 0x80 : 0,
      arrangement: isArranged
        ? nil
        : Arrangement(
          isPlanar: isPlanar, bytesPerSample: pcm.bytesPerSample, sources: speakers?.sources ?? Array(0..<pcm.channels))
    )
    known = (description, format)
    return format
  }

  /// Returns the description of interleaved audio, whose channels are for the speakers of a mask, if any, in its order.
  private static func interleaved(
    _ source: AudioStreamBasicDescription, isPlanar: Bool, _ mask: UInt64?
  ) throws -> CMFormatDescription {
    var stream = source
    if isPlanar {
      stream.mFormatFlags &= ~kAudioFormatFlagIsNonInterleaved
      stream.mBytesPerFrame = source.mBytesPerFrame &* source.mChannelsPerFrame
      stream.mBytesPerPacket = stream.mBytesPerFrame
    }
    let layout = mask.map { mask in
      var layout = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_UseChannelBitmap)
      layout.bitmap = AudioChannelBitmap(rawValue: ChannelMask.microsoft(mask))
      return layout
    }
    return try CMFormatDescription(audioStreamBasicDescription: stream, layout: layout)
  }

  private static func interleaved(_ source: Data, _ arrangement: Arrangement) -> Data {
    let (size, channels) = (arrangement.bytesPerSample, arrangement.sources.count)
    let frames = source.count / (size * channels)
    let (frameStep, channelStep) = arrangement.isPlanar ? (1, frames) : (channels, 1)
    var result = Data(count: frames * size * channels)
    result.withUnsafeMutableBytes { (target: UnsafeMutableRawBufferPointer) in
      source.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
        for (place, channel) in arrangement.sources.enumerated() {
          for frame in 0..<frames {
            let (from, to) = ((frame * frameStep + channel * channelStep) * size, (frame * channels + place) * size)
            for byte in 0..<size { target[to + byte] = source[from + byte] }
          }
        }
      }
    }
    return result
  }
}
