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
  /// The format of a coded sample as its file says it; nil if only its caps say it.
  let description: CMFormatDescription?

  init(
    buffer: Buffer, caps: Caps, time: CMTime, decodeTime: CMTime, duration: CMTime, frameCount: Int? = nil,
    shown: CMTimeRange? = nil, description: CMFormatDescription? = nil
  ) {
    (self.buffer, self.caps, self.frameCount) = (buffer, caps, frameCount)
    (self.time, self.decodeTime, self.duration) = (time, decodeTime, duration)
    (self.shown, self.description) = (shown, description)
  }

  init(_ block: DecodedAudio, _ caps: Caps) {
    self.init(
      buffer: Buffer(copying: block.bytes), caps: caps, time: block.time, decodeTime: .invalid,
      duration: block.duration, frameCount: block.frameCount)
  }

  /// - Throws: `CVError` for pixels that Core Video does not know.
  func frame(_ formats: PixelBufferFormatCache) throws -> CMSampleBuffer {
    let format = try formats.format(of: caps)
    let image = try format.pixelBuffer(buffer)
    return try CMSampleBuffer(
      imageBuffer: image, formatDescription: CMVideoFormatDescription(imageBuffer: image),
      sampleTiming: CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }

  func audio() throws -> CMSampleBuffer {
    guard let format = DecodedAudioFormat(caps) else { throw GStreamerError.badCaps(caps.text) }
    return try CMSampleBuffer(
      dataBuffer: buffer.blockBuffer(), formatDescription: format.formatDescription(),
      numSamples: buffer.byteCount / max(1, format.bytesPerFrame), presentationTimeStamp: time, packetDescriptions: [])
  }

  func packet() throws -> DataPacket {
    DataPacket(
      try buffer.withUnsafeBytes { Data($0) }, at: time, decodeTime: decodeTime, duration: duration,
      isSync: !buffer.flags.contains(.deltaUnit))
  }

  /// The coded sample with its format, and with attachments for what of it is not shown.
  func coded() throws -> CMSampleBuffer {
    guard let format = try description ?? CMFormatDescription.of(caps) else { throw GStreamerError.badCaps(caps.text) }
    let sample = try CMSampleBuffer(
      dataBuffer: buffer.blockBuffer(), formatDescription: format, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: decodeTime)
      ], sampleSizes: [buffer.byteCount])
    if buffer.flags.contains(.deltaUnit) {
      sample.sampleAttachments[0][.notSync] = true
      sample.sampleAttachments[0][.dependsOnOthers] = true
    }
    guard let shown, duration.isNumeric else { return sample }
    let end = time + duration
    if format.mediaType == .video {
      if end <= shown.start || time >= shown.end { sample.sampleAttachments[0][.doNotDisplay] = true }
    } else {
      sample.trim(min(duration, shown.start - time), kCMSampleBufferAttachmentKey_TrimDurationAtStart)
      sample.trim(min(duration, end - shown.end), kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    }
    return sample
  }
}

extension CMSampleBuffer {
  /// Attaches the duration of audio to leave out at one end.
  fileprivate func trim(_ duration: CMTime, _ key: CFString) {
    guard duration > .zero else { return }
    CMSetAttachment(
      self, key: key, value: CMTimeCopyAsDictionary(duration, allocator: nil),
      attachmentMode: kCMAttachmentMode_ShouldPropagate)
  }
}
