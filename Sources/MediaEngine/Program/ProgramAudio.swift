internal import MediaSource
internal import GStreamer
import CoreAudioTypes
import CoreMedia
import MediaGraph

/// The linear PCM that a program pushes, as interleaved blocks in the program's own sample format.
struct ProgramAudio {
  struct Format {
    let caps: Caps
    let bytesPerFrame: Int
    let rate: Int
    /// The bytes of a sample of planar audio; nil if the channels are interleaved already.
    fileprivate let planarSample: (size: Int, channels: Int)?
  }

  private var known: (description: CMFormatDescription, format: Format)?

  /// Returns a block's bytes, interleaved, and their format.
  ///
  /// - Throws: `Diagnostic` for anything else than linear PCM of 8, 16, 24 or 32 bits, or floats.
  mutating func block(_ sample: CMSampleBuffer) throws -> (bytes: Data, format: Format) {
    guard let description = sample.formatDescription, let data = sample.dataBuffer,
      let format = try format(of: description)
    else {
      throw Diagnostic(
        "a block of sound cannot be taken", kind: .usage,
        help: "send linear PCM in packed samples of 8, 16, 24 or 32 bits, or floats")
    }
    let bytes = try data.dataBytes()
    guard let planar = format.planarSample else { return (bytes, format) }
    return (Self.interleaved(bytes, planar.size, planar.channels), format)
  }

  private mutating func format(of description: CMFormatDescription) throws -> Format? {
    if let known, known.description === description { return known.format }
    guard let stream = description.audioStreamBasicDescription, stream.mFormatID == kAudioFormatLinearPCM else {
      return nil
    }
    let isPlanar = stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0 && stream.mChannelsPerFrame > 1
    let coded = try? CodedFormat(isPlanar ? Self.interleaved(description, stream) : description)
    guard let coded, let pcm = coded.pcm else { return nil }
    let format = Format(
      caps: coded.caps, bytesPerFrame: pcm.bytesPerFrame, rate: pcm.rate,
      planarSample: isPlanar ? (pcm.bytesPerSample, pcm.channels) : nil)
    known = (description, format)
    return format
  }

  /// Returns the description of the same audio with interleaved channels.
  private static func interleaved(
    _ description: CMFormatDescription, _ planar: AudioStreamBasicDescription
  ) throws -> CMFormatDescription {
    var stream = planar
    stream.mFormatFlags &= ~kAudioFormatFlagIsNonInterleaved
    stream.mBytesPerFrame = planar.mBytesPerFrame &* planar.mChannelsPerFrame
    stream.mBytesPerPacket = stream.mBytesPerFrame
    var size = 0
    let layout = CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size)
    return try CMFormatDescription(
      audioStreamBasicDescription: stream, layoutSize: layout == nil ? 0 : size, layout: layout, magicCookie: nil)
  }

  private static func interleaved(_ planes: Data, _ size: Int, _ channels: Int) -> Data {
    let frames = planes.count / (size * channels)
    var result = Data(count: frames * size * channels)
    result.withUnsafeMutableBytes { (target: UnsafeMutableRawBufferPointer) in
      planes.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
        for channel in 0..<channels {
          for frame in 0..<frames {
            let (from, to) = ((channel * frames + frame) * size, (frame * channels + channel) * size)
            for byte in 0..<size { target[to + byte] = source[from + byte] }
          }
        }
      }
    }
    return result
  }
}
