internal import MediaSource
internal import GStreamer
internal import CGStreamer
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

  /// - Throws: `CVError` for pixels that Core Video does not know.
  func picture(_ formats: PictureFormats) throws -> CMSampleBuffer {
    let format = try formats.format(of: caps)
    let image = try format.pixelBuffer(buffer)
    return try CMSampleBuffer(
      imageBuffer: image, formatDescription: CMVideoFormatDescription(imageBuffer: image),
      sampleTiming: CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }

  func sound() throws -> CMSampleBuffer {
    var info = GstAudioInfo()
    guard gst_audio_info_from_caps(&info, caps.caps) != 0,
      let sample = PCMSample(rawValue: String(cString: info.finfo.pointee.name))
    else { throw GStreamerError.badCaps(caps.text) }
    let format = SoundFormat(
      sampleFormat: sample, rate: Int(info.rate), channels: Int(info.channels), channelMask: caps.channelMask)
    return try CMSampleBuffer(
      dataBuffer: buffer.blockBuffer(), formatDescription: format.formatDescription(),
      numSamples: buffer.byteCount / max(1, format.bytesPerFrame), presentationTimeStamp: time, packetDescriptions: [])
  }

  func packet() throws -> DataPacket {
    DataPacket(
      try buffer.withUnsafeBytes { Data($0) }, at: time, decodeTime: decodeTime, duration: duration,
      isSync: !buffer.flags.contains(.deltaUnit))
  }
}
