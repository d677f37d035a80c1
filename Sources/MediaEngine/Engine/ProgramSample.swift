internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph

/// A sample that a graph has made for the program.
struct ProgramSample: Sendable {
  let buffer: Buffer
  let caps: Caps
  /// In the media; invalid if the buffer has none.
  let time: CMTime
  let decodeTime: CMTime
  let duration: CMTime
  /// The number of samples of audio; nil of other media.
  let frameCount: Int?
  /// The part of the timeline that shows a coded sample; nil if it is all of it.
  let shown: CMTimeRange?
  /// The format of audio, or of a coded sample as its file says it; nil if only the caps say it.
  let description: CMFormatDescription?
  /// The dependencies of a coded sample as its file says them; nil if it is not one of a file.
  let stored: StoredSample?

  init(
    buffer: Buffer, caps: Caps, time: CMTime, decodeTime: CMTime, duration: CMTime, frameCount: Int? = nil,
    shown: CMTimeRange? = nil, description: CMFormatDescription? = nil, stored: StoredSample? = nil
  ) {
    (self.buffer, self.caps, self.frameCount) = (buffer, caps, frameCount)
    (self.time, self.decodeTime, self.duration) = (time, decodeTime, duration)
    (self.shown, self.description, self.stored) = (shown, description, stored)
  }

  /// - Parameter description: The format of the block; nil to make it when it is asked for.
  init(_ block: DecodedAudio, _ caps: Caps, _ description: CMFormatDescription? = nil) {
    self.init(
      buffer: Buffer(copying: block.bytes), caps: caps, time: block.time, decodeTime: .invalid,
      duration: block.duration, frameCount: block.frameCount, description: description)
  }

  /// The frame over the sample's memory.
  ///
  /// - Parameter isPrivate: True for pixels that nothing else refers to, which may be changed: copied if need be.
  /// - Throws: `CVError` for pixels that Core Video does not know.
  func frame(_ formats: PixelBufferFormatCache, isPrivate: Bool = false) throws -> CMSampleBuffer {
    let format = try formats.format(of: caps)
    let image = try format.pixelBuffer(isPrivate ? buffer.unshared() : buffer)
    return try CMSampleBuffer(
      imageBuffer: image, formatDescription: CMVideoFormatDescription(imageBuffer: image),
      sampleTiming: CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }

  func audio() throws -> CMSampleBuffer {
    var description = description
    if description == nil {
      guard let format = DecodedAudioFormat(caps) else { throw GStreamerError.badCaps(caps.text) }
      description = try format.formatDescription()
    }
    guard let description, let stream = description.audioStreamBasicDescription else {
      throw GStreamerError.badCaps(caps.text)
    }
    return try CMSampleBuffer(
      dataBuffer: buffer.blockBuffer(), formatDescription: description,
      numSamples: buffer.byteCount / max(1, Int(stream.mBytesPerFrame)), presentationTimeStamp: time,
      packetDescriptions: [])
  }

  func packet() throws -> DataPacket {
    DataPacket(
      try buffer.withUnsafeBytes { Data($0) }, at: time, decodeTime: decodeTime, duration: duration,
      isSync: !buffer.flags.contains(.deltaUnit))
  }
}
